internal import AssetKitBase
internal import CFFmpeg

/// The one place where FFmpeg's log goes. Nothing it says reaches the terminal by itself.
enum FFmpegLog {
    /// In a struct of its own: a bare closure would get one more layer around it each time the lock lends it.
    private struct State {
        var handler: (@Sendable (AKMediaLog.Message) -> Void)?
    }

    private static let state = Lock(State())

    /// Takes the log away from the terminal. Every entrance to FFmpeg calls it first; all but the first call do nothing.
    static func install() { ak_log_install() }

    static func setHandler(upTo level: AKMediaLog.Level, _ handler: (@Sendable (AKMediaLog.Message) -> Void)?) {
        install()
        state.withLock { $0.handler = handler }
        guard handler != nil else {
            ak_log_set_handler(nil, AV_LOG_QUIET)
            return
        }
        // Called from C, so it can capture nothing and asks for the handler of the moment.
        ak_log_set_handler({ level, text in FFmpegLog.forward(level, text) }, level.highestNumber)
    }

    private static func forward(_ number: CInt, _ text: UnsafePointer<CChar>?) {
        guard let text, let handler = state.withLock({ $0.handler }) else { return }
        // FFmpeg quotes what it finds in files, which need not be text.
        handler(AKMediaLog.Message(level: AKMediaLog.Level(ffmpegNumber: number), text: String(cString: text)))
    }
}

extension AKMediaLog.Level {
    /// The level of one of FFmpeg's numbers, which also has levels in between.
    package init(ffmpegNumber number: CInt) {
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
