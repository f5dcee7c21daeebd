internal import AssetKitBase

/// Where a ``SampleIndex`` has its samples from: a container's own tables, or packets that were read.
///
/// Samples are counted from 0 in decode order; an index must be below ``count``, which is at most 2³² - 1.
package protocol SampleTable: Sendable {
    var count: Int { get }
    /// How long one tick of the track's times is.
    var tick: TickLength { get }
    /// No sample is decoded before the one in front of it.
    var decodeTimesRise: Bool { get }
    /// No sample is shown before the one that is decoded in front of it.
    var presentationTimesRise: Bool { get }
    /// By how many ticks a sample is decoded later than it is shown, at most; 0 where none is. It may be more than that of any
    /// one sample.
    var largestDecodeLag: Int64 { get }

    subscript(index: Int) -> IndexedSample { get }

    /// Appends the samples of a range, which lies in the table: what the subscript says of each, in less time.
    func append(_ range: Range<Int>, to samples: inout [IndexedSample])

    func decodeTicks(of index: Int) -> Int64
    func presentationTicks(of index: Int) -> Int64
    func durationTicks(of index: Int) -> Int64

    /// The last sample up to `index` that decoding can start with, fully or partially; nil when there is none.
    func accessPoint(atOrBefore index: Int) -> Int?

    /// How many packets of sound must be decoded from `index` on until what comes out is right; nil when not known.
    func refreshCount(of index: Int) -> Int?

    /// How many samples in front of `index` a decoder needs, in decode order, to get that one right: those from the
    /// last one that decoding can start with, or from the first where there is none such.
    func samplesNeeded(before index: Int) -> Int

    /// The chunk that a sample lies in; nil where the container has none.
    func chunk(of index: Int) -> SampleChunk?

    /// The samples of the chunk that a sample lies in, where they are alike in size and duration; nil where they are not.
    func uniformChunk(of index: Int) -> Range<Int>?

    /// The bytes of every sample stand so many bytes behind its position; nil where only a demuxer knows.
    var payloadOffset: Int64? { get }

    /// The bytes of every sample lie in units of a transport stream; nil where they do not, or only a demuxer knows.
    var transportStream: TransportStreamStorage? { get }
}

extension SampleTable {
    package var largestDecodeLag: Int64 {
        (0..<count).reduce(0) { max($0, decodeTicks(of: $1).subtractingClamped(presentationTicks(of: $1))) }
    }

    package func append(_ range: Range<Int>, to samples: inout [IndexedSample]) {
        for index in range { samples.append(self[index]) }
    }

    package func decodeTicks(of index: Int) -> Int64 { self[index].decodeTicks }

    package func presentationTicks(of index: Int) -> Int64 { self[index].presentationTicks }

    package func durationTicks(of index: Int) -> Int64 { self[index].durationTicks }

    package func accessPoint(atOrBefore index: Int) -> Int? {
        (0...index).last { self[$0].isSync || self[$0].isPartialSync }
    }

    package func refreshCount(of index: Int) -> Int? { nil }

    package func samplesNeeded(before index: Int) -> Int {
        if let count = refreshCount(of: index) { return min(count, index) }
        return index - (accessPoint(atOrBefore: index) ?? 0)
    }

    package func chunk(of index: Int) -> SampleChunk? { nil }

    package func uniformChunk(of index: Int) -> Range<Int>? { nil }

    package var payloadOffset: Int64? { nil }

    package var transportStream: TransportStreamStorage? { nil }
}
