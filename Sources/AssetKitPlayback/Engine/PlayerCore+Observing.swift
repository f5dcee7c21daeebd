internal import AssetKitClocks
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension PlayerCore {
    /// Calls those whose time has come.
    func fireObservers() {
        guard let item = current, motion == .moving, !observers.isEmpty else { return }
        call(observers, at: time(of: item), isReverse: item.isReverse)
    }

    /// The time has jumped, or begun to go, or stopped.
    func tellObservers(of time: CMTime) { tell(observers, of: time) }

    /// When somebody has to be called.
    func observersDue(_ item: ItemCore) -> Int64? {
        let times = observers.compactMap { observer in
            observer.last.flatMap { observer.next(after: $0, isReverse: item.isReverse) }
        }
        guard let next = item.isReverse ? times.max() : times.min() else { return nil }
        return hostTime(of: next, item)
    }

    // MARK: Properties and notifications

    /// Tells those who observe the player's properties what has become of them.
    func publish() {
        let (control, reason) = control()
        let old = said
        said = Said(rate: rate, control: control, reason: reason, item: items.first, status: status)
        guard let player else { return }
        let (rate, item, oldItem, status) = (rate, items.first, old.item, status)
        if old.status != status { announce(player, \.status, \.status, old: old.status, new: status) }
        if oldItem !== item { announce(player, \.currentItem, \.currentItem, old: oldItem, new: item) }
        if old.rate != rate { announce(player, \.rate, \.rate, old: old.rate, new: rate) }
        if old.control != control {
            announce(player, \.timeControlStatus, \.timeControlStatus, old: old.control, new: control)
        }
        if old.reason != reason {
            announce(player, \.reasonForWaitingToPlay, \.reasonForWaitingToPlay, old: old.reason, new: reason)
        }
    }

    /// A property of a queue player has a path of its own, by which its observers know it.
    private func announce<Value: Sendable>(
        _ player: AVPlayer,
        _ keyPath: KeyPath<AVPlayer, Value>,
        _ queueKeyPath: KeyPath<AVQueuePlayer, Value>,
        old: Value,
        new: Value
    ) {
        announce(player, keyPath, old: old, new: new)
        if let player = player as? AVQueuePlayer { announce(player, queueKeyPath, old: old, new: new) }
    }

    /// Whether it plays, and if not, why not.
    func control() -> (AVPlayer.TimeControlStatus, AVPlayer.WaitingReason?) {
        PlayerSituation(
            rate: rate,
            hasItem: current != nil,
            isReady: current?.status == .readyToPlay,
            isSeeking: current.map { $0.seeking != nil || $0.asked != nil } ?? false,
            isStalled: isStalled,
            isMoving: motion != .still,
            hasEnded: current?.hasEnded ?? false
        ).control
    }

    func announce<Value: Sendable>(_ item: ItemCore, _ keyPath: KeyPath<AVPlayerItem, Value>, old: Value, new: Value) {
        guard let object = item.item else { return }
        announce(object, keyPath, old: old, new: new)
    }

    /// Posts a notification about an item.
    func post(_ name: Notification.Name, _ item: ItemCore, _ information: [String: NSError] = [:]) {
        guard let object = item.item else { return }
        notice {
            NotificationCenter.default.post(
                name: name,
                object: object,
                userInfo: information.isEmpty ? nil : information
            )
        }
    }

    /// An error in a sentence.
    func describe(_ error: any Error) -> String { playbackReason(error) }
}
