internal import CMTimeLib

/// What observers have been told of what of an item is there to be played. A plain value.
struct ItemProgress: Equatable {
    var range: CMTimeRange?
    var isFull = false
    var keepsUp = false
    var isEmpty = true
}

extension CMTimeRange? {
    /// Half a second more has come, all has, or it is elsewhere.
    func isNews(after old: CMTimeRange?, duration: CMTime) -> Bool {
        guard let new = self, let old else { return (self == nil) != (old == nil) }
        guard new != old else { return false }
        return new.start != old.start || new.end == duration || abs((new.end - old.end).seconds) >= 0.5
    }
}
