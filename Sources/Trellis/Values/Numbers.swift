// Numbers as Auto Layout prints them: `%g`, without Foundation and without a locale.

/// `%g`: six significant digits, no trailing zeros, an exponent below -4 and from 6 on.
func formatted(_ value: Double) -> String {
  if value.isNaN { return "nan" }
  if value.isInfinite { return value < 0 ? "-inf" : "inf" }
  if value == 0 { return value.sign == .minus ? "-0" : "0" }
  if let integer = Int(exactly: value), abs(integer) < 1_000_000 { return String(integer) }
  let (digits, exponent) = significantDigits(abs(value))
  let sign = value < 0 ? "-" : ""
  if exponent < -4 || exponent >= 6 {
    let magnitude = abs(exponent)
    let power = (exponent < 0 ? "e-" : "e+") + (magnitude < 10 ? "0" : "") + String(magnitude)
    return sign + withPoint(digits, after: 1) + power
  }
  if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
  let padding = String(repeating: "0", count: max(0, exponent + 1 - digits.count))
  return sign + withPoint(digits + padding, after: exponent + 1)
}

/// The decimal digits of a positive number rounded to six, without trailing zeros, and the power of ten of the first.
private func significantDigits(_ value: Double) -> (digits: String, exponent: Int) {
  // The shortest digits that read back as the number, as "1.2345e-05", "123.45" or "1e+20".
  var mantissa: [UInt8] = []
  var exponent = 0
  var seenPoint = false
  var digitsBeforePoint = 0
  var text = Array(value.description.utf8)[...]
  if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
    exponent = Int(String(decoding: text[(mark + 1)...], as: UTF8.self)) ?? 0
    text = text[..<mark]
  }
  for byte in text {
    if byte == UInt8(ascii: ".") {
      seenPoint = true
    } else {
      mantissa.append(byte - UInt8(ascii: "0"))
      if !seenPoint { digitsBeforePoint += 1 }
    }
  }
  exponent += digitsBeforePoint - 1
  let zeros = mantissa.prefix { $0 == 0 }.count
  mantissa.removeFirst(zeros)
  exponent -= zeros
  if mantissa.count > 6 {
    let roundsUp = mantissa[6] >= 5
    mantissa.removeSubrange(6...)
    if roundsUp {
      var index = 5
      while index >= 0, mantissa[index] == 9 {
        mantissa[index] = 0
        index -= 1
      }
      if index >= 0 {
        mantissa[index] += 1
      } else {
        mantissa = [1]
        exponent += 1
      }
    }
  }
  while mantissa.count > 1, mantissa.last == 0 { mantissa.removeLast() }
  return (String(decoding: mantissa.map { $0 + UInt8(ascii: "0") }, as: UTF8.self), exponent)
}

private func withPoint(_ digits: String, after count: Int) -> String {
  count < digits.count ? digits.prefix(count) + "." + digits.dropFirst(count) : digits
}
