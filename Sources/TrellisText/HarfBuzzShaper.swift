// Shaping by HarfBuzz, boundaries by ICU, fonts by fontconfig.

#if canImport(CTrellisText) && !canImport(CoreText)
  internal import CTrellisText

  /// A shaper of Linux. Faces are opened once and kept: they are a map of their file.
  final class HarfBuzzShaper: TextShaper {
    private struct FaceKey: Hashable {
      var path: String
      var index: UInt32
      var weight: Double
    }

    let systemFontIsStandIn = true
    private let shaper: OpaquePointer
    private var faces: [OpaquePointer] = []
    private var opened: [FaceKey: Typeface] = [:]
    private var found: [Font: FoundTypeface] = [:]
    private var fallbacks: [FallbackKey: OpaquePointer] = [:]

    private struct FallbackKey: Hashable {
      var family: String
      var weight: Double
      var isItalic: Bool
    }

    /// Creates a shaper.
    ///
    /// - Throws: ``TextError/Kind/unavailable`` without memory for one.
    init() throws(TextError) {
      var shaper: OpaquePointer?
      try HarfBuzzShaper.check(lx_shaper_create(&shaper))
      guard let shaper else { throw TextError(.unavailable, "No memory for a shaper.") }
      self.shaper = shaper
    }

    deinit {
      for face in faces { lx_face_close(face) }
      for list in fallbacks.values { lx_fallbacks_destroy(list) }
      lx_shaper_destroy(shaper)
    }

    func typeface(for font: Font) throws(TextError) -> FoundTypeface {
      var key = font
      key.size = 0
      if let known = found[key] { return known }
      let typeface = try open(font)
      // Bounded: who asks for ever new families has them opened once more.
      if found.count >= 1_024 { found.removeAll() }
      found[key] = typeface
      return typeface
    }

    private func open(_ font: Font) throws(TextError) -> FoundTypeface {
      switch font.source {
      case .file(let path, let index):
        guard (0..<0x10000).contains(index) else {
          throw TextError(.valueOutOfRange, "Font \(index) of \(path): positions in a collection are 0 to 65,535.")
        }
        return try open(path, UInt32(index), font.weight.value)
      case .system: return try find(SystemFont.family, font)
      case .family(let family): return try find(family, font)
      }
    }

    private func find(_ family: String, _ font: Font) throws(TextError) -> FoundTypeface {
      var match = lx_font_match()
      var hasFamily = false
      guard lx_font_find(family, font.weight.value, font.isItalic, &match, &hasFamily) == LX_TEXT_OK else {
        throw TextError(
          .unavailable,
          "No font is installed that could stand in for \(family).  On Debian: apt-get install fonts-inter "
            + "fonts-dejavu-core.")
      }
      var result = try open(match, font.weight.value)
      if !hasFamily { result.substitute = text(of: &match.family) }
      return result
    }

    func fallback(for font: Font, character: Unicode.Scalar) -> FoundTypeface? {
      var family = SystemFont.family
      if case .family(let name) = font.source { family = name }
      let key = FallbackKey(family: family, weight: font.weight.value, isItalic: font.isItalic)
      if fallbacks[key] == nil {
        var list: OpaquePointer?
        guard lx_fallbacks_create(family, key.weight, key.isItalic, &list) == LX_TEXT_OK, let list else { return nil }
        if fallbacks.count >= 256 {
          for old in fallbacks.values { lx_fallbacks_destroy(old) }
          fallbacks.removeAll()
        }
        fallbacks[key] = list
      }
      var match = lx_font_match()
      guard let list = fallbacks[key], lx_fallbacks_find(list, character.value, &match) == LX_TEXT_OK,
        var result = try? open(match, font.weight.value),
        lx_face_has_glyph(faces[result.typeface.index], character.value)
      else { return nil }
      result.substitute = text(of: &match.family)
      return result
    }

    private func open(_ match: lx_font_match, _ weight: Double) throws(TextError) -> FoundTypeface {
      var match = match
      return try open(text(of: &match.path), match.index, weight)
    }

    private func open(_ path: String, _ index: UInt32, _ weight: Double) throws(TextError) -> FoundTypeface {
      let key = FaceKey(path: path, index: index, weight: weight)
      if let typeface = opened[key] { return FoundTypeface(typeface: typeface, metrics: metrics(typeface)) }
      guard faces.count < 4_096 else {
        throw TextError(.unavailable, "4,096 fonts are open, which is the most.")
      }
      guard !path.utf8.contains(0) else { throw TextError(.unusableFont, "The path of a font holds a zero byte.") }
      var face: OpaquePointer?
      let status = lx_face_open(path, index, weight, &face)
      switch status {
      case LX_TEXT_NO_FILE:
        throw TextError(.unusableFont, "\(path) cannot be read; name a font file (.otf, .ttf or .ttc).")
      case LX_TEXT_NO_FONT:
        throw TextError(
          .unusableFont, "\(path) is not a font, or is damaged, or has no font \(index); name an .otf, .ttf or .ttc.")
      default: try HarfBuzzShaper.check(status)
      }
      guard let face else { throw TextError(.unavailable, "\(path) cannot be opened.") }
      let typeface = Typeface(index: faces.count)
      faces.append(face)
      opened[key] = typeface
      return FoundTypeface(typeface: typeface, metrics: metrics(typeface))
    }

    private func metrics(_ typeface: Typeface) -> TypefaceMetrics {
      let metrics = lx_face_get_metrics(faces[typeface.index])
      return TypefaceMetrics(ascender: metrics.ascender, descender: -metrics.descender, lineGap: metrics.line_gap)
    }

    func shape(
      _ text: [UInt16], _ range: Range<Int>, in typeface: Typeface, isRightToLeft: Bool, script: UInt32
    ) throws(TextError) -> ShapedRun {
      var run = ShapedRun(advances: [], flags: [])
      try shape(text, range, in: typeface, isRightToLeft: isRightToLeft, script: script, into: &run)
      return run
    }

    func shape(
      _ text: [UInt16], _ range: Range<Int>, in typeface: Typeface, isRightToLeft: Bool, script: UInt32,
      into run: inout ShapedRun
    ) throws(TextError) {
      run.resize(range.count)
      let status = run.advances.withUnsafeMutableBufferPointer { advances in
        run.flags.withUnsafeMutableBytes { flags in
          lx_shape(
            shaper, faces[typeface.index], text, Int32(text.count), Int32(range.lowerBound), Int32(range.count),
            isRightToLeft, script, advances.baseAddress, flags.bindMemory(to: UInt8.self).baseAddress)
        }
      }
      try HarfBuzzShaper.check(status)
    }

    func lineBreaks(_ text: [UInt16]) throws(TextError) -> [LineBreak] {
      try bytes(text.count + 1) { lx_line_breaks(shaper, text, Int32(text.count), $0) }.map {
        LineBreak(rawValue: $0) ?? .none
      }
    }

    func levels(_ text: [UInt16]) throws(TextError) -> [UInt8] {
      try bytes(text.count) { lx_bidi_levels(shaper, text, Int32(text.count), $0) }
    }

    func script(of character: Unicode.Scalar) -> UInt32 { lx_script(character.value) }

    private func bytes(
      _ count: Int, _ fill: (UnsafeMutablePointer<UInt8>?) -> lx_text_status
    ) throws(TextError) -> [UInt8] {
      var status = LX_TEXT_OK
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        status = fill(buffer.baseAddress)
        initialized = status == LX_TEXT_OK ? count : 0
      }
      try HarfBuzzShaper.check(status)
      return bytes
    }

    private static func check(_ status: lx_text_status) throws(TextError) {
      switch status {
      case LX_TEXT_OK: return
      case LX_TEXT_OUT_OF_MEMORY: throw TextError(.unavailable, "No memory is left to measure a text.")
      default: throw TextError(.unavailable, "ICU or fontconfig failed; are their data files installed?")
      }
    }
  }

  /// A C string in an array of a structure.
  private func text<Field>(of field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
#endif
