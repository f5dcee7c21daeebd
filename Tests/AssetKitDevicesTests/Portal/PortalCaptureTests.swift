import AssetKitBase
import AssetKitClocks
import AssetKitDevices
import AssetKitMedia
import CMTimeLib
import Foundation
import Testing

@Suite("Portal: a screen that is shared", .serialized, .onOwnThread)
struct PortalCaptureTests {
    private func open(
        _ desktop: PrivateDesktop,
        region: CGRect? = nil,
        rate: Int32 = 10,
        application: String = "test"
    ) throws -> any DeviceHandle {
        let handle = try desktop.provider(application: application).open("portal:screen")
        let format = DevicePictureFormat(.pixels(kCVPixelFormatType_32BGRA), width: 0, height: 0, rates: GrabPace.rates)
        let duration = CMTime(value: 1, timescale: rate)
        let setup = DeviceSetup(format: .pictures(format), frameDuration: duration, region: region, showsCursor: false)
        #expect(try handle.configure(setup) == setup)
        return handle
    }

    private func painted(_ sample: DeviceSample) -> PaintedPicture? { Pixels(sample).map(PaintedPicture.init) }

    // MARK: - Pictures

    @Test("what is chosen is handed on as it is, and a still screen keeps its rate")
    func still() throws {
        guard let desktop = try PrivateDesktop() else { return }
        let handle = try open(desktop)
        let (sink, begin) = (ScreenSink(), SystemHostClock.shared.now)
        try handle.start(sink, on: SystemHostClock.shared)
        let samples = try #require(sink.samples(12))
        handle.stop()
        // Which one it is depends on how often its sender had to begin.
        let number = painted(samples[0])?.number
        #expect(samples.allSatisfy { painted($0)?.number == number && painted($0)?.isWhole == true })
        let period: Int64 = 100_000_000
        #expect(samples[0].hostTime > begin)
        // The first one has its own time. Behind it they lie on the grid, and none is missing that is not said to be.
        #expect(samples.dropFirst().allSatisfy { $0.hostTime % period == 0 })
        for (before, after) in zip(samples, samples.dropFirst()) {
            let gap = after.hostTime - before.hostTime
            #expect(gap >= period && gap < Int64(2 + after.lostCount) * period)
        }
        #expect(sink.failures.isEmpty)
        let asked = desktop.events.filter { $0.hasPrefix("dialogs: SelectSources") }
        #expect(asked.count == 1 && asked[0].contains("'types': 3") && asked[0].contains("'cursor_mode': 1"))
    }

    @Test("pictures that come keep their order and their times, and never come faster than they are asked for")
    func moving() throws {
        guard let desktop = try PrivateDesktop(rate: 50) else { return }
        let handle = try open(desktop, rate: 20)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        let samples = try #require(sink.samples(20))
        handle.stop()
        let pictures = samples.compactMap(painted)
        #expect(pictures.count == samples.count && pictures.allSatisfy(\.isWhole))
        for (before, after) in zip(pictures, pictures.dropFirst()) { #expect(after.number >= before.number) }
        #expect(pictures[19].number > pictures[0].number)
        for (before, after) in zip(samples, samples.dropFirst()) {
            #expect(after.hostTime - before.hostTime >= 50_000_000)
        }
    }

    @Test("a part of it, and other pixels, are had as they are asked for")
    func forms() throws {
        guard let desktop = try PrivateDesktop(64, 49) else { return }
        let handle = try open(desktop, region: CGRect(x: 9, y: 10, width: 30, height: 20), rate: 120)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        let part = try #require(sink.samples(1)?.first.flatMap(Pixels.init))
        // From the second bar of eight pixels, yellow, up to the fifth, magenta.
        #expect((part.width, part.height) == (30, 20))
        #expect(part[0, 0] == 0xFFFF_FF00 && part[6, 19] == 0xFFFF_FF00 && part[7, 0] == 0xFF00_FFFF)
        #expect(part[29, 19] == 0xFFFF_00FF)
        handle.prefer(kCVPixelFormatType_420YpCbCr8Planar)
        func formats() -> [OSType] {
            sink.samples.compactMap { if case .picture(let picture) = $0.content { picture.format.type } else { nil } }
        }
        while formats().last != kCVPixelFormatType_420YpCbCr8Planar {
            _ = try #require(sink.samples(sink.samples.count + 1))
        }
        handle.prefer(nil)
        while formats().last != kCVPixelFormatType_32BGRA {
            _ = try #require(sink.samples(sink.samples.count + 1))
        }
        handle.stop()
        #expect(sink.samples.last.flatMap(Pixels.init) == part)
        // All of it is of an even height.
        let whole = try open(desktop, rate: 120)
        let second = ScreenSink()
        try whole.start(second, on: SystemHostClock.shared)
        let picture = try #require(second.samples(1)?.first.flatMap(Pixels.init))
        #expect((picture.width, picture.height) == (64, 48))
        whole.stop()
    }

    @Test("pixels are what they are in whichever order they come", arguments: ["RGBx", "RGBA", "BGRA", "xRGB"])
    func orders(name: String) throws {
        guard let desktop = try PrivateDesktop() else { return }
        desktop.say("pictures format \(name)")
        let handle = try open(desktop, rate: 120)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1)?.first.flatMap(painted)?.isWhole == true, "\(sink.failures)")
        handle.stop()
    }

    @Test("on another clock pictures have the times of that")
    func virtualTime() throws {
        guard let desktop = try PrivateDesktop() else { return }
        let clock = WatchedHostClock(now: 7_000_000_001)
        let handle = try open(desktop, rate: 2)
        let sink = ScreenSink()
        try handle.start(sink, on: clock)
        #expect(sink.samples(1) != nil)
        for number in 1...3 {
            #expect(clock.makeCall(number))
            #expect(sink.samples(number + 1) != nil)
        }
        #expect(clock.deadline(4) != nil)
        handle.stop()
        #expect(clock.virtual.alarmCount == 0)
        let times: [Int64] = [7_000_000_001, 8_000_000_000, 8_500_000_000, 9_000_000_000]
        #expect(sink.samples.map(\.hostTime) == times)
    }

    // MARK: - Answers

    @Test(
        "no, and no answer, are told",
        arguments: [("no", "answered with no"), ("ended", "closed without an answer")]
    )
    func refused(answer: String, words: String) throws {
        guard let desktop = try PrivateDesktop() else { return }
        desktop.say("dialogs \(answer)")
        let handle = try open(desktop)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.failure() == .refused("the desktop's dialog was \(words)"))
        // The next time the answer may be another.
        desktop.say("dialogs yes")
        let second = ScreenSink()
        try handle.start(second, on: SystemHostClock.shared)
        #expect(second.samples(2) != nil)
        handle.close()
        #expect(sink.samples.isEmpty && sink.failures.count == 1)
        #expect(throws: AVError.self) { try handle.start(sink, on: SystemHostClock.shared) }
    }

    @Test("while a dialog is open it stops at once, and the dialog goes")
    func stopInDialog() throws {
        guard let desktop = try PrivateDesktop() else { return }
        desktop.say("dialogs wait")
        let handle = try open(desktop)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(desktop.hears("dialogs: dialog open"))
        handle.stop()
        #expect(desktop.hears("dialogs: dialog closed"))
        #expect(sink.samples.isEmpty && sink.failures.isEmpty)
        // Another one is answered later, and pictures come then.
        let second = ScreenSink()
        try handle.start(second, on: SystemHostClock.shared)
        #expect(desktop.hears("dialogs: dialog open", times: 2))
        desktop.say("dialogs answer yes")
        #expect(second.samples(2) != nil)
        handle.stop()
        #expect(desktop.hears("dialogs: session closed"))
    }

    @Test("a stop from before the dialog is not lost")
    func stopBeforeDialog() throws {
        guard let desktop = try PrivateDesktop() else { return }
        desktop.say("dialogs wait")
        let handle = try open(desktop)
        let sink = ScreenSink()
        for _ in 0..<40 {
            try handle.start(sink, on: SystemHostClock.shared)
            handle.stop()
        }
        #expect(sink.samples.isEmpty && sink.failures.isEmpty)
        // How far each came nobody can know. Whatever was shown is gone.
        let opened = desktop.count("dialogs: dialog open")
        if opened > 0 { #expect(desktop.hears("dialogs: dialog closed", times: opened)) }
    }

    @Test("what was chosen is not asked for again, and each program has its own choice")
    func remembered() throws {
        guard let desktop = try PrivateDesktop() else { return }
        var words: [String?] = []
        for _ in 0..<2 {
            let handle = try open(desktop)
            let sink = ScreenSink()
            try handle.start(sink, on: SystemHostClock.shared)
            #expect(sink.samples(1) != nil)
            handle.close()
            words.append(desktop.token().read())
        }
        let other = try open(desktop, application: "other")
        let sink = ScreenSink()
        try other.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1) != nil)
        other.close()
        let asked = desktop.events.filter { $0.hasPrefix("dialogs: SelectSources") }
        #expect(asked.map { $0.contains("restore_data") } == [false, true, false])
        #expect(asked.allSatisfy { $0.contains("'persist_mode': 2") })
        #expect(words.allSatisfy { $0 != nil })
    }

    @Test(
        "what is remembered and not wanted any more is forgotten, and asked for once",
        arguments: ["no token at all", "00000000-0000-4000-8000-000000000000"]
    )
    func forgotten(word: String) throws {
        guard let desktop = try PrivateDesktop() else { return }
        desktop.token().keep(word)
        let handle = try open(desktop)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1) != nil, "\(sink.failures)")
        handle.close()
        #expect(desktop.token().read() != word && desktop.token().read() != nil)
        #expect(desktop.count("dialogs: Start") == 1)
    }

    // MARK: - Ends

    @Test("that sharing was ended is told, and is no fault")
    func ended() throws {
        guard let desktop = try PrivateDesktop() else { return }
        let handle = try open(desktop)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(2) != nil)
        desktop.say("dialogs close")
        #expect(sink.failure() == .ended("sharing was ended from the desktop"))
        let count = sink.samples.count
        handle.stop()
        #expect(sink.samples.count == count && sink.failures.count == 1)
    }

    @Test("it is interrupted where the portal or PipeWire is gone", arguments: ["portal", "pipewire", "bus"])
    func lost(name: String) throws {
        guard let desktop = try PrivateDesktop() else { return }
        let handle = try open(desktop)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(2) != nil)
        desktop.say("kill \(name)")
        guard case .interrupted(let reason)? = sink.failure() else {
            Issue.record("\(sink.failures)")
            return
        }
        #expect(!reason.isEmpty)
        handle.stop()
        #expect(sink.failures.count == 1)
    }

    @Test("it is gone where its sender is")
    func senderGone() throws {
        guard let desktop = try PrivateDesktop() else { return }
        let handle = try open(desktop)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(2) != nil)
        desktop.say("kill pictures")
        #expect(sink.failure() == .disconnected)
        handle.stop()
    }

    @Test("it fails where all was wanted and that has another size, and shows that when it is started anew")
    func resized() throws {
        guard let desktop = try PrivateDesktop(rate: 30) else { return }
        let handle = try open(desktop)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1) != nil)
        desktop.say("pictures size 80 60")
        #expect(sink.failure() == .broken("what is shared has another size now: 80 x 60 pixels"))
        let second = ScreenSink()
        try handle.start(second, on: SystemHostClock.shared)
        let picture = try #require(second.samples(1)?.first.flatMap(Pixels.init))
        #expect((picture.width, picture.height) == (80, 60) && PaintedPicture(picture).isWhole)
        handle.stop()
    }

    @Test("it goes on where a part was wanted that is still there, and fails where that is not")
    func partStays() throws {
        guard let desktop = try PrivateDesktop(rate: 30) else { return }
        let handle = try open(desktop, region: CGRect(x: 0, y: 0, width: 40, height: 40))
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1) != nil)
        desktop.say("pictures size 80 60")
        let count = sink.samples.count
        #expect(sink.samples(count + 3) != nil && sink.failures.isEmpty)
        desktop.say("pictures size 30 60")
        #expect(sink.failure() == .broken("what is shared has another size now: 30 x 60 pixels"))
        let third = try open(desktop, region: CGRect(x: 100, y: 0, width: 40, height: 40))
        let second = ScreenSink()
        try third.start(second, on: SystemHostClock.shared)
        let reason = "there is no picture of that part of what is shared: it has 30 x 60 pixels"
        #expect(second.failure() == .broken(reason))
    }

    @Test("its sink may stop it, and start it again")
    func stopFromSink() throws {
        guard let desktop = try PrivateDesktop() else { return }
        let handle = try open(desktop)
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
        #expect(second.samples(2) != nil)
        handle.stop()
        #expect(first.samples.count == 1 && third.samples.isEmpty)
        #expect(first.failures.isEmpty && second.failures.isEmpty)
    }

    @Test("it ends when nobody holds it any more")
    func dropped() throws {
        guard let desktop = try PrivateDesktop() else { return }
        let sink = ScreenSink()
        var handle: (any DeviceHandle)? = try open(desktop)
        try handle?.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1) != nil)
        handle = nil
        let count = sink.samples.count
        #expect(desktop.hears("dialogs: session closed"))
        #expect(sink.samples.count == count)
    }

    // MARK: - What cannot be believed

    @Test(
        "a portal that shares what there is not is told in one sentence",
        arguments: [
            ("dialogs streams none", "the desktop's portal makes no sense"),
            ("dialogs streams wrong", "the desktop's dialog was closed without an answer"),
            ("dialogs share 4000", "nothing comes of what is shared: PipeWire has no such sender"),
        ]
    )
    func senseless(command: String, sentence: String) throws {
        guard let desktop = try PrivateDesktop() else { return }
        desktop.say(command)
        let handle = try open(desktop)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        let reason: String
        switch sink.failure() {
        case .broken(let text)?, .refused(let text)?: reason = text
        default:
            Issue.record("\(sink.failures)")
            return
        }
        #expect(reason.hasPrefix(sentence), "\(reason)")
        #expect(sink.samples.isEmpty)
        // Nothing of that is remembered.
        #expect(desktop.token().read() == nil)
    }

    @Test(
        "what is said besides is not believed",
        arguments: ["dialogs streams huge", "dialogs streams many", "dialogs token bytes 1000000"]
    )
    func besides(command: String) throws {
        guard let desktop = try PrivateDesktop() else { return }
        desktop.say(command)
        let handle = try open(desktop)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        #expect(sink.samples(1)?.first.flatMap(painted)?.isWhole == true, "\(sink.failures)")
        handle.stop()
    }

    @Test(
        "pictures that are broken are left out",
        arguments: ["corrupted", "empty", "shrunk", "stride -7", "offset 4000000000", "bytes 8"]
    )
    func broken(lie: String) throws {
        guard let desktop = try PrivateDesktop() else { return }
        let handle = try open(desktop)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        let first = try #require(sink.samples(1)?.first.flatMap(painted)?.number)
        desktop.say("pictures \(lie)")
        desktop.say("pictures next", until: "pictures: sent")
        // The next ones show the one before still.
        let count = sink.samples.count
        let samples = try #require(sink.samples(count + 3))
        #expect(samples.allSatisfy { painted($0).map { $0.number == first && $0.isWhole } == true })
        // Of one in which nothing is nobody can say whether it was one.
        if lie != "empty" { #expect(samples.reduce(0) { $0 + $1.lostCount } >= 1) }
        desktop.say("pictures honest")
        desktop.say("pictures next", until: "pictures: sent")
        let place = sink.samples.count
        let later = try #require(sink.samples(place + 3)?.last.flatMap(painted))
        #expect(later.number > first && later.isWhole)
        handle.stop()
        #expect(sink.failures.isEmpty)
    }

    @Test("where no picture can be read it says so", arguments: ["stride -7", "offset 4000000000"])
    func unreadable(lie: String) throws {
        guard let desktop = try PrivateDesktop() else { return }
        desktop.say("pictures \(lie)")
        let handle = try desktop.provider(milliseconds: 300).open("portal:screen")
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        guard case .broken? = sink.failure() else {
            Issue.record("\(sink.failures)")
            return
        }
        #expect(sink.samples.isEmpty)
        handle.close()
    }

    @Test("sizes that change all the time are no trouble for what is in the middle of it")
    func restless() throws {
        guard let desktop = try PrivateDesktop(rate: 100) else { return }
        let handle = try open(desktop, region: CGRect(x: 0, y: 0, width: 20, height: 20), rate: 120)
        let sink = ScreenSink()
        try handle.start(sink, on: SystemHostClock.shared)
        for number in 0..<30 {
            desktop.say("pictures size \(number % 2 == 0 ? "80 60" : "40 30")")
            let count = sink.samples.count
            #expect(sink.samples(count + 3) != nil)
        }
        handle.stop()
        #expect(sink.failures.isEmpty)
    }

    @Test("times that cannot be are those of arrival", arguments: ["past", "future"])
    func times(lie: String) throws {
        guard let desktop = try PrivateDesktop() else { return }
        desktop.say("pictures \(lie)")
        let handle = try open(desktop)
        let (sink, begin) = (ScreenSink(), SystemHostClock.shared.now)
        try handle.start(sink, on: SystemHostClock.shared)
        let samples = try #require(sink.samples(2))
        handle.stop()
        #expect(samples[0].hostTime > begin && samples[1].hostTime < SystemHostClock.shared.now)
    }

    // MARK: - Nothing is left

    @Test("after many starts and stops there are as many descriptors as before")
    func leaks() async {
        await #expect(processExitsWith: .success) {
            guard let desktop = try PrivateDesktop() else { return }
            let handle = try desktop.provider().open("portal:screen")
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            var before = 0
            for number in 0..<52 {
                let sink = ScreenSink()
                // Of each three, one is refused and one is stopped before anything comes.
                desktop.say(number % 3 == 1 ? "dialogs no" : "dialogs yes")
                if number % 3 == 1 { desktop.token().keep(nil) }
                try handle.start(sink, on: SystemHostClock.shared)
                if number % 3 != 2 { #expect(sink.hasSomething()) }
                handle.stop()
                if number == 1 { before = try descriptors() }
            }
            let after = try descriptors()
            precondition(after <= before, "\(before) descriptors, and then \(after)")
        }
    }
}
