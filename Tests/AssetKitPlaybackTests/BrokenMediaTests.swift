import AssetKit
import AssetKitTargets
import Foundation
import TestSupport
import Testing

@testable import AssetKitPlayback

@Suite("Media that break off, or come too late")
struct BrokenMediaTests {
    private let folder = TemporaryFolder()

    /// Bytes of a file that do not come any more at some time, or cannot be read.
    private final class Bytes: AKByteSource, @unchecked Sendable {
        // SAFETY: what changes is behind a lock.
        enum Answer { case bytes, failure, nothing }

        private let data: Data
        private let condition = NSCondition()
        private var answer = Answer.bytes

        init(_ url: URL) throws { data = try Data(contentsOf: url) }

        func answer(with answer: Answer) {
            condition.withLock {
                self.answer = answer
                condition.broadcast()
            }
        }

        var length: Int64? { Int64(data.count) }

        func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            try condition.withLock {
                while answer == .nothing { condition.wait() }
                if answer == .failure { throw POSIXError(.EIO) }
            }
            guard offset < data.count else { return 0 }
            let count = min(buffer.count, data.count - Int(offset))
            data.copyBytes(to: buffer, from: Int(offset)..<Int(offset) + count)
            return count
        }
    }

    /// What is posted about an item.
    private final class Posts: @unchecked Sendable {
        // SAFETY: behind a lock.
        private let lock = NSLock()
        private var all: [String] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ item: AVPlayerItem) {
            let names = [
                AVPlayerItem.didPlayToEndTimeNotification, AVPlayerItem.failedToPlayToEndTimeNotification,
                AVPlayerItem.playbackStalledNotification,
            ]
            tokens = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { [weak self] note in
                    let error = note.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? NSError
                    let name = note.name.rawValue.replacingOccurrences(of: "Notification", with: "")
                    self?.lock.withLock {
                        self?.all.append(name + (error == nil ? "" : ": \(error!.localizedDescription)"))
                    }
                }
            }
        }

        deinit { tokens.forEach(NotificationCenter.default.removeObserver) }

        var list: [String] { lock.withLock { all } }
    }

    private func counter() throws -> (Bytes, AVPlayerItem) {
        let url = folder.file("count.wav")
        try CounterSound.write(1..<960_001, to: url)
        let bytes = try Bytes(url)
        let item = AVPlayerItem(asset: AVAsset(akSource: bytes, fileType: .wav))
        item.forwardPlaybackEndTime = CMTime(value: 8, timescale: 1)
        return (bytes, item)
    }

    @Test("what cannot be read on plays up to there, and is then said to have failed, once")
    func failing() throws {
        let (bytes, item) = try counter()
        let (stage, posts) = (Stage([item]), Posts(item))
        stage.run(0)
        bytes.answer(with: .failure)
        stage.player.play()
        stage.run(10)
        #expect(posts.list.count == 1)
        #expect(posts.list.first?.hasPrefix("AVPlayerItemFailedToPlayToEndTime: ") == true)
        #expect(stage.player.rate == 0)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(CounterSound.breaks(numbers) == [])
        #expect(numbers.first == 1)
        #expect((20_000..<384_000).contains(numbers.count))
    }

    @Test("a film that is cut off plays as far as it goes, and one way or the other it is said that it is over")
    func cutOff() throws {
        let whole = try Data(contentsOf: Samples.url("faststart.mp4"))
        let url = folder.file("cut.mp4")
        try whole.prefix(whole.count * 2 / 3).write(to: url)
        let item = AVPlayerItem(url: url)
        let (stage, posts) = (Stage([item]), Posts(item))
        stage.player.play()
        stage.run(10)
        #expect(posts.list.count == 1)
        #expect(stage.player.rate == 0)
        #expect(stage.screen.presented.count > 20)
    }

    @Test("what comes too late is waited for, and then every sample is heard")
    func late() async throws {
        let (bytes, item) = try counter()
        let posts = Posts(item)
        let speaker = AKVirtualAudioTarget(keepsSound: true)
        let player = AVPlayer(items: [item], environment: .system, audio: speaker)
        func wait(_ condition: () -> Bool) async throws {
            for _ in 0..<60_000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
            #expect(condition())
        }
        try await wait { item.isPlaybackLikelyToKeepUp }
        bytes.answer(with: .nothing)
        player.play()
        try await wait { posts.list == ["AVPlayerItemPlaybackStalled"] }
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        #expect(player.reasonForWaitingToPlay == .toMinimizeStalls)
        #expect(player.rate == 1)
        bytes.answer(with: .bytes)
        try await wait { posts.list.last == "AVPlayerItemDidPlayToEndTime" }
        let numbers = CounterSound.numbers(speaker.heard)
        // On a machine that has no time for it, where it stands is known to a frame, and the end to ten milliseconds.
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { (0...1).contains($1 - $0) })
        #expect(CounterSound.breaks(numbers).count <= 1)
        #expect(numbers.first == 1)
        #expect((383_520...384_001).contains(numbers.count))
    }
}
