// Options that take several values with commas between them.

enum List {
  /// The values of an option. An empty one is a mistake: what a script meant to put there is missing, and to do nothing
  /// would look like success.
  static func values(_ text: String, _ option: String) throws -> [String] {
    let values = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard !values.contains(where: \.isEmpty) else {
      throw Failure.unusable(
        text.isEmpty
          ? "\(option) is empty; give it a value, or leave it out"
          : "\(option) \(text): an entry is empty; separate entries with one comma each")
    }
    return values
  }
}
