internal import AssetKitBase
internal import CDevices

/// Why a sound server does not do what it was asked.
enum PulseProblem: Error, Hashable {
    case notInstalled
    /// Nobody is there. What libpulse says.
    case noServer(String)
    /// It does not let this program in. What libpulse says.
    case refused(String)
    /// Somebody is there, and says nothing for too long.
    case noAnswer
    case noSource
    case failed(String)

    /// Nil where there is none.
    init?(_ code: CInt, _ reason: String) {
        switch Int(code) {
        case AK_PULSE_FINE: return nil
        case AK_PULSE_NOT_INSTALLED: self = .notInstalled
        case AK_PULSE_NO_SERVER: self = .noServer(reason)
        case AK_PULSE_REFUSED: self = .refused(reason)
        case AK_PULSE_NO_ANSWER: self = .noAnswer
        case AK_PULSE_NO_SOURCE: self = .noSource
        default: self = .failed(reason)
        }
    }

    /// Half a sentence.
    var obstacle: String {
        switch self {
        case .notInstalled: "libpulse is not installed"
        case .noServer: "there is no sound server"
        case .refused(let reason): "the sound server refuses this program: \(reason)"
        case .noAnswer: "the sound server does not answer"
        case .noSource: "the sound server does not have it any more"
        case .failed(let reason): "the sound server fails: \(reason)"
        }
    }

    /// There is nothing that could be used or not.
    var isAbsence: Bool {
        switch self {
        case .notInstalled, .noServer: true
        case .refused, .noAnswer, .noSource, .failed: false
        }
    }

    private var code: AVError.Code {
        switch self {
        case .refused: .applicationIsNotAuthorizedToUseDevice
        default: .deviceNotConnected
        }
    }

    func error(choosing port: String, of id: String) -> AVError {
        let reason = self == .noSource ? "the sound server has no such source of it" : obstacle
        return AVError(code, "the microphone '\(id)' cannot be switched to '\(port)': \(reason)")
    }

    func error(opening id: String) -> AVError { AVError(code, "cannot open the microphone '\(id)': \(obstacle)") }
}
