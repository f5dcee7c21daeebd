import AssetKitBase
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@testable import AssetKitCapture

/// What happens while a recording starts, which it does not see coming.
@Suite("Recordings that are about to start")
struct StartingTests {
    /// Has something happen once it is settled which connections are recorded.
    private final class WatchedOutput: AVCaptureMovieFileOutput, @unchecked Sendable {
        var meanwhile: () -> Void = {}

        override var fragmentInterval: CMTime {
            meanwhile()
            return super.fragmentInterval
        }
    }

    private let studio = Studio()
    private let output = WatchedOutput()
    private let log = RecordingLog()

    private func begin() throws {
        try studio.add(studio.camera())
        try studio.add(studio.microphone())
        studio.session.addOutput(output)
        studio.session.startRunning()
        studio.advance(0.515)
    }

    @Test("one whose camera goes just then hears of that, and ends")
    func unplugged() throws {
        try begin()
        output.meanwhile = { [provider = studio.provider] in provider.setPlugged(false, "synthetic-camera") }
        output.startRecording(to: studio.url(), recordingDelegate: log)
        studio.advance(1)
        #expect(log.words == ["will finish", "finish"])
        #expect(log.errors.map(\.code) == [.deviceWasDisconnected])
        #expect(log.errors.first?.recordingSuccessfullyFinished == false)
        #expect(studio.session.isRunning && !output.isRecording)
    }

    @Test("one whose session stops just then ends")
    func stopped() throws {
        try begin()
        output.minFreeDiskSpaceLimit = 1
        output.diskSpace = DiskSpace { [weak session = studio.session] _ in
            session?.stopRunning()
            return 1 << 40
        }
        output.startRecording(to: studio.url(), recordingDelegate: log)
        #expect(log.words == ["will finish", "finish"] && log.errors.map(\.code) == [.noDataCaptured])
        #expect(!output.isRecording)
    }

    @Test("what has ended before a recording looks, or when none is about to start, is missed by nobody")
    func ends() {
        let connection = AVCaptureConnection(inputPorts: [], output: output)
        var missed = MissedEnds()
        missed.note(connection, because: nil)
        let first = missed.startBegins()
        missed.note(connection, because: AVError(.deviceWasDisconnected))
        let second = missed.startBegins()
        missed.note(connection, because: AVError(.sessionWasInterrupted))
        let others = missed.startEnds(since: second).map(\.error?.code)
        #expect(others == [.sessionWasInterrupted])
        let all = missed.startEnds(since: first).map(\.error?.code)
        #expect(all == [.deviceWasDisconnected, .sessionWasInterrupted])
        let third = missed.startBegins()
        let none = missed.startEnds(since: third)
        #expect(none.isEmpty)
    }
}
