import AssetKitBase
import AssetKitClocks
import AssetKitTargets
import Foundation
import Testing

@Suite("A stream to a sound server", .serialized)  // several servers at once take each other's time
struct PulseAudioTargetTests {
    private let events = Events<AKAudioTargetEvent>()
    private let stereo = AKAudioTargetFormat(sampleRate: 44_100, channelCount: 2)

    private func makeTarget(_ server: PrivateSoundServer) -> AKPulseAudioTarget {
        AKPulseAudioTarget(applicationName: "AssetKit tests", streamName: "a counter", server: server.address)
    }

    private func waitForUnderrun() { #expect(events.wait { if case .underrun = $0 { true } else { nil } } == true) }

    @Test("plays every sample bit for bit, at the server's rate")
    func samples() throws {
        guard let server = try PrivateSoundServer() else { return }
        let recorder = try SoundRecorder(server)
        let target = makeTarget(server)
        #expect(try target.open(stereo, events: events.add) == .init(sampleRate: 48_000, channelCount: 2))
        let counter = Counter(frames: 48_000)
        target.start(at: nil, counter.fill)
        waitForUnderrun()  // what follows the last sample
        recorder.wait(seconds: 0.3)
        recorder.stop()
        let record = CounterRecord(recorder.numbers)
        #expect((record.first, record.last, record.breaks) == (1, 48_000, 0))
        #expect(recorder.hasEqualChannels)
        #expect(events.texts == ["underrun"])
    }

    @Test("has the names that it was given")
    func names() throws {
        guard let server = try PrivateSoundServer() else { return }
        let target = makeTarget(server)
        _ = try target.open(stereo, events: events.add)
        #expect(server.list("sink-inputs").contains("application.name = \"AssetKit tests\""))
        #expect(server.list("sink-inputs").contains("media.name = \"a counter\""))
        target.streamName = "holiday.mov"
        #expect(server.list("sink-inputs").contains("media.name = \"holiday.mov\""))
        target.close()
    }

    @Test("stops at once, and starts again with other sound")
    func stop() throws {
        guard let server = try PrivateSoundServer() else { return }
        let recorder = try SoundRecorder(server)
        let target = makeTarget(server)
        _ = try target.open(stereo, events: events.add)
        let first = Counter()
        target.start(at: nil, first.fill)
        recorder.wait(seconds: 0.3)
        target.stop()
        #expect(target.position == nil)
        let given = first.given
        recorder.wait(seconds: 0.3)
        #expect(first.given == given)
        let second = Counter(frames: 9600)
        second.state.withLock { $0.next = 500_001 }
        target.start(at: nil, second.fill)
        waitForUnderrun()
        recorder.wait(seconds: 0.3)
        recorder.stop()
        let numbers = recorder.numbers
        let one = CounterRecord(numbers.filter { $0 < 500_000 }.reversed().drop { $0 == 0 }.reversed())
        #expect((one.first, one.breaks) == (1, 0))
        #expect(one.last < given)
        let two = CounterRecord(numbers.map { $0 > 500_000 ? $0 : 0 })
        #expect((two.first, two.last, two.breaks) == (500_001, 509_600, 0))
    }

    @Test("starts at a moment that lies ahead, and tells which frame is heard when")
    func position() throws {
        guard let server = try PrivateSoundServer() else { return }
        let recorder = try SoundRecorder(server)
        let target = makeTarget(server)
        _ = try target.open(stereo, events: events.add)
        let clock = SystemHostClock.shared
        let wished = clock.now + 400_000_000
        let counter = Counter()
        target.start(at: wished, counter.fill)
        var positions: [AKAudioTargetPosition] = []
        for _ in 0..<150 {
            recorder.wait(seconds: 0.01)
            if let position = target.position, position != positions.last { positions.append(position) }
        }
        target.stop()
        recorder.stop()
        let record = CounterRecord(recorder.numbers)
        #expect((record.first, record.breaks) == (1, 0))
        let heard = recorder.begin + Int64(record.firstPlace) * 1_000_000_000 / 48_000
        let errors = positions.map { Double($0.hostTime - heard - $0.frame * 1_000_000_000 / 48_000) / 1e6 }.sorted()
        try #require(!errors.isEmpty)
        #expect(events.all.isEmpty)
        // The machine may be busy: what is exact is measured elsewhere.
        #expect(abs(errors[errors.count / 2]) < 60)
    }

    @Test("says that it ran dry, does not count the silence, and goes on")
    func underrun() throws {
        guard let server = try PrivateSoundServer() else { return }
        let recorder = try SoundRecorder(server)
        let target = makeTarget(server)
        _ = try target.open(stereo, events: events.add)
        let counter = Counter(frames: 24_000)
        target.start(at: nil, counter.fill)
        waitForUnderrun()
        recorder.wait(seconds: 0.2)
        counter.state.withLock { $0.left = 24_000 }
        #expect(events.wait(count: 2))
        recorder.wait(seconds: 0.3)
        recorder.stop()
        let numbers = recorder.numbers
        let heard = numbers.filter { $0 != 0 }
        #expect(heard == Array(1...48_000))
        let gaps = zip(numbers, numbers.dropFirst()).count { $0 != 0 && $1 == 0 }
        #expect(gaps == 2)  // one between, one behind
        #expect(target.position.map { $0.frame <= 48_000 } ?? true)
    }

    @Test("is lost with its server, and the process goes on")
    func lost() throws {
        guard let server = try PrivateSoundServer() else { return }
        let target = makeTarget(server)
        _ = try target.open(stereo, events: events.add)
        let counter = Counter()
        target.start(at: nil, counter.fill)
        server.kill()
        let reason = events.wait { if case .lost(let reason) = $0 { reason } else { nil } }
        #expect(reason == "the sound server is gone: Connection terminated")
        #expect(target.position == nil)
        target.stop()
        target.start(at: nil, counter.fill)
        target.streamName = "nobody hears it"
        target.close()
        let error = #expect(throws: AVError.self) { try target.open(stereo, events: events.add) }
        #expect(error?.description.hasPrefix("there is no sound server to play to: ") == true)
    }

    @Test("may be stopped and closed by its own source and by whoever hears its events")
    func reentry() throws {
        guard let server = try PrivateSoundServer() else { return }
        let target = makeTarget(server)
        _ = try target.open(stereo, events: events.add)
        let counter = Counter()
        let isClosed = Monitor(false)
        target.start(at: nil) { samples in
            guard counter.given > 9600 else { return counter.fill(samples) }
            target.close()
            isClosed.withLock { $0 = true }
            isClosed.announce()
            return 0
        }
        isClosed.wait { $0 ? () : nil }
        #expect(target.position == nil)
        _ = try target.open(stereo) { [events] event in
            target.stop()
            events.add(event)
        }
        target.start(at: nil, Counter(frames: 480).fill)
        waitForUnderrun()
    }

    @Test("says in one sentence that there is no server")
    func noServer() throws {
        let target = AKPulseAudioTarget(applicationName: "tests", streamName: "none", server: "unix:/nowhere/native")
        let error = #expect(throws: AVError.self) { try target.open(stereo, events: events.add) }
        #expect(error?.description == "there is no sound server to play to: Connection refused")
        #expect(target.position == nil)
    }
}
