// A judge of JSON by the schemas in docs/: the part of JSON Schema 2020-12 (json-schema.org) that they use. A keyword that it
// does not know is an error, so that no schema can ask for what nobody looks at.

import Foundation

/// A value of JSON, read strictly: a number is no boolean.
enum JSONValue: Decodable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  init(_ text: some StringProtocol) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
  }

  subscript(key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }

  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }

  /// Whether it is of a type by its name in schemas.
  fileprivate func isOf(_ type: String) -> Bool {
    switch (self, type) {
    case (.null, "null"), (.boolean, "boolean"), (.number, "number"), (.string, "string"), (.array, "array"),
      (.object, "object"):
      true
    case (.number(let number), "integer"): number == number.rounded()
    default: false
    }
  }
}

/// A schema, and which of its properties the values had that it judged.
final class JSONSchema {
  private static let keywords: Set<String> = [
    "$schema", "$defs", "$ref", "title", "description", "type", "required", "additionalProperties", "properties",
    "items",
    "enum", "const", "oneOf", "minimum", "minItems", "maxItems",
  ]

  private let root: JSONValue
  /// Properties by the location of their schema: `#/$defs/move/from`.
  private(set) var seen: Set<String> = []

  init(_ root: JSONValue) { self.root = root }

  /// One of the schemas in docs/.
  convenience init(named name: String) throws {
    let file = repository.appendingPathComponent("docs/\(name).schema.json")
    self.init(try JSONValue(try String(contentsOf: file, encoding: .utf8)))
  }

  /// What is wrong with a value, each with where; empty where it is as the schema says.
  func faults(of value: JSONValue) -> [String] { faults(of: value, by: root, at: "#", path: "$") }

  /// All properties that the schema describes.
  var properties: Set<String> {
    var found: Set<String> = []
    func collect(_ schema: JSONValue, _ location: String) {
      if case .object(let members)? = schema["properties"] {
        for (name, member) in members {
          found.insert("\(location)/\(name)")
          collect(member, "\(location)/\(name)")
        }
      }
      if let items = schema["items"] { collect(items, location) }
      for choice in schema["oneOf"]?.elements ?? [] { collect(choice, location) }
      if case .object(let members)? = schema["$defs"] {
        for (name, member) in members { collect(member, "#/$defs/\(name)") }
      }
    }
    collect(root, "#")
    return found
  }

  private func faults(of value: JSONValue, by schema: JSONValue, at location: String, path: String) -> [String] {
    guard case .object(let rules) = schema else { return ["\(location): is no schema"] }
    var faults = rules.keys.filter { !Self.keywords.contains($0) }.map { "\(location): unknown keyword \($0)" }
    if let reference = rules["$ref"]?.text {
      let name = String(reference.dropFirst("#/$defs/".count))
      if let target = root["$defs"]?[name] {
        faults += self.faults(of: value, by: target, at: reference, path: path)
      } else {
        faults.append("\(location): nothing at \(reference)")
      }
    }
    if let type = rules["type"] {
      let types = type.text.map { [$0] } ?? type.elements.compactMap(\.text)
      if !types.contains(where: value.isOf) { faults.append("\(path): not of type \(types.joined(separator: ", "))") }
    }
    if let choices = rules["enum"]?.elements, !choices.contains(value) { faults.append("\(path): none of the choices") }
    if let constant = rules["const"], constant != value { faults.append("\(path): another constant") }
    if let least = rules["minimum"]?.number, let number = value.number, number < least {
      faults.append("\(path): less than \(least)")
    }
    if let choices = rules["oneOf"]?.elements {
      let tried = choices.map { self.faults(of: value, by: $0, at: location, path: path) }
      if tried.count(where: \.isEmpty) != 1 { faults.append("\(path): not one of the kinds: \(tried)") }
    }
    switch value {
    case .array(let elements):
      if let least = rules["minItems"]?.number, Double(elements.count) < least { faults.append("\(path): too short") }
      if let most = rules["maxItems"]?.number, Double(elements.count) > most { faults.append("\(path): too long") }
      if let items = rules["items"] {
        for (index, element) in elements.enumerated() {
          faults += self.faults(of: element, by: items, at: location, path: "\(path)[\(index)]")
        }
      }
    case .object(let members):
      for name in rules["required"]?.elements.compactMap(\.text) ?? [] where members[name] == nil {
        faults.append("\(path): without \(name)")
      }
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        if let property = rules["properties"]?[name] {
          seen.insert("\(location)/\(name)")
          faults += self.faults(of: member, by: property, at: "\(location)/\(name)", path: "\(path).\(name)")
        } else if rules["additionalProperties"] == .boolean(false) {
          faults.append("\(path): unknown property \(name)")
        } else if let rest = rules["additionalProperties"], case .object = rest {
          faults += self.faults(of: member, by: rest, at: location, path: "\(path).\(name)")
        }
      }
    default: break
    }
    return faults
  }
}
