internal import AssetKitBase
internal import CDevices
internal import Glibc

/// Why ALSA does not do what it was asked: a negative errno.
struct ALSAProblem: Error, Hashable {
    let number: CInt

    /// `answer`: what a call answered, which is less than zero.
    init(answer: CInt) { number = answer == CInt.min ? EIO : -answer }

    static let notInstalled = ALSAProblem(answer: -ENOSYS)

    var isRefusal: Bool { number == EACCES || number == EPERM }
    /// It passes, so that who wants to record may try.
    var isBusy: Bool { number == EBUSY }

    /// Half a sentence.
    var obstacle: String {
        switch number {
        case ENOSYS: "libasound is not installed"
        case EBUSY: "another program is using it"
        case EACCES: "this user is not in the group 'audio', whose members may use sound cards"
        case EPERM: "this machine does not let the program use it"
        case ENODEV, ENXIO, ENOENT: "it is not connected any more"
        default: String(cString: ak_alsa_text(-number))
        }
    }

    /// Half a sentence, where it is not of one source but of all.
    var obstacleOfAll: String {
        number == ENOSYS ? obstacle : "ALSA's configuration cannot be read: \(String(cString: ak_alsa_text(-number)))"
    }

    private var code: AVError.Code {
        switch number {
        case EBUSY: .deviceInUseByAnotherApplication
        case EACCES, EPERM: .applicationIsNotAuthorizedToUseDevice
        default: .deviceNotConnected
        }
    }

    func error(opening id: String) -> AVError { AVError(code, "cannot open the microphone '\(id)': \(obstacle)") }

    /// What it is to who waits for sound.
    var failure: DeviceFailure {
        switch number {
        case ENODEV, ENXIO, ENOENT, EBADFD, ESHUTDOWN: .disconnected
        case EBUSY: .busy
        default: .broken(obstacle)
        }
    }
}
