// The status codes of CSolver as one Swift error type. The texts are those of the C side, so there is one table of
// them.

internal import CSolver

/// Why a call to a ``Solver`` failed. After an error the solver is as it was before the call.
public enum SolverError: Error, Hashable, Sendable, CaseIterable {
  /// Arrays of different lengths, a batch whose last row was not ended, or a negative count.
  case argument
  /// A number that is NaN, infinite or beyond 1e9, a coefficient closer to zero than 1e-7, a priority outside
  /// (0, 1000], or a weight below 1e-7.
  case value
  /// A variable or row that does not exist.
  case index
  /// The removal of a variable that a row still mentions.
  case inUse
  /// One variable twice in one row, or one row or variable twice in one removal.
  case duplicate
  /// An allocation failed.
  case memory
  /// More variables, rows or entries than a solver can hold.
  case size
  /// An answer was asked for that the last solve does not have.
  case unsolved
  /// The caller's function ended the call; see ``Solver/withStop(_:_:)``.
  case stopped

  /// The error that a status stands for, nil for success.
  init?(_ status: lx_status) {
    switch status {
    case .LX_OK: return nil
    case .LX_ERROR_ARGUMENT: self = .argument
    case .LX_ERROR_VALUE: self = .value
    case .LX_ERROR_INDEX: self = .index
    case .LX_ERROR_IN_USE: self = .inUse
    case .LX_ERROR_DUPLICATE: self = .duplicate
    case .LX_ERROR_MEMORY: self = .memory
    case .LX_ERROR_SIZE: self = .size
    case .LX_ERROR_UNSOLVED: self = .unsolved
    case .LX_ERROR_STOPPED: self = .stopped
    }
  }

  /// The status that the error stands for.
  private var status: lx_status {
    switch self {
    case .argument: .LX_ERROR_ARGUMENT
    case .value: .LX_ERROR_VALUE
    case .index: .LX_ERROR_INDEX
    case .inUse: .LX_ERROR_IN_USE
    case .duplicate: .LX_ERROR_DUPLICATE
    case .memory: .LX_ERROR_MEMORY
    case .size: .LX_ERROR_SIZE
    case .unsolved: .LX_ERROR_UNSOLVED
    case .stopped: .LX_ERROR_STOPPED
    }
  }
}

extension SolverError: CustomStringConvertible {
  /// A sentence that says what is wrong.
  public var description: String { String(cString: lx_status_text(status)) }
}
