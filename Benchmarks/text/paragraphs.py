#!/usr/bin/env python3
"""Paragraphs of twenty words, no word twice: paragraphs.py SCRIPT PARAGRAPHS prints them, each a line."""
import random
import sys

LETTERS = {
    "latin": "etaoinshrdlucmfwypvbgk", "german": "enisratdhulcgmobwfkzvüäöß", "cyrillic": "оеаинтсрвлкмдпуяыьгзбчй",
    "greek": "αοιετσνηυρπκμλςωθγδχφβ", "arabic": "اليمونرتبةعدسفهكقحجشطصخ", "hebrew": "יוהלארתבשמנחדקעפגצסטכזי",
    "devanagari": ["क", "र", "त", "न", "स", "म", "प", "ल", "व", "का", "री", "ते", "नो", "सि", "मु", "क्ष", "त्र", "र्म"],
    "thai": ["กา", "นี", "มา", "ไป", "รู", "เดิน", "วัน", "คน", "บ้าน", "น้ำ", "ดี", "ใจ"],
    "han": [chr(c) for c in range(0x4E00, 0x5E00)], "korean": [chr(c) for c in range(0xAC00, 0xB400)],
}
rng = random.Random(17)
script, count = sys.argv[1], int(sys.argv[2])
seen = set()
for _ in range(count):
    words = []
    while len(words) < 20:
        most = 18 if script == "german" else 4 if script in ("han", "korean", "thai") else 11
        word = "".join(rng.choice(LETTERS[script]) for _ in range(rng.randint(2, most)))
        if word not in seen:
            seen.add(word)
            words.append(word)
    print(" ".join(words))
