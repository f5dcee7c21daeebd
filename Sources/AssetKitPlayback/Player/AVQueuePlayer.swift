internal import AssetKitBase
internal import AssetKitClocks
internal import Foundation

/// Plays several items, one behind the other: at their own rate without a gap between them.
///
/// ```swift
/// let names = ["one.mp3", "two.mp3", "three.mp3"]
/// let player = AVQueuePlayer(items: names.map { AVPlayerItem(url: URL(filePath: $0)) })
/// player.play()
/// ```
///
/// Items that have ended leave the queue, unless ``AVPlayer/actionAtItemEnd`` is another than advance, which it is in the
/// beginning. The sound of the next item follows the last sample of the one before.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    // SAFETY: adds nothing that changes.

    /// Makes a player of items.
    public convenience init(items: [AVPlayerItem]) { self.init(items: items, environment: .system) }

    /// The items that play, the current one first.
    open func items() -> [AVPlayerItem] { engine.look { $0.items } }

    /// Whether an item may come behind another one, or at the end: it has no player, and the other one is in the queue.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        engine.look { core in
            item.core.engine == nil && (afterItem == nil || core.items.contains { $0 === afterItem })
        }
    }

    /// Adds an item behind another one, or at the end. One that is in a player stops the program.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        engine.perform { core in
            let place = afterItem.map { after in core.items.firstIndex { $0 === after } }
            require(place != .some(nil), "AVQueuePlayer.insert: the item to come behind is not in the queue")
            insert(item, after: place ?? nil, core)
        }
    }

    /// Takes an item away; the next one plays where it was the current one.
    open func remove(_ item: AVPlayerItem) { engine.perform { $0.remove(item) } }

    /// Takes all items away.
    open func removeAllItems() {
        engine.perform { core in
            for item in core.items.reversed() { core.remove(item) }
        }
    }

    /// Goes on with the next item.
    open func advanceToNextItem() {
        engine.perform { core in if let item = core.items.first { core.remove(item) } }
    }
}
