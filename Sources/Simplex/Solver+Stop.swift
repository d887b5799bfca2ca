// Long calls that end early when their caller wishes.

internal import CSolver

extension Solver {
  /// Ends the solves within `body` early once `shouldStop` returns true: they throw ``SolverError/stopped``.
  ///
  /// ```swift
  /// let deadline = ContinuousClock.now + .milliseconds(200)
  /// let outcome = try solver.withStop({ ContinuousClock.now > deadline }) { () throws(SolverError) in try solver.solve() }
  /// ```
  ///
  /// This goes for ``solve(_:)``, ``ambiguousVariables()``, ``sensitivity(of:_:)``,
  /// ``ranging(of:along:_:)`` and the making of a ``ProgramTemplate`` from this solver. What was stopped leaves everything
  /// as it was: the program, the edits that wait, the last answer. Within another call of this kind the inner function
  /// counts.
  ///
  /// - Parameters:
  ///   - shouldStop: Asked often, while the simplex works some milliseconds apart; it must be quick, and must not use the
  ///     solver.
  ///   - body: What may be stopped.
  /// - Throws: What `body` throws.
  public func withStop<Result>(
    _ shouldStop: () -> Bool, _ body: () throws(SolverError) -> Result
  ) throws(SolverError) -> Result {
    let outer = stop
    var failure: SolverError?
    let result: Result? = withoutActuallyEscaping(shouldStop) { shouldStop in
      var box = StopBox(shouldStop: shouldStop)
      return withUnsafeMutablePointer(to: &box) { box in
        ask(UnsafeMutableRawPointer(box))
        defer { ask(outer) }
        do throws(SolverError) {
          return try body()
        } catch {
          failure = error
          return nil
        }
      }
    }
    if let failure { throw failure }
    guard let result else { throw .stopped }
    return result
  }

  /// Makes C ask the box at `context`, or nobody.
  private func ask(_ context: UnsafeMutableRawPointer?) {
    stop = context
    _ = lx_set_stop(handle, context == nil ? nil : askStopBox, context)
  }
}

/// A caller's function where C can find it.
struct StopBox {
  let shouldStop: () -> Bool
}

/// What C calls with a ``StopBox``.
let askStopBox: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
  context?.assumingMemoryBound(to: StopBox.self).pointee.shouldStop() == true ? 1 : 0
}
