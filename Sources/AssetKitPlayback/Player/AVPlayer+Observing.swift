internal import AssetKitBase
internal import AssetKitMedia
public import CMTimeLib
public import Foundation

extension AVPlayer {
    /// Calls `block` at each multiple of an interval of the current item's time, and whenever the time jumps, starts or stops: on
    /// `queue`, or the main one.
    ///
    /// What is answered must be kept, and given to ``removeTimeObserver(_:)``. A block is not called while it is still running.
    @preconcurrency
    public func addPeriodicTimeObserver(
        forInterval interval: CMTime,
        queue: DispatchQueue?,
        using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        require(
            interval.isNumeric && interval > .zero,
            "AVPlayer.addPeriodicTimeObserver: the interval is not above zero"
        )
        return add(TimeObserver(.periodic(interval, block), queue))
    }

    /// Calls `block` when any of the times is passed in normal playback: on `queue`, or the main one. A seek over it does not
    /// count.
    @preconcurrency
    public func addBoundaryTimeObserver(
        forTimes times: [NSValue],
        queue: DispatchQueue?,
        using block: @escaping @Sendable () -> Void
    ) -> Any {
        let times = times.map(\.timeValue).filter(\.isNumeric)
        require(!times.isEmpty, "AVPlayer.addBoundaryTimeObserver: there are no times")
        return add(TimeObserver(.boundary(times.sorted(), block), queue))
    }

    private func add(_ observer: TimeObserver) -> Any {
        engine.perform { core in
            observer.last = core.current.map { core.time(of: $0) } ?? .zero
            core.observers.append(observer)
        }
        return observer
    }

    /// Calls an observer no more: no new call begins. One of another player stops the program.
    public func removeTimeObserver(_ observer: Any) {
        guard let observer = observer as? TimeObserver else {
            programmerError("AVPlayer.removeTimeObserver: that is no observer of times")
        }
        engine.perform { core in
            require(core.observers.contains { $0 === observer }, "AVPlayer.removeTimeObserver: it is not this player's")
            core.observers.removeAll { $0 === observer }
        }
        observer.remove()
    }
}
