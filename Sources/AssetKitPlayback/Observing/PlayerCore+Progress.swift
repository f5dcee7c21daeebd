internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

extension PlayerCore {
    /// No more is read ahead than has been: of files never more than decoding needs.
    func isFull(_ item: ItemCore) -> Bool { isPrimed(item) && (!item.network.isRemote || item.network.isFull) }

    /// It will probably play through without a stall.
    func isLikelyToKeepUp(_ item: ItemCore) -> Bool {
        item.status == .readyToPlay && isPrimed(item) && !(item === current && isStalled) && keepsUp(item)
    }

    /// Tells those who observe it what has become of it.
    func tellProgress(_ item: ItemCore) {
        guard item.status != .unknown else { return }
        let (isFull, keepsUp) = (isFull(item), isLikelyToKeepUp(item))
        tell(item, ItemProgress(range: range(item), isFull: isFull, keepsUp: keepsUp, isEmpty: !isPrimed(item)))
    }

    /// No player has it any more. What is in a file stays there.
    func tellAbsence(_ item: ItemCore) {
        tell(item, ItemProgress(range: item.network.isRemote ? nil : item.told.range))
    }

    /// What is there around its time; of a file that is all of it.
    private func range(_ item: ItemCore) -> CMTimeRange? {
        guard item.network.isRemote else { return item.wholeRange }
        let time = time(of: item)
        return loadedRanges(item).first { $0.containsTime(time) || $0.end == time }
    }

    private func tell(_ item: ItemCore, _ progress: ItemProgress) {
        let old = item.told
        var new = progress
        let isNews = new.range.isNews(after: old.range, duration: item.media?.duration ?? .indefinite)
        if !isNews { new.range = old.range }
        guard new != old else { return }
        item.told = new
        if isNews {
            let values = [old, new].map { told in told.range.map { [NSValue(timeRange: $0)] } ?? [] }
            announce(item, \.loadedTimeRanges, old: values[0], new: values[1])
        }
        if old.isFull != new.isFull { announce(item, \.isPlaybackBufferFull, old: old.isFull, new: new.isFull) }
        if old.isEmpty != new.isEmpty { announce(item, \.isPlaybackBufferEmpty, old: old.isEmpty, new: new.isEmpty) }
        if old.keepsUp != new.keepsUp {
            announce(item, \.isPlaybackLikelyToKeepUp, old: old.keepsUp, new: new.keepsUp)
        }
    }
}
