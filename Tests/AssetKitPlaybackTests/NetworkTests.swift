import AssetKit
import AssetKitTargets
import Foundation
import Testing

@testable import AssetKitPlayback

@Suite("Playing from a server whose connections break")
struct NetworkTests {
    private let folder: TemporaryFolder
    private let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("count.wav")
        try CounterSound.write(1..<192_001, to: file)
    }

    /// What is posted about an item, and who waits for it.
    private final class Posts: @unchecked Sendable {
        // SAFETY: behind a lock.
        private let lock = NSLock()
        private var all: [String] = []
        private var waiting: [(name: String, continuation: CheckedContinuation<Void, Never>)] = []
        private var tokens: [any NSObjectProtocol] = []

        init(_ item: AVPlayerItem) {
            let names = [
                AVPlayerItem.didPlayToEndTimeNotification, AVPlayerItem.failedToPlayToEndTimeNotification,
                AVPlayerItem.playbackStalledNotification,
            ]
            tokens = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { [weak self] note in
                    self?.add(note.name.rawValue.replacingOccurrences(of: "Notification", with: ""))
                }
            }
        }

        deinit { tokens.forEach(NotificationCenter.default.removeObserver) }

        private func add(_ name: String) {
            let ready = lock.withLock {
                all.append(name)
                defer { waiting.removeAll { $0.name == name } }
                return waiting.filter { $0.name == name }
            }
            for waiter in ready { waiter.continuation.resume() }
        }

        var list: [String] { lock.withLock { all } }

        func wait(for name: String) async {
            await withCheckedContinuation { continuation in
                let isThere = lock.withLock {
                    guard !all.contains(name) else { return true }
                    waiting.append((name, continuation))
                    return false
                }
                if isThere { continuation.resume() }
            }
        }
    }

    /// The bytes from a frame on, but for the last ones, which are looked at to find out what the file is.
    private func bytes(from frame: Int) -> Range<Int> { (44 + (frame - 1) * 8)..<1_500_000 }

    @Test("over a connection that holds every sample plays")
    func fair() throws {
        let server = try WeatherServer(file)
        defer { server.stop() }
        let stage = Stage([AVPlayerItem(url: server.url("count.wav"))])
        stage.player.play()
        stage.run(5)
        #expect(CounterSound.numbers(stage.speaker.heard) == Array(1..<192_001))
    }

    @Test("a connection that is cut is made again, and every sample plays", arguments: [0.5, 2.8])
    func cut(until moment: Double) throws {
        let server = try WeatherServer(file)
        defer { server.stop() }
        server.cut(bytes(from: 100_001))
        let item = AVPlayerItem(url: server.url("count.wav"))
        let (stage, posts) = (Stage([item]), Posts(item))
        stage.player.play()
        stage.run(moment)
        let isDry = moment > 2.5
        #expect(posts.list == (isDry ? ["AVPlayerItemPlaybackStalled"] : []))
        server.cut(nil)
        stage.run(12)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(CounterSound.breaks(numbers) == [])
        #expect(numbers.count == 192_000)
        #expect(posts.list.last == "AVPlayerItemDidPlayToEndTime")
        // As long as what has come before lasts nobody hears of it.
        #expect(posts.list.count == (isDry ? 2 : 1))
        #expect(stage.player.currentTime() == item.duration)
    }

    /// Bytes that cannot be read at times.
    private final class Failing: AKByteSource, @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        var fails = false
        private let source: AKDataSource

        init(_ url: URL) throws { source = AKDataSource(try Data(contentsOf: url)) }

        var length: Int64? { source.length }

        func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            if fails { throw POSIXError(.EIO) }
            return source.read(at: offset, into: buffer)
        }
    }

    @Test(
        "a film that cannot be read for a while shows every picture and plays every sample once it can",
        arguments: [0.2, 3]
    )
    func film(seconds: Double) throws {
        let bytes = try Failing(Samples.url("h264-bframes.mp4"))
        let item = AVPlayerItem(asset: AVAsset(akSource: bytes, fileType: .mp4))
        item.core.isRemote = true
        let (stage, posts) = (Stage([item]), Posts(item))
        stage.player.play()
        stage.run(1)
        bytes.fails = true
        stage.run(seconds)
        bytes.fails = false
        stage.run(10)
        #expect(stage.screen.presented.map(\.itemTime) == (0..<75).map { CMTime(value: $0, timescale: 25) })
        #expect(stage.speaker.heard.count == 2 * 144_000)
        #expect(posts.list.last == "AVPlayerItemDidPlayToEndTime")
        #expect(posts.list.count == (seconds > 1 ? 2 : 1))
    }

    @Test("where no connection goes further, what there is plays, and that is told")
    func gone() throws {
        let server = try WeatherServer(file)
        defer { server.stop() }
        server.cut(bytes(from: 100_001))
        let item = AVPlayerItem(url: server.url("count.wav"))
        let (stage, posts) = (Stage([item]), Posts(item))
        stage.player.play()
        stage.run(60)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(CounterSound.breaks(numbers) == [])
        #expect((1...100_000).contains(numbers.count))
        #expect(posts.list.last == "AVPlayerItemFailedToPlayToEndTime")
        #expect(stage.player.rate == 0)
    }

    @Test("a seek away from where the connection was cut plays there")
    func seekAway() throws {
        let server = try WeatherServer(file)
        defer { server.stop() }
        server.cut(bytes(from: 100_001))
        let stage = Stage([AVPlayerItem(url: server.url("count.wav"))])
        stage.player.play()
        stage.run(2.5)
        let before = CounterSound.numbers(stage.speaker.heard).count
        stage.player.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) { _ in }
        stage.run(0.5)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(numbers.count > before)
        #expect(numbers[before] == 48_001)
    }

    @Test("a file that has become shorter on the server is told, and nothing is made up")
    func shorter() throws {
        let server = try WeatherServer(file)
        defer { server.stop() }
        server.cut(bytes(from: 100_001))
        let item = AVPlayerItem(url: server.url("count.wav"))
        let (stage, posts) = (Stage([item]), Posts(item))
        stage.player.play()
        stage.run(1.9)
        server.replace(by: try Data(contentsOf: file).prefix(bytes(from: 120_001).lowerBound))
        server.cut(nil)
        stage.run(60)
        let numbers = CounterSound.numbers(stage.speaker.heard)
        #expect(CounterSound.breaks(numbers) == [])
        #expect(numbers.count == 120_000)
        #expect(posts.list.last == "AVPlayerItemFailedToPlayToEndTime")
    }

    private final class Told: @unchecked Sendable {
        // SAFETY: everything is called on the thread of the test.
        var ends: [Double] = []
    }

    @Test("what has been loaded grows with what comes")
    func loaded() throws {
        let server = try WeatherServer(file)
        defer { server.stop() }
        let item = AVPlayerItem(url: server.url("count.wav"))
        let stage = Stage([item])
        let told = Told()
        let observation = item.observe(\.loadedTimeRanges, options: [.new]) { _, change in
            told.ends.append(change.newValue?.first?.timeRangeValue.end.seconds ?? -1)
        }
        stage.run(0)
        let first = try #require(item.loadedTimeRanges.first?.timeRangeValue)
        #expect(first.start == .zero)
        #expect(first.end < item.duration)
        stage.player.play()
        stage.run(2)
        let second = try #require(item.loadedTimeRanges.first?.timeRangeValue)
        #expect(second.end > first.end && second.end >= stage.player.currentTime())
        stage.run(3)
        #expect(item.loadedTimeRanges.first?.timeRangeValue == CMTimeRange(start: .zero, duration: item.duration))
        #expect(told.ends.count > 4 && told.ends.last == item.duration.seconds)
        #expect(told.ends == told.ends.sorted())
        withExtendedLifetime(observation) {}
    }

    @Test("a server that falls silent is a stall, which is told, and every sample plays once it goes on")
    func silent() async throws {
        let server = try WeatherServer(file)
        defer { server.stop() }
        server.hold(bytes(from: 60_001))
        let item = AVPlayerItem(url: server.url("count.wav"))
        item.forwardPlaybackEndTime = CMTime(value: 2, timescale: 1)
        let speaker = AKVirtualAudioTarget(latency: .milliseconds(20), keepsSound: true)
        let (player, posts) = (AVPlayer(playerItem: item), Posts(item))
        player.akAudioTarget = speaker
        player.play()
        await posts.wait(for: "AVPlayerItemPlaybackStalled")
        #expect(player.reasonForWaitingToPlay == .toMinimizeStalls)
        server.hold(nil)
        await posts.wait(for: "AVPlayerItemDidPlayToEndTime")
        #expect(CounterSound.numbers(speaker.heard) == Array(1..<96_001))
        #expect(player.rate == 0)
    }
}
