import AssetKitBase
import AssetKitClocks
@testable import AssetKitDevices
import Foundation
import Testing

/// Whether ALSA can record from a sound server, which has a clock as a card does; where it cannot, it says so loudly.
private let hasClock: Bool = {
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
    let module = "alsa-lib/libasound_module_pcm_pulse.so"
    let isThere = folders.contains { FileManager.default.fileExists(atPath: "\($0)/\(module)") }
    guard !isThere else { return SoundServerProcess.isInstalled }
    let text = "LEFT OUT: ALSA had no clock, since libasound2-plugins is not installed\n"
    FileHandle.standardError.write(Data(text.utf8))
    return false
}()

@Suite(
    "A source of ALSA's that has a clock",
    .enabled(if: hasClock, "libasound2-plugins is not installed"),
    .serialized
)
struct ALSAClockTests {
    private let host = SystemHostClock.shared
    private let catcher = SoundCatcher()

    /// What the sink of a server plays, through ALSA.
    private func open(_ server: SoundServerProcess, _ folder: ALSAFolder) throws -> any DeviceHandle {
        try folder.configure(
            """
            pcm.played {
                type plug slave.pcm { type pulse server "\(server.address)" device "out.monitor" }
                hint { show on description "What is played" }
            }
            """
        )
        return try folder.makeProvider().open("played")
    }

    @Test("delivers what is heard, sample for sample, with ascending times as long as the sound")
    func samples() throws {
        let (server, folder) = (try SoundServerProcess(), try ALSAFolder())
        let handle = try open(server, folder)
        try handle.start(catcher, on: host)
        #expect(catcher.waitForFrames(4800))
        let played = (1...96_000).flatMap { [Float($0) / 1_048_576, -Float($0) / 1_048_576] }
        try server.play(played, to: "out")
        #expect(catcher.wait { $0.samples.last { $0 != 0 } == played.last })
        handle.stop()
        let caught = catcher.all
        let begin = try #require(caught.samples.firstIndex { $0 != 0 })
        #expect(Array(caught.samples[begin...].prefix(played.count)) == played)
        #expect(zip(caught.blocks, caught.blocks.dropFirst()).allSatisfy { $0.hostTime < $1.hostTime })
        let (one, last) = try (#require(caught.blocks.first), #require(caught.blocks.last))
        let elapsed = Double(last.hostTime - one.hostTime) * 48_000 / 1e9
        #expect(abs(elapsed - Double(last.frame - one.frame)) <= 4800)
        #expect(caught.failures.isEmpty)
    }

    @Test("tells once that it is gone")
    func end() throws {
        let (server, folder) = (try SoundServerProcess(), try ALSAFolder())
        let handle = try open(server, folder)
        try handle.start(catcher, on: host)
        #expect(catcher.waitForFrames(4800))
        server.end()
        #expect(catcher.waitForFailure() != nil)
        handle.stop()
        #expect(catcher.all.failures.count == 1)
        #expect(throws: AVError.self) { try handle.start(catcher, on: host) }
    }
}
