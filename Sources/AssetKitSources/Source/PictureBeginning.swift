package import CMTimeLib

/// The first picture of a track that can be decoded, in a file whose first pictures refer to others that it does not
/// hold: it was cut within a GOP, or begins with an open GOP. A plain value.
package struct PictureBeginning: Hashable, Sendable {
    /// How many samples are stored before the one that decoding starts with.
    var missing = 0
    /// The places of its leading pictures that refer to what is missing, in ascending order.
    var leading: [Int] = []
    /// When the first picture that can be decoded is shown, in ticks of the stored media; nil where that is not known.
    var firstTicks: Int64?
    /// When the last of those that are left out is shown.
    var lastMissingTicks: Int64?
    var tick: TickLength

    /// How many samples cannot be decoded.
    var omittedCount: Int { missing + leading.count }

    /// The sample at a place in decode order cannot be decoded.
    package func omits(_ place: Int) -> Bool { place < missing || leading.contains(place) }
}

extension TrackFacts {
    /// When the first picture that can be decoded is shown on the asset's timeline, where others would be shown before
    /// it.
    package var lateBeginning: CMTime? {
        guard let beginning, let last = beginning.lastMissingTicks, let first = beginning.firstTicks else { return nil }
        let timeline = MediaTimeline(segments: segments, tick: beginning.tick)
        // Pictures that an edit hides are not missed.
        guard timeline.assetTime(of: last) >= .zero else { return nil }
        return timeline.assetTime(of: first)
    }

    /// What is missing at the beginning, in a sentence; nil where nothing is that would be shown.
    var beginningWarning: String? {
        guard let beginning, let time = lateBeginning, time.isNumeric else { return nil }
        let count = beginning.omittedCount
        let what = count == 1 ? "first picture needs" : "first \(count) pictures need"
        let start = (time.seconds * 1000).rounded() / 1000
        return "track \(trackID): its \(what) others before, which are missing: pictures begin at \(start) s"
    }

    /// The same for a range of the asset's timeline that begins before that picture is shown.
    package func beginningWarning(in range: CMTimeRange) -> String? {
        guard let time = lateBeginning, range.start < time else { return nil }
        return beginningWarning
    }
}

/// The samples of a track without those at its beginning that cannot be decoded.
struct DecodableSamples: SampleTable {
    private let base: any SampleTable
    private let beginning: PictureBeginning
    /// The places of the first samples that are left; behind them nothing is left out.
    private let first: [Int]

    init(_ base: any SampleTable, _ beginning: PictureBeginning) {
        (self.base, self.beginning) = (base, beginning)
        let end = (beginning.leading.last ?? beginning.missing - 1) + 1
        first = (beginning.missing..<max(beginning.missing, end)).filter { !beginning.omits($0) }
    }

    var count: Int { max(0, base.count - beginning.omittedCount) }
    var tick: TickLength { base.tick }
    var decodeTimesRise: Bool { base.decodeTimesRise }
    var presentationTimesRise: Bool { base.presentationTimesRise }
    var largestDecodeLag: Int64 { base.largestDecodeLag }
    var payloadOffset: Int64? { base.payloadOffset }
    var transportStream: TransportStreamStorage? { base.transportStream }

    subscript(index: Int) -> IndexedSample {
        var sample = base[place(index)]
        // Whatever the container says, decoding starts here.
        if index == 0, !sample.isPartialSync { sample.isSync = true }
        return sample
    }

    func append(_ range: Range<Int>, to samples: inout [IndexedSample]) {
        let start = min(max(range.lowerBound, first.count, 1), range.upperBound)
        for index in range.lowerBound..<start { samples.append(self[index]) }
        guard start < range.upperBound else { return }
        base.append(place(start)..<place(range.upperBound - 1) + 1, to: &samples)
    }

    func decodeTicks(of index: Int) -> Int64 { base.decodeTicks(of: place(index)) }
    func presentationTicks(of index: Int) -> Int64 { base.presentationTicks(of: place(index)) }
    func durationTicks(of index: Int) -> Int64 { base.durationTicks(of: place(index)) }

    func accessPoint(atOrBefore index: Int) -> Int? {
        guard let found = base.accessPoint(atOrBefore: place(index)), found > beginning.missing else { return 0 }
        return first.firstIndex(of: found) ?? found - beginning.omittedCount
    }

    private func place(_ index: Int) -> Int {
        index < first.count ? first[index] : index + beginning.omittedCount
    }
}

extension SampleIndex {
    /// The same samples without those at the beginning that cannot be decoded.
    package func decodable(_ facts: TrackFacts) -> SampleIndex {
        guard let beginning = facts.beginning, beginning.omittedCount < count else { return self }
        return SampleIndex(DecodableSamples(table, beginning), trackID: trackID, segments: facts.segments)
    }
}
