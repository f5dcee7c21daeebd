import AssetKit
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("Sample buffers by a synchronizer's time")
struct SynchronizerTests {
    private final class Notes: @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        var lines: [String] = []
        var answers: [Bool] = []
        var times: [Double] = []
    }

    private func time(_ frame: Int) -> CMTime { CMTime(value: Int64(frame), timescale: 48_000) }

    @Test(
        "every sample is heard once, unchanged, however it lies in memory",
        arguments: [(true, false), (false, false), (true, true), (false, true)]
    )
    func everySample(isInterleaved: Bool, isInteger: Bool) throws {
        let stage = RenderStage(hasPictures: false)
        for start in stride(from: 1, to: 96_001, by: 1000) {
            stage.sound.enqueue(
                try Buffers.counting(start..<(start + 1000), isInterleaved: isInterleaved, isInteger: isInteger)
            )
        }
        #expect(stage.sound.status == .rendering)
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(3)
        #expect(CounterSound.numbers(stage.speaker.heard) == Array(1..<96_001))
        #expect(stage.sound.error == nil)
        // The time goes on when nothing is left.
        #expect(stage.synchronizer.currentTime() == stage.synchronizer.timebase.time)
        #expect(abs(stage.synchronizer.currentTime().seconds - 2.95) < 0.02)
    }

    @Test("pausing and going on loses no sample and plays none twice", arguments: [0, 40, 250])
    func pausing(latency: Int) throws {
        let stage = RenderStage(latency: .milliseconds(latency), hasPictures: false)
        try stage.enqueue(1..<96_001)
        stage.synchronizer.setRate(1, time: time(1))
        for _ in 0..<9 {
            stage.run(0.1371)
            stage.synchronizer.rate = 0
            let stopped = stage.synchronizer.currentTime()
            stage.run(0.0533)
            #expect(stage.synchronizer.currentTime() == stopped)
            stage.synchronizer.rate = 1
        }
        stage.run(4)
        #expect(CounterSound.breaks(CounterSound.numbers(stage.speaker.heard)) == [])
        #expect(CounterSound.numbers(stage.speaker.heard).last == 96_000)
    }

    @Test("a client that is asked for more is asked while there is room, and no more once it has stopped that")
    func requests() throws {
        let stage = RenderStage(hasPictures: false)
        let (sound, notes) = (stage.sound, Notes())
        sound.requestMediaDataWhenReady(on: .main) {
            while sound.isReadyForMoreMediaData, notes.times.count < 200 {
                let start = 1 + notes.times.count * 1000
                notes.times.append(0)
                guard let buffer = try? Buffers.counting(start..<(start + 1000)) else { return }
                sound.enqueue(buffer)
            }
            if notes.times.count == 200 { sound.stopRequestingMediaData() }
        }
        stage.run(0)
        // About a second.
        #expect((40..<80).contains(notes.times.count))
        #expect(!sound.isReadyForMoreMediaData)
        #expect(sound.hasSufficientMediaDataForReliablePlaybackStart)
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(6)
        #expect(CounterSound.numbers(stage.speaker.heard) == Array(1..<200_001))
    }

    @Test("a start waits for enough samples, and with a moment of the host it does not")
    func waiting() throws {
        let stage = RenderStage(hasPictures: false)
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(1)
        #expect(stage.synchronizer.rate == 1)
        #expect(stage.synchronizer.timebase.rate == 0)
        try stage.enqueue(0..<48_000)
        stage.run(0.5)
        #expect(stage.synchronizer.timebase.rate == 1)
        let other = RenderStage(hasPictures: false)
        other.synchronizer.setRate(1, time: .zero, atHostTime: CMTime(value: 2, timescale: 1))
        #expect(other.synchronizer.timebase.rate == 1)
        #expect(other.synchronizer.currentTime() == .zero)
        other.run(1.25)
        #expect(other.synchronizer.currentTime() == CMTime(value: 1, timescale: 4))
    }

    @Test("at a moment of the host the first sample is heard right then")
    func hostTime() throws {
        let stage = RenderStage(hasPictures: false)
        try stage.enqueue(1..<48_001)
        stage.synchronizer.setRate(1, time: time(1), atHostTime: CMTime(value: 3_000_000_001, timescale: 1_000_000_000))
        stage.run(4)
        #expect(CounterSound.numbers(stage.speaker.heard) == Array(1..<48_001))
        #expect(stage.firstHeard == 3_000_000_001)
        #expect(stage.speaker.heardRuns.count == 1)
    }

    @Test("a start at a moment that is past is as though it had run since then")
    func pastHostTime() throws {
        let stage = RenderStage(hasPictures: false)
        try stage.enqueue(1..<48_001)
        stage.run(1)
        stage.synchronizer.setRate(1, time: time(1), atHostTime: CMTime(value: 15, timescale: 10))
        #expect(abs(stage.synchronizer.currentTime().seconds - 0.5) < 0.0001)
        stage.run(1)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        let run = try #require(stage.speaker.heardRuns.first)
        let first = try #require(numbers.first)
        // What is heard first belongs to the moment that it is heard at.
        #expect(abs(Double(first - 1) / 48_000 - Double(run.hostTime - 1_500_000_000) / 1e9) < 0.000_03)
        #expect(numbers == Array(first..<48_001))
    }

    @Test("pictures show when the sound that belongs to them is heard, within 10 microseconds")
    func pictures() throws {
        let stage = RenderStage()
        try stage.enqueue(0..<96_000)
        for number in 0..<50 {
            let time = CMTime(value: Int64(number), timescale: 25)
            stage.pictures.enqueue(try Buffers.picture(time, grey: UInt8(number)))
        }
        #expect(stage.screen.presented.map(\.itemTime) == [.zero])
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(3)
        let shown = stage.screen.presented
        #expect(shown.map(\.itemTime) == (0..<50).map { CMTime(value: $0, timescale: 25) })
        #expect(Set(shown.map(\.hash)).count == 50)
        let start = try #require(stage.firstHeard)
        let late = shown.dropFirst().map { Double($0.presentedAt - start) / 1e9 - $0.itemTime.seconds }
        #expect(late.allSatisfy { (0..<0.000_01).contains($0) })
        #expect(stage.pictures.displayedPixelBuffer() != nil)
    }

    @Test("compressed pictures and sound out of a file are decoded, all of them, in order")
    func compressed() async throws {
        let stage = RenderStage()
        let (pictures, sound) = (
            try await Buffers.read("h264-bframes.mp4", .video), try await Buffers.read("h264-bframes.mp4", .audio)
        )
        for buffer in sound { stage.sound.enqueue(buffer) }
        for buffer in pictures { stage.pictures.enqueue(buffer) }
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(4)
        #expect(stage.screen.presented.map(\.itemTime) == (0..<75).map { CMTime(value: $0, timescale: 25) })
        #expect(stage.pictures.error == nil && stage.sound.error == nil)
        // The same as a player makes of it.
        let player = Stage("h264-bframes.mp4")
        player.player.play()
        player.run(5)
        #expect(player.screen.presented.map(\.hash) == stage.screen.presented.map(\.hash))
        #expect(player.speaker.heard == stage.speaker.heard)
    }

    @Test("samples that come one by one, each just in time, are decoded all the same")
    func oneByOne() async throws {
        let stage = RenderStage(hasSound: false)
        let buffers = try await Buffers.read("h264-bframes.mp4", .video)
        // Decode times run ahead of presentation times; that is what a source that is live has.
        stage.synchronizer.setRate(1, time: .zero, atHostTime: CMTime(value: 12, timescale: 10))
        for buffer in buffers {
            stage.pictures.enqueue(buffer)
            stage.run(0.04)
        }
        stage.run(1)
        let shown = stage.screen.presented.map(\.itemTime)
        #expect(shown == (0..<75).map { CMTime(value: $0, timescale: 25) })
    }

    @Test("a flush drops what has been enqueued, and what comes after it is heard at its time")
    func flush() throws {
        let stage = RenderStage(hasPictures: false)
        try stage.enqueue(1..<48_001)
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(0.54)
        stage.sound.flush()
        stage.run(0.2)
        let count = CounterSound.numbers(stage.speaker.heard).count
        #expect(abs(count - 24_000) < 48)
        #expect(stage.synchronizer.timebase.rate == 1)
        try stage.enqueue(60_000..<70_000)
        stage.run(2)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(Array(numbers.dropFirst(count)) == Array(60_000..<70_000))
        let runs = stage.speaker.heardRuns
        let start = try #require(runs.first)
        let second = try #require(runs.last)
        #expect(abs(second.hostTime - start.hostTime - Int64(59_999) * 1_000_000_000 / 48_000) < 30_000)
    }

    @Test("a flush from a time on keeps what comes before, and what is enqueued then takes its place")
    func flushFromTime() throws {
        let stage = RenderStage(hasPictures: false)
        try stage.enqueue(1..<48_001)
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(0.3)
        let notes = Notes()
        stage.sound.flush(fromSourceTime: time(30_500)) { notes.answers.append($0) }
        // Other samples from there on.
        for start in stride(from: 30_500, to: 50_500, by: 1000) {
            stage.sound.enqueue(try Buffers.counting((start + 100_000)..<(start + 101_000), at: start))
        }
        stage.run(2)
        #expect(notes.answers == [true])
        #expect(CounterSound.numbers(stage.speaker.heard) == Array(1..<30_500) + Array(130_500..<150_500))
        #expect(stage.speaker.heardRuns.count == 1)
    }

    @Test("a flush from a time whose sound the device has taken already drops nothing")
    func lateFlush() throws {
        let stage = RenderStage(hasPictures: false)
        try stage.enqueue(1..<48_001)
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(0.3)
        let notes = Notes()
        stage.sound.flush(fromSourceTime: time(1000)) { notes.answers.append($0) }
        stage.run(2)
        #expect(notes.answers == [false])
        #expect(CounterSound.numbers(stage.speaker.heard) == Array(1..<48_001))
    }

    @Test(
        "gaps are silent for as long as they last, and sound that comes too late is left out",
        arguments: [0.02, 0.7]
    )
    func gaps(seconds: Double) throws {
        let stage = RenderStage(hasPictures: false)
        let behind = 24_001 + Int(seconds * 48_000)
        try stage.enqueue(1..<24_001)
        try stage.enqueue(behind..<(behind + 24_000))
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(3)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(numbers.filter { $0 > 0 } == Array(1..<24_001) + Array(behind..<(behind + 24_000)))
        let start = try #require(stage.firstHeard)
        let place = try #require(numbers.firstIndex(of: behind))
        var (passed, moment) = (0, Int64(0))
        for run in stage.speaker.heardRuns {
            if place < passed + run.frameCount {
                moment = run.hostTime + Int64(place - passed) * 1_000_000_000 / 48_000
                break
            }
            passed += run.frameCount
        }
        #expect(abs(moment - start - Int64(behind - 1) * 1_000_000_000 / 48_000) < 30_000)
        // That time is past.
        let count = stage.speaker.heard.count
        try stage.enqueue(1..<24_001)
        stage.run(1)
        #expect(stage.speaker.heard.count == count)
    }

    @Test("another rate is heard soon, and the time follows")
    func rates() throws {
        let stage = RenderStage(hasPictures: false)
        stage.sound.audioTimePitchAlgorithm = .varispeed
        try stage.enqueue(1..<192_001)
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(1)
        stage.synchronizer.rate = 2
        #expect(stage.synchronizer.rate == 2)
        #expect(stage.synchronizer.timebase.rate == 1)
        stage.run(0.25)
        #expect(stage.synchronizer.timebase.rate == 2)
        let before = stage.synchronizer.currentTime()
        stage.run(1)
        #expect(abs((stage.synchronizer.currentTime() - before).seconds - 2) < 0.001)
    }

    @Test("another time without a flush plays what there is of it")
    func jump() throws {
        let stage = RenderStage(hasPictures: false)
        try stage.enqueue(1..<96_001)
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(0.3)
        stage.synchronizer.setRate(1, time: time(48_001))
        stage.run(2)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        let jump = try #require(numbers.firstIndex(of: 48_001))
        #expect(Array(numbers[jump...]) == Array(48_001..<96_001))
        #expect(CounterSound.breaks(Array(numbers[..<jump])) == [])
    }

    @Test("observers are called at their times")
    func observers() throws {
        let stage = RenderStage(hasSound: false)
        let notes = Notes()
        stage.pictures.enqueue(try Buffers.picture(.zero))
        let synchronizer = stage.synchronizer
        let periodic = synchronizer.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 10), queue: nil) {
            notes.times.append($0.seconds)
        }
        let values = [NSValue(time: CMTime(value: 1, timescale: 4))]
        let boundary = synchronizer.addBoundaryTimeObserver(forTimes: values, queue: nil) {
            notes.lines.append("\(synchronizer.currentTime().seconds)")
        }
        synchronizer.setRate(1, time: .zero)
        stage.run(0.35)
        #expect(notes.lines == ["0.25"])
        #expect(Array(notes.times.drop { $0 == 0 }) == [0.1, 0.2, 0.3])
        synchronizer.removeTimeObserver(periodic)
        synchronizer.removeTimeObserver(boundary)
        stage.run(1)
        #expect(notes.times.count <= 5)
    }

    @Test("a renderer goes when its time has come, and the time goes on")
    func removing() throws {
        let stage = RenderStage()
        let notes = Notes()
        try stage.enqueue(1..<96_001)
        stage.pictures.enqueue(try Buffers.picture(.zero))
        stage.synchronizer.setRate(1, time: time(1))
        stage.synchronizer.removeRenderer(stage.sound, at: CMTime(value: 2, timescale: 1)) { notes.answers.append($0) }
        stage.synchronizer.removeRenderer(stage.sound, at: CMTime(value: 1, timescale: 1)) { notes.answers.append($0) }
        stage.run(2)
        #expect(notes.answers == [false, true])
        #expect(stage.synchronizer.renderers.count == 1)
        #expect(abs(CounterSound.numbers(stage.speaker.heard).count - 48_000) < 100)
        #expect(abs(stage.synchronizer.currentTime().seconds - 1.95) < 0.02)
        #expect(stage.sound.timebase !== stage.synchronizer.timebase)
        stage.synchronizer.removeRenderer(stage.sound, at: .zero) { notes.answers.append($0) }
        stage.run(0)
        #expect(notes.answers == [false, true, false])
        stage.synchronizer.addRenderer(stage.sound)
        try stage.enqueue(96_001..<144_001)
        stage.run(1)
        #expect(stage.sound.timebase === stage.synchronizer.timebase)
        #expect(stage.speaker.heard.count > 2 * 49_000)
    }

    @Test("two renderers of sound begin together")
    func together() throws {
        let stage = RenderStage(hasPictures: false)
        let speaker = AKVirtualAudioTarget(host: stage.host, latency: .milliseconds(10), keepsSound: true)
        let second = AVSampleBufferAudioRenderer(environment: stage.environment, audio: speaker)
        stage.synchronizer.addRenderer(second)
        try stage.enqueue(1..<48_001)
        second.enqueue(try Buffers.counting(1..<48_001))
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(2)
        #expect(CounterSound.numbers(stage.speaker.heard) == Array(1..<48_001))
        #expect(CounterSound.numbers(speaker.heard) == Array(1..<48_001))
        #expect(stage.firstHeard == speaker.heardRuns.first?.hostTime)
    }

    @Test("without a device the time goes by the host's clock, and samples go by")
    func noDevice() throws {
        let stage = RenderStage()
        stage.sound.akAudioTarget = nil
        try stage.enqueue(0..<48_000)
        for number in 0..<25 {
            stage.pictures.enqueue(try Buffers.picture(CMTime(value: Int64(number), timescale: 25)))
        }
        stage.synchronizer.setRate(1, time: .zero)
        stage.run(1)
        #expect(stage.synchronizer.currentTime() == CMTime(value: 1, timescale: 1))
        #expect(stage.screen.presented.count == 25)
        #expect(stage.sound.isReadyForMoreMediaData)
    }

    @Test("when the device is lost the time goes on, and sound comes back with it")
    func lostDevice() throws {
        var faults = AKVirtualAudioTarget.Faults()
        (faults.death, faults.revival) = (2_000_000_000, 2_500_000_000)
        let stage = RenderStage(faults: faults, hasPictures: false)
        let sound = stage.sound
        let notes = Notes()
        sound.requestMediaDataWhenReady(on: .main) {
            while sound.isReadyForMoreMediaData {
                let start = 1 + notes.times.count * 1000
                notes.times.append(0)
                guard let buffer = try? Buffers.counting(start..<(start + 1000)) else { return }
                sound.enqueue(buffer)
            }
        }
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(1.5)
        #expect(abs(stage.synchronizer.currentTime().seconds - 1.46) < 0.1)
        let count = stage.speaker.heard.count
        stage.run(4)
        #expect(stage.speaker.heard.count > count)
        #expect(abs(stage.synchronizer.currentTime().seconds - 5.46) < 0.15)
        let run = try #require(stage.speaker.heardRuns.last)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        let first = numbers[numbers.count - run.frameCount]
        let begin = try #require(stage.firstHeard)
        #expect(abs(Double(first - 1) / 48_000 - Double(run.hostTime - begin) / 1e9) < 0.001)
    }

    @Test("a device that runs fast or slow keeps pictures with its sound", arguments: [-200.0, 200])
    func drift(ppm: Double) throws {
        var faults = AKVirtualAudioTarget.Faults()
        faults.driftPPM = ppm
        let stage = RenderStage(faults: faults, hasPictures: false)
        stage.sound.enqueue(try Buffers.counting(1..<(48_000 * 20 + 1)))
        stage.synchronizer.setRate(1, time: time(1))
        stage.run(15)
        let position = try #require(stage.speaker.position)
        let heard = Double(position.frame) / 48_000 + Double(stage.host.now - position.hostTime) / 1e9
        #expect(abs(stage.synchronizer.currentTime().seconds - heard) < 0.002)
    }

    @Test("sound at another rate than the device's is resampled without a break, however it comes")
    func resampled() throws {
        func heard(_ size: Int) throws -> [Float] {
            let format = AKAudioTargetFormat(sampleRate: 48_000, channelCount: 2)
            let stage = RenderStage(format: format, hasPictures: false)
            for start in stride(from: 0, to: 44_100, by: size) {
                let frames = start..<min(start + size, 44_100)
                stage.sound.enqueue(try Buffers.counting(frames, rate: 44_100))
            }
            stage.synchronizer.setRate(1, time: .zero)
            stage.run(2)
            return stage.speaker.heard
        }
        let (whole, parts) = (try heard(44_100), try heard(441))
        #expect(whole.count == 2 * 48_000)
        #expect(whole == parts)
    }

    @Test("what cannot be decoded is an error, which a flush takes back")
    func failing() throws {
        let stage = RenderStage()
        let notes = Notes()
        let token = NotificationCenter.default.addObserver(
            forName: AVSampleBufferVideoRenderer.didFailToDecodeNotification,
            object: stage.pictures,
            queue: nil
        ) { notes.lines.append($0.userInfo?.keys.first as? String ?? "") }
        let format = try CMFormatDescription(videoCodecType: .init(rawValue: 0x7878_7878), width: 32, height: 16)
        let data = try CMBlockBuffer(length: 8)
        let timing = CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
        let buffer = try CMSampleBuffer(
            dataBuffer: data,
            formatDescription: format,
            numSamples: 1,
            sampleTimings: [timing],
            sampleSizes: [8]
        )
        stage.pictures.enqueue(buffer)
        stage.run(0)
        #expect(stage.pictures.status == .failed)
        #expect(stage.pictures.requiresFlushToResumeDecoding)
        #expect(stage.pictures.error?.localizedDescription.contains("xxxx") == true)
        #expect(notes.lines == [AVSampleBufferVideoRenderer.didFailToDecodeNotificationErrorKey])
        stage.pictures.enqueue(try Buffers.picture(.zero))
        stage.run(0)
        #expect(stage.screen.presented.isEmpty)
        stage.pictures.flush()
        #expect(stage.pictures.status == .unknown)
        stage.pictures.enqueue(try Buffers.picture(.zero))
        stage.run(0)
        #expect(stage.screen.presented.count == 1)
        NotificationCenter.default.removeObserver(token)
    }

    @Test("clients hear of another rate once, in a notification and as a property")
    func rateNotices() throws {
        let stage = RenderStage(hasSound: false)
        let notes = Notes()
        let token = NotificationCenter.default.addObserver(
            forName: AVSampleBufferRenderSynchronizer.rateDidChangeNotification,
            object: stage.synchronizer,
            queue: nil
        ) { _ in notes.lines.append("notification") }
        let observation = stage.synchronizer.observe(\.rate, options: [.old, .new]) { _, change in
            notes.lines.append("\(change.oldValue ?? -9) -> \(change.newValue ?? -9)")
        }
        stage.synchronizer.rate = 1
        stage.synchronizer.rate = 1
        stage.synchronizer.setRate(0, time: .zero)
        #expect(notes.lines == ["0.0 -> 1.0", "notification", "1.0 -> 0.0", "notification"])
        NotificationCenter.default.removeObserver(token)
        withExtendedLifetime(observation) {}
    }
}
