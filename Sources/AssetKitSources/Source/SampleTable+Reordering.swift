extension SampleTable {
    /// How many of the samples that are decoded before one are shown behind it, at most: so many pictures a decoder has
    /// to hold back. Of those before, the 16 that are shown last are looked at, as no codec holds back more: FFmpeg's
    /// count, for who hides the table from it.
    var reorderingDepth: Int {
        guard !presentationTimesRise else { return 0 }
        var cursor = SampleCursor(self)
        var depth = 0
        // The latest times, in rising order.
        var latest: [Int64] = []
        for index in 0..<count {
            let ticks = cursor.sample(at: index, passes: true).presentationTicks
            var place = latest.count
            while place > 0, ticks < latest[place - 1] { place -= 1 }
            depth = max(depth, latest.count - place)
            latest.insert(ticks, at: place)
            if latest.count > 16 { latest.removeFirst() }
        }
        return depth
    }
}
