// Which words HarfBuzz may shape in one call and still gives each what it would get by itself, where its flags say so.
//
// Its shapers of syllables put a dotted circle under marks that stand on nothing, and miss one where two such syllables lie a
// multiple of fifteen syllables apart (hb_syllabic_insert_dotted_circles compares serial numbers of four bits). So words of
// scripts that are shaped by syllables are taken only if they have none of those: by a grammar that is narrower than
// HarfBuzz's own, for the nine scripts whose blocks are laid out alike. Words of other such scripts are shaped by themselves.

#if canImport(CTrellisText) && !canImport(CoreText)
  extension HarfBuzzShaper {
    func canShapeTogether(_ text: [UInt16], _ range: Range<Int>, script: UInt32) -> Bool {
      switch script {
      case 0x4C61_746E, 0x4772_656B, 0x4379_726C, 0x4172_6D6E, 0x4765_6F72: true  // Latn Grek Cyrl Armn Geor
      case 0x4861_6E69, 0x4869_7261, 0x4B61_6E61: true  // Hani Hira Kana
      case 0x4172_6162, 0x4865_6272, 0x5468_6169, 0x4C61_6F6F: true  // Arab Hebr Thai Laoo
      case 0x4465_7661, 0x4265_6E67, 0x4775_7275, 0x4775_6A72, 0x4F72_7961, 0x5461_6D6C, 0x5465_6C75, 0x4B6E_6461,
        0x4D6C_796D:  // Deva Beng Guru Gujr Orya Taml Telu Knda Mlym
        hasWholeSyllables(text, range)
      default: false
      }
    }
  }
#endif

/// What a character is to a syllable of a script that is laid out as ISCII is.
private enum SyllablePart {
  case consonant, vowel, sign, virama, nukta, modifier, other

  init(_ unit: UInt16) {
    guard (0x900..<0xD80).contains(unit) else {
      self = .other
      return
    }
    switch unit & 0x7F {
    case 0x01...0x03: self = .modifier
    case 0x05...0x14: self = .vowel
    case 0x15...0x39: self = .consonant
    case 0x3C: self = unit < 0xB80 || unit == 0xCBC ? .nukta : .other
    case 0x3E...0x4C: self = .sign
    case 0x4D: self = .virama
    default: self = .other
    }
  }
}

/// Whether a word is made of syllables: a vowel, or consonants with viramas between; then a vowel sign or a virama, if any;
/// then a modifier, if any.
func hasWholeSyllables(_ text: [UInt16], _ range: Range<Int>) -> Bool {
  var before = SyllablePart.other
  var viramas = 0
  for position in range {
    let part = SyllablePart(text[position])
    switch part {
    case .consonant:
      if before != .virama { viramas = 0 }
    case .vowel:
      guard before != .virama else { return false }
      viramas = 0
    case .nukta: guard before == .consonant else { return false }
    case .virama:
      viramas += 1
      guard before == .consonant || before == .nukta, viramas <= 4 else { return false }
    case .sign: guard before == .consonant || before == .nukta else { return false }
    case .modifier:
      guard before == .consonant || before == .nukta || before == .vowel || before == .sign else { return false }
    case .other: return false
    }
    before = part
  }
  return true
}
