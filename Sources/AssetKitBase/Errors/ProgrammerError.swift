/// Where calls that break a rule of the interface end (wrong state, wrong argument): what Apple's systems report with an
/// exception that nobody catches.
enum ProgrammerError {
    /// Sees the message before the program stops. Tests replace it for their own task, so that they need not share.
    @TaskLocal static var handler: @Sendable (String) -> Void = { _ in }
}

/// Stops the program because its own code broke a rule. `message` says which call, and what is wrong with it.
package func programmerError(_ message: String, file: StaticString = #file, line: UInt = #line) -> Never {
    ProgrammerError.handler(message)
    preconditionFailure(message, file: file, line: line)
}

/// Stops the program where its own code broke a rule.
package func require(
    _ condition: Bool,
    _ message: @autoclosure () -> String,
    file: StaticString = #file,
    line: UInt = #line
) {
    guard !condition else { return }
    programmerError(message(), file: file, line: line)
}
