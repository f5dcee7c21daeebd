import AssetKitBase
import AssetKitClocks
@testable import AssetKitDevices
import CMTimeLib
import Foundation
import Testing

@Suite(
    "A microphone of a sound server that records",
    .enabled(if: SoundServerProcess.isInstalled, "PulseAudio is not installed"),
    .serialized  // several servers at once take each other's time
)
struct PulseHandleTests {
    private let host = SystemHostClock.shared
    private let catcher = SoundCatcher()

    private func mono(_ state: SoundCatcher.State) -> [Float] {
        let channels = max(1, state.format?.channelCount ?? 1)
        return stride(from: 0, to: state.samples.count, by: channels).map { state.samples[$0] }
    }

    @Test("delivers every sample of a sine, at the times at which they sounded")
    func sine() throws {
        let server = try SoundServerProcess()
        let handle = try server.makeProvider().open("sine")
        try handle.start(catcher, on: host)
        #expect(catcher.waitForFrames(3 * 48_000))
        handle.stop()
        let caught = catcher.all
        let samples = mono(caught)
        let peak = samples.map(abs).max() ?? 0
        #expect(abs(20 * log10(Double(peak)) + 6.02) < 0.01)
        // 1000 Hz at 48 kHz comes again after 48 frames, unless something is missing.
        let breaks = zip(samples, samples.dropFirst(48)).count { abs($0 - $1) > 1e-6 }
        #expect(breaks == 0)
        // No shorter period fits.
        let first = Array(samples.prefix(48))
        let crossings = (0..<48).count { first[$0] < 0 && first[($0 + 1) % 48] >= 0 }
        #expect(crossings == 1)
        #expect(caught.blocks.allSatisfy { !$0.isDiscontinuous })
        #expect(zip(caught.blocks, caught.blocks.dropFirst()).allSatisfy { $0.hostTime < $1.hostTime })
        let (one, last) = try (#require(caught.blocks.first), #require(caught.blocks.last))
        let elapsed = Double(last.hostTime - one.hostTime) * 48_000 / 1e9
        #expect(abs(elapsed - Double(last.frame - one.frame)) <= 480)
        #expect(caught.failures.isEmpty)
    }

    @Test("hears what a sink plays, sample for sample")
    func monitor() throws {
        let server = try SoundServerProcess()
        let handle = try server.makeProvider().open("out.monitor")
        try handle.start(catcher, on: host)
        #expect(catcher.waitForFrames(4800))
        // Sample n is the number n, and its opposite on the other side.
        let played = (1...96_000).flatMap { [Float($0) / 1_048_576, -Float($0) / 1_048_576] }
        try server.play(played, to: "out")
        #expect(catcher.wait { $0.samples.last { $0 != 0 } == played.last })
        handle.stop()
        let heard = catcher.all.samples
        let begin = try #require(heard.firstIndex { $0 != 0 })
        #expect(begin.isMultiple(of: 2))
        #expect(Array(heard[begin...].prefix(played.count)) == played)
        #expect(heard[..<begin].allSatisfy { $0 == 0 })
        #expect(heard[begin...].dropFirst(played.count).allSatisfy { $0 == 0 })
    }

    @Test("converts to what it is set up for, and takes nothing while it runs")
    func setup() throws {
        let server = try SoundServerProcess()
        let handle = try server.makeProvider().open("sine")
        let wanted = DeviceSoundFormat(sampleRate: 16_000, channelCount: 2)
        #expect(try handle.configure(DeviceSetup(format: .sound(wanted))).format == .sound(wanted))
        let pictures = DevicePictureFormat(.jpeg, width: 1, height: 1, rates: .these([CMTime(value: 1, timescale: 30)]))
        #expect(try handle.configure(DeviceSetup(format: .pictures(pictures))).format == .sound(wanted))
        #expect(try handle.controls().isEmpty)
        try handle.set([])
        let refusal = #expect(throws: AVError.self) { try handle.set([DeviceControlChange(.gain, 1)]) }
        #expect(
            refusal?.description
                == "the microphone 'sine' has no control 'gain': its volume is the sound server's"
        )
        try handle.start(catcher, on: host)
        let error = #expect(throws: AVError.self) { try handle.configure(DeviceSetup(format: .sound(wanted))) }
        #expect(error?.description == "the microphone 'sine' cannot be changed while it records")
        #expect(catcher.waitForFrames(16_000))
        handle.stop()
        #expect(catcher.all.format == wanted)
        // 1000 Hz crosses zero upwards a thousand times a second, or once more or less.
        let samples = mono(catcher.all).suffix(16_000)
        let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect((998...1001).contains(crossings))
    }

    @Test("silence stands in for what the server does not have, and is no discontinuity")
    func hole() throws {
        let format = DeviceSoundFormat(sampleRate: 1000, channelCount: 2)
        let capture = PulseCapture("mic", format, for: catcher, on: host)
        capture.time(frame: 0, hostTime: 5_000_000_000)
        [1, 2, 3, 4].withUnsafeBufferPointer { capture.hear($0.baseAddress, frameCount: 2, first: 0) }
        capture.hear(nil, frameCount: 3, first: 2)
        [5, 6].withUnsafeBufferPointer { capture.hear($0.baseAddress, frameCount: 1, first: 5) }
        #expect(catcher.all.samples == [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 5, 6])
        #expect(catcher.all.blocks.map(\.hostTime) == [5_000_000_000, 5_002_000_000, 5_005_000_000])
        #expect(catcher.all.blocks.allSatisfy { !$0.isDiscontinuous })
        // What ends is said once.
        capture.tell(.serverGone("Why"))
        capture.tell(.sourceGone)
        #expect(catcher.all.failures == [.interrupted("the sound server is gone: Why")])
    }

    @Test("delivers nothing behind its stop, which its own sink may call, and starts again")
    func stop() throws {
        let server = try SoundServerProcess()
        let handle = try server.makeProvider().open("out.monitor")
        let stopper = SoundCatcher { handle.stop() }
        try handle.start(stopper, on: host)
        #expect(stopper.wait { $0.blocks.count == 1 })
        try handle.start(catcher, on: host)
        #expect(catcher.waitForFrames(4800))
        handle.stop()
        let count = catcher.all.blocks.count
        let third = SoundCatcher()
        try handle.start(third, on: host)
        #expect(third.waitForFrames(9600))
        #expect(stopper.all.blocks.count == 1)
        #expect(catcher.all.blocks.count == count)
        handle.close()
        let error = #expect(throws: AVError.self) { try handle.start(third, on: host) }
        #expect(error?.description == "the microphone 'out.monitor' is closed")
        #expect(third.all.failures.isEmpty)
    }

    @Test("times are those of the clock that it is started on")
    func otherClock() throws {
        let server = try SoundServerProcess()
        let handle = try server.makeProvider().open("out.monitor")
        try handle.start(catcher, on: VirtualHostClock(now: 5_000_000_000_000_000))
        #expect(catcher.waitForFrames(480))
        handle.stop()
        // Within the year that is meant.
        let time = try #require(catcher.all.blocks.first).hostTime
        #expect(abs(time - 5_000_000_000_000_000) < 600_000_000_000)
    }

    @Test("is disconnected with its source, while others go on")
    func unplugged() throws {
        let server = try SoundServerProcess()
        let provider = server.makeProvider()
        let module = try server.control("load-module", "module-null-sink", "sink_name=usb", "norewinds=1")
        let handle = try provider.open("usb.monitor")
        let other = try provider.open("out.monitor")
        let others = SoundCatcher()
        try handle.start(catcher, on: host)
        try other.start(others, on: host)
        #expect(catcher.waitForFrames(4800))
        try server.control("unload-module", module)
        #expect(catcher.waitForFailure() == .disconnected)
        #expect(others.waitForFrames(9600))
        handle.stop()
        let error = #expect(throws: AVError.self) { try handle.start(catcher, on: host) }
        #expect(
            error?.description == "cannot open the microphone 'usb.monitor': the sound server does not have it any more"
        )
        // Plugged in again it is the same.
        try server.control("load-module", "module-null-sink", "sink_name=usb", "norewinds=1")
        let again = SoundCatcher()
        try handle.start(again, on: host)
        #expect(again.waitForFrames(4800))
        #expect(catcher.all.failures == [.disconnected])
        #expect(others.all.failures.isEmpty)
    }

    @Test("is interrupted with its server, and records again when that is back")
    func interrupted() throws {
        let server = try SoundServerProcess()
        let handle = try server.makeProvider().open("out.monitor")
        try handle.start(catcher, on: host)
        #expect(catcher.waitForFrames(4800))
        server.end()
        #expect(catcher.waitForFailure() == .interrupted("the sound server is gone: Connection terminated"))
        let error = #expect(throws: AVError.self) { try handle.start(catcher, on: host) }
        #expect(error?.description == "cannot open the microphone 'out.monitor': there is no sound server")
        try server.start()
        let again = SoundCatcher()
        try handle.start(again, on: host)
        #expect(again.waitForFrames(4800))
        #expect(catcher.all.failures.count == 1)
    }

    @Test("a source that is suspended delivers nothing, has not stalled, and goes on at a later time")
    func suspended() throws {
        let server = try SoundServerProcess()
        let handle = try server.makeProvider(stallMilliseconds: 500).open("out.monitor")
        try handle.start(catcher, on: host)
        #expect(catcher.waitForFrames(9600))
        try server.control("suspend-sink", "out", "1")
        // Meanwhile another one hears more than the time after which a source has stalled, and was started anew.
        let other = SoundCatcher()
        try server.control("load-module", "module-null-sink", "sink_name=usb", "norewinds=1")
        let monitor = try server.makeProvider().open("usb.monitor")
        try monitor.start(other, on: host)
        #expect(other.waitForFrames(2 * 48_000))
        monitor.stop()
        let before = catcher.all
        #expect(before.failures.isEmpty)
        try server.control("suspend-sink", "out", "0")
        #expect(catcher.waitForFrames(9600))
        handle.stop()
        let caught = catcher.all
        #expect(caught.failures.isEmpty)
        #expect(caught.blocks.prefix(before.blocks.count).allSatisfy { !$0.isDiscontinuous })
        let later = caught.blocks.dropFirst(before.blocks.count)
        #expect(later.count { $0.isDiscontinuous } == 1)
        #expect(zip(caught.blocks, caught.blocks.dropFirst()).allSatisfy { $0.hostTime < $1.hostTime })
        // What was not recorded is no part of the time: two seconds, less what was on its way.
        let gap = try #require(later.first).hostTime - #require(before.blocks.last).hostTime
        #expect(gap > 1_800_000_000)
    }

    @Test("has stalled when nothing comes, although it was started anew")
    func stalled() throws {
        let server = try SoundServerProcess()
        // It has what is written to the file, which is nothing.
        let file = server.folder.appending(path: "voice").path
        try server.control("load-module", "module-pipe-source", "source_name=pipe", "file=\(file)")
        let handle = try server.makeProvider(stallMilliseconds: 300).open("pipe")
        try handle.start(catcher, on: host)
        #expect(catcher.waitForFailure() == .stalled)
        #expect(catcher.all.blocks.isEmpty)
        handle.stop()
        #expect(catcher.all.failures == [.stalled])
    }

    @Test("has stalled with a server that hangs")
    func hanging() throws {
        let server = try SoundServerProcess()
        let handle = try server.makeProvider(stallMilliseconds: 500).open("out.monitor")
        try handle.start(catcher, on: host)
        #expect(catcher.waitForFrames(4800))
        server.hang(true)
        defer { server.hang(false) }
        #expect(catcher.waitForFailure() == .stalled)
        handle.stop()
    }

    @Test("closes when nobody holds it any more")
    func deinitialised() throws {
        let server = try SoundServerProcess()
        let provider = server.makeProvider()
        do {
            let handle = try provider.open("out.monitor")
            try handle.start(catcher, on: host)
            #expect(catcher.waitForFrames(480))
            #expect(try server.control("list", "short", "source-outputs") != "")
        }
        let changes = ChangeCounter()
        let watch = try #require(provider.watch(changes.changed))
        // The source goes idle, which is a change.
        #expect(changes.wait { (try? server.control("list", "short", "source-outputs")) == "" })
        withExtendedLifetime(watch) {}
    }
}
