import CMTimeLib

@testable import AssetKit
@testable import AssetKitSources

/// A table whose samples a test writes down.
struct ListedSamples: SampleTable {
    let samples: [IndexedSample]
    let tick: TickLength

    var count: Int { samples.count }
    var decodeTimesRise: Bool { rise(samples.map(\.decodeTicks)) }
    var presentationTimesRise: Bool { rise(samples.map(\.presentationTicks)) }

    subscript(index: Int) -> IndexedSample { samples[index] }

    private func rise(_ times: [Int64]) -> Bool { zip(times, times.dropFirst()).allSatisfy { $0 <= $1 } }
}

/// Pictures of a 25th of a second in decode order.
struct PictureList: Sendable {
    static let tick = TickLength(1, over: 25)!

    /// When each is shown.
    var shown: [Int64]
    /// The places of those that decoding can start with.
    var keys: Set<Int>
    /// Where the asset's timeline begins in the media.
    var editStart: Int64 = 0

    /// Groups of four that need nothing of each other: one picture for all, one for two, and two between them.
    static let closed = PictureList(shown: [0, 3, 1, 2, 4, 7, 5, 6, 8, 11, 9, 10], keys: [0, 4, 8])

    /// Behind the second key picture come two that are shown before it, and need the group before.
    static let open = PictureList(shown: [0, 3, 1, 2, 6, 4, 5, 9, 7, 8], keys: [0, 4])

    /// The same, and the file begins with the open group.
    static let headless = PictureList(shown: [2, 0, 1, 5, 3, 4], keys: [0])

    /// Pictures that stand alone.
    static let plain = PictureList(shown: Array(0..<10), keys: Set(0..<10))

    var index: SampleIndex {
        let samples = shown.enumerated().map { place, time in
            IndexedSample(
                decodeTicks: Int64(place) - 2,
                presentationTicks: time,
                durationTicks: 1,
                isSync: keys.contains(place)
            )
        }
        return SampleIndex(ListedSamples(samples: samples, tick: Self.tick), trackID: 1, segments: [])
    }

    /// A part of the asset's timeline, in pictures; halves count.
    func stretch(_ start: Double, _ end: Double) -> MediaStretch {
        let duration = CMTime(value: 1000, timescale: 25)
        let edit = CMTimeMapping(
            source: CMTimeRange(start: .pictures(Double(editStart)), duration: duration),
            target: CMTimeRange(start: .zero, duration: duration)
        )
        return MediaStretch(edit: edit, target: .pictures(start, end))
    }
}

extension CMTime {
    /// So many pictures of a 25th of a second; halves count.
    static func pictures(_ count: Double) -> CMTime { CMTime(value: Int64(count * 2), timescale: 50) }
}

extension CMTimeRange {
    static func pictures(_ start: Double, _ end: Double) -> CMTimeRange {
        CMTimeRange(start: .pictures(start), end: .pictures(end))
    }
}
