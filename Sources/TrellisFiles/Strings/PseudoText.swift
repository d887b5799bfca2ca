// Pseudo-localization: texts that no translator has written yet, as long as translations of short English texts are.

/// A text made longer.
enum PseudoText {
  private static let accents: [Character: Character] = [
    "a": "á", "c": "ç", "d": "đ", "e": "é", "g": "ĝ", "h": "ĥ", "i": "í", "j": "ĵ", "k": "ķ", "l": "ľ", "n": "ñ",
    "o": "ó",
    "r": "ř", "s": "š", "t": "ţ", "u": "ú", "w": "ŵ", "y": "ý", "z": "ž", "A": "Á", "C": "Ç", "D": "Đ", "E": "É",
    "G": "Ĝ",
    "H": "Ĥ", "I": "Í", "J": "Ĵ", "K": "Ķ", "L": "Ľ", "N": "Ñ", "O": "Ó", "R": "Ř", "S": "Š", "T": "Ţ", "U": "Ú",
    "W": "Ŵ",
    "Y": "Ý", "Z": "Ž",
  ]

  /// The text with accents, each of its lines a third longer. Formats such as `%@` stay.
  static func long(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let accented = accented(line)
      let missing = (line.count + 2) / 3
      guard missing > 0 else { return accented }
      // The longest words repeat themselves: a word of its own where there is room for one.
      let letters = accented.filter { $0.isLetter }
      guard !letters.isEmpty else { return accented }
      var addition = missing > 2 ? " " : ""
      var index = letters.startIndex
      while addition.count < missing {
        addition.append(letters[index])
        index = letters.index(after: index)
        if index == letters.endIndex { index = letters.startIndex }
      }
      return accented + addition
    }.joined(separator: "\n")
  }

  private static func accented(_ line: Substring) -> String {
    var result = ""
    var isFormat = false
    for character in line {
      result.append(isFormat ? character : accents[character] ?? character)
      if character == "%" {
        isFormat.toggle()
      } else if isFormat, character.isLetter || character == "@" {
        isFormat = false
      }
    }
    return result
  }
}
