internal import AssetKitBase
internal import Foundation
internal import Glibc

/// Keeps other programs of ours from setting up a device, as long as it is held. The kernel does not.
final class DeviceLockFile: Sendable {
    private let descriptor: CInt

    /// The file that stands for a device.
    static func path(of id: String) -> String {
        let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? NSTemporaryDirectory()
        let name = id.utf8.map { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                ? String(UnicodeScalar(byte)) : String(format: "%%%02x", byte)
        }
        return folder + "/assetkit-\(getuid())-" + name.joined().prefix(180) + ".lock"
    }

    /// Throws where another program has the device.
    init(of id: String) throws(AVError) {
        let opened = open(Self.path(of: id), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        // Where no file can be made, nobody is kept away.
        guard opened >= 0, flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else {
            descriptor = opened
            return
        }
        close(opened)
        descriptor = -1
        throw AVError(
            .deviceLockedForConfigurationByAnotherProcess,
            "another program is setting up the device '\(id)'; try again in a moment"
        )
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
