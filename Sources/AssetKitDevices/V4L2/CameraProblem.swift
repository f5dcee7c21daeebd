internal import AssetKitBase
internal import Glibc

/// Why a call to a camera's driver failed: an errno, or words of ours for an answer that makes no sense.
struct CameraProblem: ExplainedError, Hashable {
    let number: CInt
    private let words: String?

    /// `answer`: what a call answered, which is less than zero.
    init(answer: CInt) { (number, words) = (answer == CInt.min ? EIO : -answer, nil) }

    init(_ words: String) { (number, self.words) = (EPROTO, words) }

    /// The driver does not know the call, or has nothing to say to it.
    var isUnsupported: Bool { words == nil && (number == ENOTTY || number == EINVAL || number == ENOSYS) }
    var isGone: Bool { number == ENODEV || number == ENXIO || number == ENOENT }
    var isBusy: Bool { number == EBUSY }
    /// What was asked for is no value.
    var isNoValue: Bool { words == nil && (number == ERANGE || number == EINVAL) }
    var isLackOfRights: Bool { number == EACCES }
    var isRefusal: Bool { number == EACCES || number == EPERM }

    var explanation: (code: AVError.Code, reason: String) {
        if let words { return (.unknown, words) }
        return switch number {
        case EBUSY: (.deviceInUseByAnotherApplication, "another program is using it")
        case ENODEV, ENXIO, ENOENT: (.deviceNotConnected, "it is not connected any more")
        case EACCES:
            (
                .applicationIsNotAuthorizedToUseDevice,
                "this user is not in the group 'video', whose members may use cameras"
            )
        case EPERM: (.applicationIsNotAuthorizedToUseDevice, "this machine does not let the program use it")
        case ENOMEM: (.outOfMemory, "there is not enough memory for its pictures")
        // What USB cameras answer where two of them share a bus.
        case ENOSPC: (.unknown, "its bus has no room for so much; a smaller size or a lower rate may do")
        default: (.unknown, String(cString: strerror(number)))
        }
    }

    /// What it is to who waits for pictures.
    var failure: DeviceFailure {
        if isGone { return .disconnected }
        return number == EBUSY ? .busy : .broken(explanation.reason)
    }
}

extension AVError {
    /// `asked` completes "cannot …".
    static func camera(_ asked: String, because problem: CameraProblem) -> AVError {
        let (code, reason) = problem.explanation
        return AVError(code, "cannot \(asked): \(reason)", underlying: problem)
    }
}
