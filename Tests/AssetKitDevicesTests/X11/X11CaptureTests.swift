import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("X11: a screen that runs")
struct X11CaptureTests {
    private func open(
        _ server: PrivateXServer,
        _ output: String = "screen",
        region: CGRect? = nil,
        duration: CMTime = CMTime(value: 1, timescale: 30),
        showsCursor: Bool = false,
        sharing: X11Sharing = .asItCan
    ) throws -> any DeviceHandle {
        let provider = X11Provider(display: server.name, sharing: sharing)
        let handle = try provider.open("x11:\(server.name)/\(output)")
        let format = DevicePictureFormat(.pixels(kCVPixelFormatType_32BGRA), width: 0, height: 0, rates: GrabPace.rates)
        let setup = DeviceSetup(
            format: .pictures(format),
            frameDuration: duration,
            region: region,
            showsCursor: showsCursor
        )
        #expect(try handle.configure(setup).frameDuration == duration)
        return handle
    }

    @Test("a still screen gives a picture in each period, none twice, and counts those it missed")
    func grid() throws {
        guard let server = try PrivateXServer() else { return }
        let handle = try open(server)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        let samples = try #require(sink.samples(20))
        handle.stop()
        let periods = samples.map { Int128($0.hostTime) * 30 / 1_000_000_000 }
        for (before, after) in zip(samples.indices, samples.indices.dropFirst()) {
            #expect(periods[after] - periods[before] == Int128(samples[after].lostCount) + 1)
            #expect(samples[after].hostTime > samples[before].hostTime)
        }
        #expect(sink.failures.isEmpty)
    }

    @Test("pictures come at multiples of the duration on the clock that is given")
    func virtualTime() throws {
        guard let server = try PrivateXServer(64, 48) else { return }
        let clock = WatchedHostClock(now: 7_000_000_001)
        let handle = try open(server, duration: CMTime(value: 1, timescale: 3))
        let sink = ScreenSink { sample in
            // The third keeps its sink until the sixth should have come.
            if sample.hostTime == 8_000_000_000 { clock.virtual.advance(by: 1_100_000_000) }
        }
        try handle.start(sink, on: clock)
        for number in 1...5 {
            #expect(clock.makeCall(number))
            #expect(sink.samples(number)?.count == number)
        }
        // Behind the last one, it waits.
        #expect(clock.deadline(6) == 10_000_000_000)
        handle.stop()
        #expect(clock.virtual.alarmCount == 0)
        let times: [Int64] = [7_333_333_334, 7_666_666_667, 8_000_000_000, 9_333_333_334, 9_666_666_667]
        #expect(sink.samples.map(\.hostTime) == times)
        #expect(sink.samples.map(\.lostCount) == [0, 0, 0, 3, 0])
    }

    @Test("it stops while it waits for a moment that does not come")
    func stopWhileWaiting() throws {
        guard let server = try PrivateXServer(64, 48) else { return }
        let clock = WatchedHostClock(now: 1)
        let handle = try open(server)
        let sink = ScreenSink()
        try handle.start(sink, on: clock)
        _ = clock.deadline(1)
        handle.stop()
        handle.stop()
        clock.virtual.advance(by: 1_000_000_000)
        #expect(sink.samples.isEmpty && sink.failures.isEmpty)
    }

    @Test("it stops while the server stands still, and starts again when that goes on", arguments: X11Sharing.allCases)
    func frozen(sharing: X11Sharing) throws {
        guard let server = try PrivateXServer() else { return }
        let handle = try open(server, sharing: sharing)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1) != nil)
        server.freeze(true)
        handle.stop()
        server.freeze(false)
        #expect(sink.failures.isEmpty)
        let count = sink.samples.count
        // Stopped in the middle of a picture that comes through it, a connection is of no use any more.
        guard sharing != .nothing else { return }
        try server.paint { _, _ in 0x12_3456 }
        let second = ScreenSink()
        try handle.start(second, on: SystemHostClock.shared)
        let picture = second.samples(1)?.first.flatMap(Pixels.init)
        #expect(picture == Pixels(640, 480) { _, _ in 0xFF12_3456 })
        handle.stop()
        #expect(sink.samples.count == count)
    }

    @Test("it stops in the middle of a picture that does not go on", arguments: [10, 14, 18])
    func frozenWithin(milliseconds: Int64) throws {
        // So large that one is nearly always under way; whether one is when the server stands still, nobody can know.
        guard let server = try PrivateXServer(3000, 2000) else { return }
        let handle = try open(server, duration: CMTime(value: 1, timescale: 120), sharing: .nothing)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(2) != nil)
        let isLater = Monitor(false)
        let alarm = SystemHostClock.shared.alarm(at: SystemHostClock.shared.now + milliseconds * 1_000_000) {
            isLater.withLock { $0 = true }
            isLater.announce()
        }
        isLater.wait { $0 ? () : nil }
        alarm.cancel()
        server.freeze(true)
        handle.stop()
        let count = sink.samples.count
        server.freeze(false)
        handle.close()
        #expect(sink.samples.count == count && sink.failures.isEmpty)
    }

    @Test("a server that does not answer is no still picture")
    func stalled() throws {
        guard let server = try PrivateXServer() else { return }
        let handle = try open(server)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1) != nil)
        server.freeze(true)
        #expect(sink.failure() == .stalled)
        server.freeze(false)
        handle.close()
    }

    @Test("its sink may stop it, and start it again")
    func stopFromSink() throws {
        guard let server = try PrivateXServer(64, 48) else { return }
        let handle = try open(server, duration: CMTime(value: 1, timescale: 100))
        let (second, third) = (ScreenSink(), ScreenSink())
        let first = ScreenSink { _ in
            do {
                for sink in [third, second] {
                    handle.stop()
                    try handle.start(sink, on: SystemHostClock.shared)
                }
            } catch {
                Issue.record(error)
            }
        }
        try handle.start(first, on: SystemHostClock.shared)
        #expect(second.samples(3) != nil)
        handle.stop()
        #expect(first.samples.count == 1 && third.samples.isEmpty)
        #expect(first.failures.isEmpty && second.failures.isEmpty)
    }

    @Test("it ends when nobody holds it any more")
    func dropped() throws {
        guard let server = try PrivateXServer(64, 48) else { return }
        let sink = ScreenSink()
        var handle: (any DeviceHandle)? = try open(server)
        try handle?.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1) != nil)
        handle = nil
        let count = sink.samples.count
        let other = ScreenSink()
        let another = try open(server)
        try another.start(other, on: SystemHostClock.shared)
        #expect(other.samples(3) != nil)
        #expect(sink.samples.count == count)
    }

    @Test(
        "it fails as soon as the server is gone, with the pointer and without",
        arguments: [true, false],
        X11Sharing.allCases
    )
    func lost(showsCursor: Bool, sharing: X11Sharing) throws {
        guard let server = try PrivateXServer() else { return }
        let handle = try open(server, showsCursor: showsCursor, sharing: sharing)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(2) != nil)
        server.kill()
        let count = sink.samples.count
        #expect(sink.failure() == .interrupted("the X server is gone"))
        // One may have been under way.
        #expect(sink.samples.count <= count + 1)
        // What begins now hears the same.
        let second = ScreenSink()
        try handle.start(second, on: SystemHostClock.shared)
        #expect(second.failure() == .interrupted("the X server is gone"))
        #expect(second.samples.isEmpty)
        handle.stop()
        #expect(sink.failures.count == 1)
        let format = DevicePictureFormat(.pixels(kCVPixelFormatType_32BGRA), width: 0, height: 0, rates: GrabPace.rates)
        let error = #expect(throws: AVError.self) { try handle.configure(DeviceSetup(format: .pictures(format))) }
        #expect(error?.description == "the screen 'screen' cannot be set up: the X server is gone")
    }

    // MARK: - Changes. Time stands still meanwhile, so that none of several is seen alone.

    @Test("it fails when its monitor is taken away")
    func disconnected() throws {
        guard PrivateXServer.has("xrandr"), let server = try PrivateXServer() else { return }
        try server.addMonitor("right", x: 320, width: 320, height: 480)
        let handle = try open(server, "right")
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1) != nil)
        try server.removeMonitor("right")
        #expect(sink.failure() == .disconnected)
    }

    @Test("it follows its monitor to another place")
    func moved() throws {
        guard PrivateXServer.has("xrandr"), let server = try PrivateXServer() else { return }
        try server.addMonitor("mine", x: 0, width: 320, height: 480)
        try server.paint { column, _ in column < 320 ? 0x11_1111 : 0x22_2222 }
        let handle = try open(server, "mine")
        let (sink, clock) = (ScreenSink(), WatchedHostClock(now: 0))
        try handle.start(sink, on: clock)
        #expect(clock.makeCall(1))
        #expect(sink.samples(1) != nil && clock.deadline(2) != nil)
        try server.removeMonitor("mine")
        try server.addMonitor("mine", x: 320, width: 320, height: 480)
        #expect(clock.makeCall(2))
        let pictures = sink.samples(2)?.map(Pixels.init)
        let (left, right) = (Pixels(320, 480) { _, _ in 0xFF11_1111 }, Pixels(320, 480) { _, _ in 0xFF22_2222 })
        #expect(pictures == [left, right])
        // The next run begins there.
        handle.stop()
        let second = ScreenSink()
        try handle.start(second, on: SystemHostClock.shared)
        #expect(second.samples(1)?.first.flatMap(Pixels.init) == right)
        handle.stop()
        #expect(sink.failures.isEmpty && second.failures.isEmpty)
    }

    @Test("it goes on when its monitor becomes smaller, as long as what it shows is there")
    func partStays() throws {
        guard PrivateXServer.has("xrandr"), let server = try PrivateXServer() else { return }
        try server.addMonitor("mine", x: 0, width: 400, height: 300)
        let handle = try open(server, "mine", region: CGRect(x: 10, y: 10, width: 100, height: 100))
        let (sink, clock) = (ScreenSink(), WatchedHostClock(now: 0))
        try handle.start(sink, on: clock)
        for (number, size) in [(1, 300), (2, 110), (3, 109)] {
            #expect(clock.deadline(number) != nil)
            try server.removeMonitor("mine")
            try server.addMonitor("mine", x: 0, width: size, height: size)
            #expect(clock.makeCall(number))
            if number < 3 { #expect(sink.samples(number) != nil) }
        }
        #expect(sink.failure() == .broken("the screen has another size now: 109 x 109 pixels"))
        #expect(sink.samples.count == 2)
    }

    @Test("it fails when all of a screen was wanted and that has another size, and can be set up anew")
    func resized() throws {
        guard PrivateXServer.has("xrandr"), let server = try PrivateXServer() else { return }
        let handle = try open(server)
        let (sink, clock) = (ScreenSink(), WatchedHostClock(now: 0))
        try handle.start(sink, on: clock)
        #expect(clock.makeCall(1))
        #expect(sink.samples(1) != nil && clock.deadline(2) != nil)
        try server.resize(320, 240)
        #expect(clock.makeCall(2))
        #expect(sink.failure() == .broken("the screen has another size now: 320 x 240 pixels"))
        let format = DevicePictureFormat(.pixels(kCVPixelFormatType_32BGRA), width: 0, height: 0, rates: GrabPace.rates)
        let setup = try handle.configure(DeviceSetup(format: .pictures(format)))
        #expect(setup.format.pictures?.width == 320)
        let second = ScreenSink()
        try handle.start(second, on: SystemHostClock.shared)
        #expect(second.samples(2) != nil)
        handle.stop()
    }

    @Test("it fails when a screen becomes smaller while it is read")
    func smaller() throws {
        guard PrivateXServer.has("xrandr"), let server = try PrivateXServer() else { return }
        let handle = try open(server, duration: CMTime(value: 1, timescale: 120))
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1) != nil)
        try server.resize(320, 240)
        guard case .broken(let reason)? = sink.failure() else {
            Issue.record("\(sink.failures)")
            return
        }
        #expect(reason.hasPrefix("the screen has another size now: "))
    }
}
