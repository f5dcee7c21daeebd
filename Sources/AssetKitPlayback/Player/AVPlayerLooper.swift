public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// Plays an item, or a part of it, over and over, without a gap: as copies of it in a queue player.
///
/// ```swift
/// let player = AVQueuePlayer()
/// let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: URL(filePath: "loop.wav")))
/// player.play()
/// try await Task.sleep(for: .seconds(10))
/// print(looper.loopCount)
/// ```
open class AVPlayerLooper: NSObject, AKKeyValueObserving, @unchecked Sendable {
    // SAFETY: what changes is behind the lock of all players.

    /// Whether a looper loops.
    public enum Status: Int, Sendable {
        /// It has not begun.
        case unknown = 0
        /// It does.
        case ready = 1
        /// It cannot: ``AVPlayerLooper/error`` says why.
        case failed = 2
        /// It was told to stop.
        case cancelled = 3
    }

    /// Where copies stand among the items that the queue has already.
    public enum ItemOrdering: Int, Sendable {
        /// In front of them.
        case loopingItemsPrecedeExistingItems = 0
        /// Behind them.
        case loopingItemsFollowExistingItems = 1
    }

    /// So many copies are in the queue.
    private static let copyCount = 3

    /// Who observes the looper's properties.
    public let akObservers = AKKeyValueObservers()
    private weak let player: AVQueuePlayer?
    private let item: AVPlayerItem
    private let range: CMTimeRange
    private var copies: [AVPlayerItem] = []
    private var count = 0
    private var isDisabled = false
    private var action = AVPlayer.ActionAtItemEnd.advance

    /// Loops all of an item.
    public convenience init(player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem) {
        self.init(player: player, templateItem: itemToLoop, timeRange: .invalid)
    }

    /// Loops a range of an item.
    public convenience init(
        player: AVQueuePlayer,
        templateItem itemToLoop: AVPlayerItem,
        timeRange loopRange: CMTimeRange
    ) {
        self.init(
            player: player,
            templateItem: itemToLoop,
            timeRange: loopRange,
            existingItemsOrdering: .loopingItemsPrecedeExistingItems
        )
    }

    /// Loops a range of an item, all of it where the range is invalid, in front of or behind what the queue has.
    public init(
        player: AVQueuePlayer,
        templateItem itemToLoop: AVPlayerItem,
        timeRange loopRange: CMTimeRange,
        existingItemsOrdering itemOrdering: ItemOrdering
    ) {
        (self.player, item, range) = (player, itemToLoop, loopRange)
        super.init()
        player.engine.perform { core in
            action = core.actionAtItemEnd
            core.actionAtItemEnd = .advance
            var place = itemOrdering == .loopingItemsPrecedeExistingItems ? -1 : core.items.count - 1
            for _ in 0..<Self.copyCount {
                add(behind: place, core)
                place += 1
            }
            core.queueWatchers[ObjectIdentifier(self)] = { [weak self, weak core] in
                if let self, let core { self.refill(core) }
            }
        }
    }

    deinit {
        let number = ObjectIdentifier(self)
        player?.engine.perform { $0.queueWatchers[number] = nil }
    }

    /// Lets the pass that plays be the last, and gives the player its action at the end of items back.
    open func disableLooping() {
        player?.engine.perform { core in
            guard !isDisabled else { return }
            isDisabled = true
            core.queueWatchers[ObjectIdentifier(self)] = nil
            for copy in copies where copy !== core.items.first { core.remove(copy) }
            copies = []
            core.actionAtItemEnd = action
        }
    }

    /// Whether it loops.
    open var status: Status {
        PlaybackLock.withLock {
            if isDisabled { return .cancelled }
            if failure != nil { return .failed }
            return copies.contains { $0.core.status == .readyToPlay } ? .ready : .unknown
        }
    }

    /// Why it does not loop.
    open var error: (any Error)? { PlaybackLock.withLock { failure } }

    private var failure: (any Error)? { copies.compactMap(\.core.error).first }

    /// How often the item has been played to its end.
    open var loopCount: Int { PlaybackLock.withLock { count } }

    /// The copies that are in the queue.
    open var loopingPlayerItems: [AVPlayerItem] { PlaybackLock.withLock { copies } }

    // With the lock held.

    private func add(behind place: Int, _ core: PlayerCore) {
        let copy = item.copied(from: item)
        if range.isValid {
            copy.core.forwardEnd = range.end
            copy.core.asked = SeekRequest(.exact(range.start), isJump: false)
        }
        copies.append(copy)
        core.insert(copy, after: place)
    }

    /// A copy has left the queue: another one comes behind the others.
    private func refill(_ core: PlayerCore) {
        let left = copies.filter { $0.core.engine == nil }
        guard !left.isEmpty, !isDisabled else { return }
        copies.removeAll { copy in left.contains { $0 === copy } }
        let passes = left.filter { $0.core.hasEnded }.count
        // One that cannot be played would only fail again.
        guard left.allSatisfy({ $0.core.status != .failed }) else { return }
        for _ in left {
            let last = copies.last.flatMap { copy in core.items.firstIndex { $0 === copy } }
            add(behind: last ?? core.items.count - 1, core)
        }
        guard passes > 0 else { return }
        let old = count
        count += passes
        core.announce(self, \.loopCount, old: old, new: count)
    }
}
