import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitSinks
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("A stream in place of a new file")
struct StreamOutputTests {
    private let folder = TemporaryFolder()

    /// What a path leads to.
    private func kind(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private func queue() throws -> String {
        let path = folder.path("queue")
        try #require(mkfifo(path, 0o600) == 0)
        return path
    }

    @Test("waits for a reader of a FIFO until it is cancelled, and leaves the FIFO", arguments: [true, false])
    func unreadQueue(isCancelledBefore: Bool) async throws {
        let path = try queue()
        let flag = CancellationFlag()
        if isCancelledBefore { flag.cancel() }
        let outcome: Result<Void, any Error> = await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: Result { _ = try StreamOutput(path, flag: flag) }) }.start()
            flag.cancel()
        }
        #expect(throws: CancellationError.self) { try outcome.get() }
        #expect(kind(path) == S_IFIFO)
    }

    @Test("waits for room in a FIFO that is open and not read until it is cancelled")
    func fullQueue() async throws {
        let path = try queue()
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reader >= 0)
        defer { close(reader) }
        let flag = CancellationFlag()
        async let outcome: Result<Void, any Error> = withCheckedContinuation { continuation in
            Thread {
                let result = Result {
                    let bytes = [UInt8](repeating: 7, count: 4 << 20)
                    try bytes.withUnsafeBytes { try StreamOutput(path, flag: flag).write($0) }
                }
                continuation.resume(returning: result)
            }.start()
        }
        // There is more to write than a pipe takes, so whoever has begun can only wait.
        var waiting: CInt = 0
        try await waitPatiently("until something is written") {
            ioctl(reader, UInt(FIONREAD), &waiting) != 0 || waiting > 0
        }
        flag.cancel()
        let ended = await outcome
        #expect(throws: CancellationError.self) { try ended.get() }
        #expect(kind(path) == S_IFIFO)
    }

    /// Whether nodes of devices can be made here, which takes a right that few have.
    static let canMakeDevices: Bool = {
        let folder = TemporaryFolder()
        let isMade = withExtendedLifetime(folder) { mknod(folder.path("device"), S_IFBLK | 0o600, 0) == 0 }
        if isMade { return true }
        TestNotes.write("*** LEFT OUT: no device can be made here; the test of block devices does not run ***\n")
        return false
    }()

    @Test(
        "a block device stays one, whatever becomes of the writing",
        .enabled(if: StreamOutputTests.canMakeDevices, "no device can be made here")
    )
    func blockDevice() throws {
        let path = folder.path("device")
        // Number 0 has no driver, so that nothing is ever written.
        try #require(mknod(path, S_IFBLK | 0o600, 0) == 0)
        #expect(StreamOutput.isStream(path))
        for appearance in [OutputFile.Appearance.whenPublished, .atOnce] {
            #expect(throws: WriteFailure.self) { try OutputFile(path, appears: appearance, replaces: true) }
            #expect(kind(path) == S_IFBLK)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["device"])
    }
}
