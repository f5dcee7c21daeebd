internal import CFFmpeg
internal import Synchronization

/// The one place where FFmpeg's log goes. Nothing it says reaches the terminal by itself.
enum FFmpegLog {
    private static let handler = Mutex<(@Sendable (AVMediaLog.Message) -> Void)?>(nil)

    /// Takes the log away from the terminal. Every entrance to FFmpeg calls it first; all but the first call do nothing.
    static func install() { ak_log_install() }

    static func setHandler(upTo level: AVMediaLog.Level, _ handler: (@Sendable (AVMediaLog.Message) -> Void)?) {
        install()
        self.handler.withLock { $0 = handler }
        guard handler != nil else {
            ak_log_set_handler(nil, AV_LOG_QUIET)
            return
        }
        // Called from C, so it can capture nothing and asks for the handler of the moment.
        ak_log_set_handler({ level, text in FFmpegLog.forward(level, text) }, level.highestNumber)
    }

    private static func forward(_ number: CInt, _ text: UnsafePointer<CChar>?) {
        guard let text, let handler = handler.withLock({ $0 }) else { return }
        // FFmpeg quotes what it finds in files, which need not be text.
        handler(AVMediaLog.Message(level: AVMediaLog.Level(ffmpegNumber: number), text: String(cString: text)))
    }
}

extension AVMediaLog.Level {
    /// The level of one of FFmpeg's numbers, which also has levels in between.
    init(ffmpegNumber number: CInt) {
        self = Self.allCases.first { number <= $0.highestNumber } ?? .debug
    }

    /// The largest of FFmpeg's numbers for this level.
    var highestNumber: CInt {
        switch self {
        case .error: AV_LOG_ERROR
        case .warning: AV_LOG_WARNING
        case .info: AV_LOG_INFO
        case .debug: AV_LOG_TRACE
        }
    }
}
