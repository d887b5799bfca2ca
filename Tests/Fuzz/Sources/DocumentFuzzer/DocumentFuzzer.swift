// Any bytes as a layout document: reading must end in a document or in one line that says what is wrong, and a document
// that was read must run, be written in every format, and give the same answer again.

import TrellisFiles

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDocument(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  do {
    let document = try LayoutDocument(parsing: bytes, file: "input.json")
    // Large layouts say nothing new about the reader and would spend the fuzzer's time in the solver.
    guard document.itemCount <= 100, document.editCount <= 20 else { return 0 }
    let result = try document.run()
    _ = document.findings(in: result).map(\.description)
    let text = result.json()
    _ = result.table()
    _ = result.svg()
    require(try answer(document.run()) == answer(result), "the same document gave two answers: \(text)")
  } catch {
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    require(lines.count == 1, "an error of several lines: \(error.description)")
    require(error.description.hasPrefix("input.json:\(error.line):\(error.column): "), "an error without its place")
    require(error.line >= 1 && error.column >= 1 && !error.message.isEmpty, "an error that says nothing")
  }
  return 0
}

/// A result as text, without the messages of conflicts: those name objects by address, as Auto Layout does.
private func answer(_ result: DocumentResult) -> String {
  var result = result
  for state in result.states.indices {
    for conflict in result.states[state].conflicts.indices { result.states[state].conflicts[conflict].message = "" }
  }
  return result.json()
}

/// Ends the run with the input kept, as libFuzzer does for every trap.
private func require(_ condition: Bool, _ text: @autoclosure () -> String) {
  if !condition { fatalError(text()) }
}
