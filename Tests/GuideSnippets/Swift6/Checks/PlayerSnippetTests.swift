import AssetKit
import Synchronization
import Testing

@Suite("Snippets 12 to 17: playing", .serialized)
@MainActor
struct PlayerSnippetTests {
    private let film = Places.sample("no-audio.mp4")

    /// Waits until something holds, for at most ten minutes.
    private func wait(_ condition: () -> Bool) async throws {
        for _ in 0..<60_000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(condition())
    }

    @Test("12: a player says when it can play, and does")
    func status() async throws {
        let snippet = Snippet12PlayerStatus()
        snippet.open(film)
        try await wait {
            snippet.syncUI()
            return snippet.canPlay
        }
        snippet.now()
        snippet.slow()
        snippet.fast()
        snippet.pause()
    }

    @Test("13: seeks are answered")
    func seeking() async throws {
        let player = AVPlayer(url: film)
        #expect(await Snippet13Seeking.awaited(player))
        let isDone = await withCheckedContinuation { continuation in
            Snippet13Seeking.scrub(player, to: 0.5) { continuation.resume(returning: $0) }
        }
        #expect(isDone)
        let item = try #require(player.currentItem)
        Snippet13Seeking.step(item)
        #expect(item.forwardPlaybackEndTime == Snippet13Seeking.fiveSecondsIn)
        Snippet13Seeking.quick(player)
        Snippet13Seeking.exact(player)
    }

    @Test("14 and 15: observers are added and taken away, and the end is heard of")
    func observers() async throws {
        let player = AVPlayer(url: film)
        let item = try #require(player.currentItem)
        let observers = Snippet14TimeObservers(player: player)
        observers.start(duration: CMTime(value: 3, timescale: 1))
        let rewinding = Snippet15EndOfItem(player: player)
        let isHeard = Mutex(false)
        let end = Task {
            await Snippet15EndOfItem.waitForEnd(of: item)
            isHeard.withLock { $0 = true }
        }
        try await wait { item.status == .readyToPlay }
        // The task may begin to listen when an end has passed: it is rewound and plays to the next one.
        try await wait {
            let isDone = isHeard.withLock { $0 }
            if !isDone, player.rate == 0, player.currentTime() == .zero { player.rate = 8 }
            return isDone
        }
        await end.value
        try await wait { player.rate == 0 && player.currentTime() == .zero }
        observers.stop()
        withExtendedLifetime(rewinding) {}
    }

    @Test("16: a queue is changed, and loops")
    func queue() async throws {
        let snippet = Snippet16QueuePlayer(urls: [film, film])
        snippet.append(film)
        #expect(snippet.queuePlayer.items().count == 3)
        snippet.skip()
        snippet.dropLast()
        #expect(snippet.queuePlayer.items().count == 1)
        snippet.clear()
        #expect(snippet.queuePlayer.items().isEmpty)
        snippet.loop(film)
        #expect(snippet.queuePlayer.items().count == 3)
        try await wait { snippet.queuePlayer.timeControlStatus == .playing }
        snippet.stopLooping()
    }

    @Test("17: a file plays in a layer")
    func layer() async throws {
        let controller = Snippet17PlayerController()
        controller.loadAsset(from: film)
        try await wait {
            controller.syncUI()
            return controller.playButtonEnabled
        }
        controller.play()
        try await wait { controller.hasPicture }
    }
}
