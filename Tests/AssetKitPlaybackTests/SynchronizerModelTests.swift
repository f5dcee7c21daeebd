import AssetKit
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("A synchronizer whatever is done to it")
struct SynchronizerModelTests {
    private final class Answers: @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        var count = 0
    }

    @Test("sound is in order between jumps, the time never goes back, and everybody is answered", arguments: 0..<12)
    func anything(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var faults = AKVirtualAudioTarget.Faults()
        if seed % 3 == 1 { faults.jitter = .milliseconds(5) }
        if seed % 4 == 3 { faults.underruns = [(1_700_000_000, .milliseconds(30))] }
        let stage = RenderStage(latency: .milliseconds(seed % 5 * 20), faults: faults)
        let (synchronizer, answers) = (stage.synchronizer, Answers())
        var (next, asked, jumps): (Int, Int, [Int]) = (1, 0, [])
        for _ in 0..<60 {
            let before = synchronizer.currentTime()
            var isJump = false
            switch random.below(9) {
            case 0, 1, 2:
                for _ in 0..<10 {
                    stage.sound.enqueue(try Buffers.counting(next..<(next + 997)))
                    next += 997
                }
                stage.pictures.enqueue(try Buffers.picture(CMTime(value: Int64(next), timescale: 48_000)))
            case 3: synchronizer.rate = 1
            case 4: synchronizer.rate = 0
            case 5:
                isJump = true
                jumps.append(stage.speaker.heard.count)
                let goal = max(1, next - random.below(48_000))
                synchronizer.setRate(1, time: CMTime(value: Int64(goal), timescale: 48_000))
            case 6 where random.below(3) == 0:
                stage.sound.flush()
                stage.pictures.flush(removingDisplayedImage: random.below(2) == 0)
            case 7 where random.below(3) == 0:
                asked += 1
                let goal = max(1, next - random.below(10_000))
                stage.sound.flush(fromSourceTime: CMTime(value: Int64(goal), timescale: 48_000)) { _ in
                    answers.count += 1
                }
            default: break
            }
            stage.run(Double(random.below(150)) / 1000)
            let time = synchronizer.currentTime()
            // A device that is late, or ran dry, may take some of it back.
            #expect(isJump || (time - before).seconds > -0.05, "from \(before.seconds) to \(time.seconds)")
        }
        #expect(answers.count == asked)
        let heard = stage.speaker.heard
        for (start, end) in zip([0] + jumps, jumps + [heard.count]) {
            let numbers = CounterSound.numbers(Array(heard[start..<end])).filter { $0 > 0 }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        }
        #expect(stage.sound.error == nil && stage.pictures.error == nil)
    }

    @Test("on the machine's own time and threads every sample is heard in order, and pictures show")
    func threads() async throws {
        let synchronizer = AVSampleBufferRenderSynchronizer()
        let speaker = AKVirtualAudioTarget(latency: .milliseconds(20), keepsSound: true)
        let screen = AKVirtualVideoTarget()
        let (sound, pictures) = (AVSampleBufferAudioRenderer(), AVSampleBufferVideoRenderer())
        sound.akAudioTarget = speaker
        pictures.akTarget = screen
        synchronizer.addRenderer(sound)
        synchronizer.addRenderer(pictures)
        let (films, tones) = (
            try await Buffers.read("h264-bframes.mp4", .video),
            try (0..<50).map { part in
                try Buffers.counting((1 + part * 1000)..<(1001 + part * 1000))
            }
        )
        let queue = DispatchQueue(label: "test.media")
        let fed = BufferList(tones)
        sound.requestMediaDataWhenReady(on: queue) {
            while sound.isReadyForMoreMediaData, let buffer = fed.next() { sound.enqueue(buffer) }
            if fed.isAtEnd { sound.stopRequestingMediaData() }
        }
        for buffer in films.prefix(30) { pictures.enqueue(buffer) }
        let token = Token()
        await withCheckedContinuation { continuation in
            let values = [NSValue(time: CMTime(value: 7, timescale: 10))]
            token.value = synchronizer.addBoundaryTimeObserver(forTimes: values, queue: queue) { continuation.resume() }
            synchronizer.setRate(1, time: CMTime(value: 1, timescale: 48_000))
        }
        synchronizer.rate = 0
        if let value = token.value { synchronizer.removeTimeObserver(value) }
        let numbers = CounterSound.numbers(speaker.heard)
        #expect(numbers.first == 1)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
        let shown = screen.presented.map(\.itemTime)
        #expect(!shown.isEmpty && zip(shown, shown.dropFirst()).allSatisfy { $0 < $1 })
    }

    private final class Token: @unchecked Sendable {
        // SAFETY: set once, and read after that.
        var value: Any?
    }

    /// Buffers that are taken on one queue.
    private final class BufferList: @unchecked Sendable {
        // SAFETY: touched on one queue only.
        private var buffers: ArraySlice<CMSampleBuffer>

        init(_ buffers: [CMSampleBuffer]) { self.buffers = buffers[...] }

        var isAtEnd: Bool { buffers.isEmpty }
        func next() -> CMSampleBuffer? { buffers.popFirst() }
    }
}
