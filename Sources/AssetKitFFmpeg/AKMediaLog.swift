internal import CFFmpeg
internal import Synchronization

/// What the libraries underneath say while they read and decode media. An addition to AVFoundation.
///
/// Nothing of it ever goes to the terminal. What explains a failure is part of the error; whoever wants to see the rest,
/// such as a service that keeps a log, sets a handler:
///
/// ```swift
/// AKMediaLog.setHandler(upTo: .warning) { message in
///     print("\(message.level): \(message.text)")
/// }
/// ```
public enum AKMediaLog {
    /// How grave a message is, the gravest first.
    public enum Level: Int, CaseIterable, Comparable, Sendable, CustomStringConvertible {
        /// Something did not work.
        case error
        /// Something is odd, and was worked around.
        case warning
        /// Something that may be good to know.
        case info
        /// Every step, for whoever looks for a fault.
        case debug

        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }

        public var description: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .info: "info"
            case .debug: "debug"
            }
        }
    }

    /// One message: a line without its end.
    public struct Message: Hashable, Sendable {
        /// How grave it is.
        public let level: Level
        /// What it says, in the library's words. They may quote what stands in the file.
        public let text: String
    }

    /// Hands all messages up to a level to `handler`, from now on and of the whole process; nil ends that.
    ///
    /// There is one handler: a new one takes the place of the one before. It is called on whatever thread the message
    /// comes from, in the middle of the work there, and on several at once; so it must be quick.
    public static func setHandler(upTo level: Level = .warning, _ handler: (@Sendable (Message) -> Void)?) {
        FFmpegLog.setHandler(upTo: level, handler)
    }
}
