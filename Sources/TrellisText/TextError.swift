// What can go wrong before a text has a size.

/// Why a text cannot be measured.
public struct TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it is.
  public enum Kind: Hashable, Sendable {
    /// A file is missing, cannot be read, or is no font.
    case unusableFont
    /// A size is not a number between 0 and 10,000 points, or another number is out of its range.
    case valueOutOfRange
    /// No font is installed at all, or a library that measuring needs has failed.
    case unavailable
    /// The text is longer than 2³⁰ UTF-16 units.
    case textTooLong
  }

  /// What kind of mistake it is.
  public var kind: Kind
  /// What is wrong, and what would be right.
  public var message: String

  /// The message.
  public var description: String { message }

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
