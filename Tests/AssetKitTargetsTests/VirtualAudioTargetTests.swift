import AssetKitBase
import AssetKitClocks
import AssetKitTargets
import Testing

@Suite("A virtual sound device")
struct VirtualAudioTargetTests {
    private let host = VirtualHostClock()
    private let counter = Counter()
    private let events = Events<AKAudioTargetEvent>()
    private let stereo = AKAudioTargetFormat(sampleRate: 48_000, channelCount: 2)

    private func makeTarget(
        latency: Duration = .zero,
        quantum: Duration = .milliseconds(10),
        keepsSound: Bool = true,
        _ change: (inout AKVirtualAudioTarget.Faults) -> Void = { _ in }
    ) throws -> AKVirtualAudioTarget {
        var faults = AKVirtualAudioTarget.Faults()
        change(&faults)
        let target = AKVirtualAudioTarget(
            host: host,
            latency: latency,
            quantum: quantum,
            faults: faults,
            keepsSound: keepsSound
        )
        #expect(try target.open(stereo, events: events.add) == stereo)
        return target
    }

    @Test("takes a quantum whenever its clock says so, and what it was given is heard in that order")
    func pace() throws {
        let target = try makeTarget()
        target.start(at: nil, counter.fill)
        #expect(counter.given == 0)
        host.advance(by: 0)
        #expect(counter.askedFor == [480])
        host.advance(by: 9_999_999)
        #expect(counter.askedFor == [480])
        host.advance(by: 1)
        #expect(counter.askedFor == [480, 480])
        host.advance(to: 1_000_000_000)
        #expect(counter.given == 48_480)
        #expect(target.heard == Counter.samples(48_000))
        #expect(target.heardRuns == [.init(hostTime: 0, frameCount: 48_000)])
        #expect(events.all.isEmpty)
    }

    @Test("has its latency's worth of sound ahead, and the first frame is heard so much later")
    func latency() throws {
        let target = try makeTarget(latency: .milliseconds(100))
        host.advance(to: 5)
        target.start(at: nil, counter.fill)
        host.advance(to: 100_000_004)
        #expect(target.position == nil)
        #expect(counter.given == 480 * 10)
        host.advance(to: 100_000_005)
        #expect(target.position == .init(frame: 0, hostTime: 100_000_005))
        #expect(counter.given == 480 * 11)
        host.advance(by: 1_000_000)
        #expect(target.position == .init(frame: 48, hostTime: 101_000_005))
    }

    @Test("starts at a moment that lies ahead, and not before it can")
    func start() throws {
        let target = try makeTarget(latency: .milliseconds(20))
        target.start(at: 50_000_000, counter.fill)
        host.advance(to: 29_999_999)
        #expect(counter.given == 0)
        host.advance(to: 51_000_000)
        #expect(target.position == .init(frame: 48, hostTime: 51_000_000))
        target.start(at: 0, counter.fill)
        host.advance(to: 70_999_999)
        #expect(target.position == nil)
        host.advance(to: 71_000_000)
        #expect(target.position == .init(frame: 0, hostTime: 71_000_000))
    }

    @Test("says of a frame the first nanosecond at which it is heard")
    func exactPosition() throws {
        let target = try makeTarget()
        target.start(at: nil, counter.fill)
        host.advance(to: 20_833)
        #expect(target.position == .init(frame: 0, hostTime: 0))
        host.advance(to: 20_834)
        #expect(target.position == .init(frame: 1, hostTime: 20_834))
    }

    @Test("drops at a stop what has not been heard, and counts from the next start on")
    func stop() throws {
        let target = try makeTarget(latency: .milliseconds(30))
        target.start(at: nil, counter.fill)
        host.advance(to: 50_000_000)
        #expect(counter.given == 480 * 6)
        target.stop()
        #expect(target.position == nil)
        #expect(target.heard == Counter.samples(960))
        host.advance(to: 80_000_000)
        #expect(counter.given == 480 * 6)
        target.start(at: nil, counter.fill)
        host.advance(to: 120_000_000)
        #expect(target.position == .init(frame: 480, hostTime: 120_000_000))
        #expect(target.heard == Counter.samples(960) + Counter.samples(480, from: 480 * 6 + 1))
        #expect(
            target.heardRuns == [
                .init(hostTime: 30_000_000, frameCount: 960), .init(hostTime: 110_000_000, frameCount: 480),
            ]
        )
        #expect(events.all.isEmpty)
    }

    @Test("runs dry where the source has nothing, says so once, and does not count the silence")
    func dry() throws {
        let target = try makeTarget(latency: .milliseconds(20))
        target.start(at: nil, counter.fill)
        host.advance(to: 50_000_000)  // 30 ms heard, 60 given
        counter.isEmpty = true
        host.advance(to: 79_999_999)
        #expect(events.all.isEmpty)
        host.advance(to: 100_000_000)
        #expect(events.texts == ["underrun"])
        #expect(target.position == .init(frame: 2880, hostTime: 100_000_000))
        counter.isEmpty = false
        host.advance(to: 200_000_000)
        #expect(events.texts == ["underrun"])
        let position = try #require(target.position)
        // It asks again every quarter of a quantum, so the sound is back at 102.5 ms.
        #expect(position == .init(frame: 2880 + 97_500 * 48 / 1000, hostTime: 200_000_000))
        #expect(target.heard == Counter.samples(Int(position.frame)))
        #expect(target.heardRuns.map(\.hostTime) == [20_000_000, 102_500_000])
    }

    @Test("waits for a source that has nothing yet without calling that an underrun")
    func slowSource() throws {
        let target = try makeTarget()
        counter.isEmpty = true
        target.start(at: nil, counter.fill)
        host.advance(to: 100_000_000)
        #expect(target.position == nil)
        #expect(events.all.isEmpty)
        counter.isEmpty = false
        host.advance(to: 120_000_000)
        #expect(target.heardRuns.map(\.frameCount) == [840])
    }

    @Test("asks at once for the rest of a quantum of which it got a part, and hears no gap if that comes in time")
    func parts() throws {
        let target = try makeTarget(latency: .milliseconds(10))
        target.start(at: nil) { [counter] samples in
            counter.fill(UnsafeMutableBufferPointer(rebasing: samples.prefix(200 * 2)))
        }
        host.advance(to: 1_000_000_000)
        #expect(events.all.isEmpty)
        #expect(target.heard == Counter.samples(990 * 48))
    }

    @Test("goes faster or slower than it should, exactly", arguments: [-200.0, 200, 0.5])
    func drift(ppm: Double) throws {
        let target = try makeTarget(quantum: .seconds(1), keepsSound: false) { $0.driftPPM = ppm }
        target.start(at: nil) { $0.count / 2 }
        host.advance(to: 10_000 * 1_000_000_000)
        #expect(target.position?.frame == 480_000_000 + Int64(480 * ppm))
    }

    @Test("asks late by chance, and the same seed is the same chance")
    func jitter() throws {
        func given(seed: UInt64) throws -> [Int64] {
            let target = try makeTarget(latency: .milliseconds(20)) {
                ($0.jitter, $0.seed) = (.milliseconds(15), seed)
            }
            let times = Protected([Int64]())
            let begin = host.now
            target.start(at: nil) { [host] samples in
                times.withLock { $0.append(host.now - begin) }
                return samples.count / 2
            }
            host.advance(by: 300_000_000)
            return times.withLock { $0 }
        }
        let times = try given(seed: 1)
        #expect(try given(seed: 1) == times)
        #expect(try given(seed: 2) != times)
        #expect(zip(times, 0...).allSatisfy { $0 >= $1 * 10_000_000 && $0 <= $1 * 10_000_000 + 15_000_000 })
        #expect(events.all.isEmpty)
    }

    @Test("has silence when that was wished for, before what it has been given")
    func wishedUnderrun() throws {
        let target = try makeTarget(latency: .milliseconds(20)) {
            $0.underruns = [(hostTime: 50_000_000, duration: .milliseconds(7))]
        }
        target.start(at: nil, counter.fill)
        host.advance(to: 53_000_000)
        #expect(events.texts == ["underrun"])
        #expect(target.position == .init(frame: 1440, hostTime: 53_000_000))
        host.advance(to: 100_000_000)
        #expect(events.texts == ["underrun"])
        #expect(target.position == .init(frame: 73 * 48, hostTime: 100_000_000))
        #expect(target.heardRuns.map(\.hostTime) == [20_000_000, 57_000_000])
        #expect(target.heard == Counter.samples(73 * 48))
    }

    @Test("is gone at a moment, and can be opened again at another")
    func death() throws {
        let target = try makeTarget { ($0.death, $0.revival) = (100_000_000, 200_000_000) }
        target.start(at: nil, counter.fill)
        host.advance(to: 150_000_000)
        #expect(events.texts == ["the virtual sound device is gone"])
        #expect(target.position == nil)
        #expect(counter.given == 4800)
        #expect(target.heard == Counter.samples(4800))
        target.start(at: nil, counter.fill)
        host.advance(by: 1_000_000)
        #expect(counter.given == 4800)
        let error = #expect(throws: AVError.self) { try target.open(stereo, events: events.add) }
        #expect(error?.description == "there is no sound device to play to: the virtual one is gone")
        host.advance(to: 200_000_000)
        #expect(try target.open(stereo, events: events.add) == stereo)
        target.start(at: nil, counter.fill)
        host.advance(by: 0)
        #expect(counter.given == 5280)
        target.die()
        #expect(throws: AVError.self) { try target.open(stereo, events: events.add) }
        target.revive()
        #expect(try target.open(stereo, events: events.add) == stereo)
    }

    @Test("tells its position coarsely, and not for a while after a start, if that is wished for")
    func badPosition() throws {
        let target = try makeTarget { ($0.positionStep, $0.unknownAfterStart) = (1000, .milliseconds(50)) }
        target.start(at: nil, counter.fill)
        host.advance(to: 49_999_999)
        #expect(target.position == nil)
        host.advance(to: 50_000_000)
        #expect(target.position == .init(frame: 2000, hostTime: 50_000_000))
    }

    @Test("takes the format that it was made for, and refuses what cannot be")
    func format() throws {
        let mono = AKAudioTargetFormat(sampleRate: 44_100, channelCount: 1)
        let target = AKVirtualAudioTarget(host: host, format: mono)
        #expect(try target.open(stereo) { _ in } == mono)
        let other = AKVirtualAudioTarget(host: host)
        #expect(throws: AVError.self) { try other.open(.init(sampleRate: 0, channelCount: 2)) { _ in } }
    }

    @Test("may be stopped by its own source")
    func stopFromSource() throws {
        let target = try makeTarget()
        target.start(at: nil) { [counter] samples in
            if counter.given == 960 { target.stop() }
            return counter.fill(samples)
        }
        host.advance(by: 1_000_000_000)
        #expect(counter.given == 1440)
        #expect(target.position == nil)
    }

    @Test("lets a day pass in a moment")
    func day() throws {
        let target = try makeTarget(latency: .milliseconds(1200), quantum: .seconds(1), keepsSound: false) {
            ($0.driftPPM, $0.jitter) = (100, .seconds(1))
        }
        target.start(at: nil) { $0.count / 2 }
        host.advance(by: 86_400_000_000_000)
        // 4,147,142,400 frames and 100 millionths more.
        #expect(target.position?.frame == 4_147_557_114)
        #expect(events.all.isEmpty)
        #expect(host.alarmCount == 1)
        target.close()
        #expect(host.alarmCount == 0)
    }

    @Test("plays on the machine's own clock too")
    func systemClock() throws {
        let target = AKVirtualAudioTarget(quantum: .milliseconds(1), keepsSound: true)
        _ = try target.open(stereo, events: events.add)
        let reached = Monitor(false)
        target.start(at: nil) { [counter] samples in
            let given = counter.fill(samples)
            if counter.given >= 480 {
                reached.withLock { $0 = true }
                reached.announce()
            }
            return given
        }
        reached.wait { $0 ? () : nil }
        target.stop()
        let heard = target.heard
        #expect(heard == Counter.samples(heard.count / 2))
    }
}
