internal import AssetKitBase
package import AssetKitSources
public import CMTimeLib
public import Foundation

/// A place among the samples of a track. Times are those of the media, not of the asset.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// let track = try await asset.loadTracks(withMediaType: .video).first
/// if let cursor = track?.makeSampleCursorAtFirstSampleInDecodeOrder() {
///     repeat {
///         print(cursor.decodeTimeStamp.seconds, cursor.presentationTimeStamp.seconds)
///     } while cursor.stepInDecodeOrder(byCount: 1) == 1
/// }
/// ```
///
/// A cursor can be moved, so it belongs to one thread at a time; a copy moves on its own.
open class AVSampleCursor: NSObject, NSCopying {
    package let track: AVAssetTrack
    package let index: SampleIndex
    package private(set) var position: Int

    /// Makes a cursor at the sample with this place in decode order.
    init(track: AVAssetTrack, index: SampleIndex, position: Int) {
        self.track = track
        self.index = index
        self.position = position
        super.init()
    }

    /// Another cursor at the same sample.
    open func copy(with zone: NSZone? = nil) -> Any { AVSampleCursor(track: track, index: index, position: position) }

    var sample: IndexedSample { index[position] }

    /// When the sample is presented, on the media's timeline.
    open var presentationTimeStamp: CMTime { index.tick.time(sample.presentationTicks) }

    /// When the sample is decoded, on the media's timeline.
    open var decodeTimeStamp: CMTime { index.tick.time(sample.decodeTicks) }

    /// How long the sample lasts; zero when that is not known.
    open var currentSampleDuration: CMTime { index.tick.time(sample.durationTicks) }

    // MARK: Stepping

    /// Moves by so many samples in decode order, as far as there are any. Returns how many it was.
    @discardableResult
    open func stepInDecodeOrder(byCount stepCount: Int64) -> Int64 {
        let target = pinned(Int64(position).addingClamped(stepCount))
        defer { position = target }
        return Int64(target - position)
    }

    /// Moves by so many samples in presentation order, as far as there are any. Returns how many it was.
    @discardableResult
    open func stepInPresentationOrder(byCount stepCount: Int64) -> Int64 {
        let rank = index.rank(of: position)
        let target = pinned(Int64(rank).addingClamped(stepCount))
        position = index.order[target]
        return Int64(target - rank)
    }

    /// Moves to the last sample that is decoded at the time of this one plus a delta, or before. Returns how far that was;
    /// `outWasPinned` tells whether the first or the last sample was in the way.
    @discardableResult
    open func step(byDecodeTime deltaDecodeTime: CMTime, wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?)
        -> CMTime
    {
        step(by: deltaDecodeTime, outWasPinned, time: \.decodeTicks, first: 0, last: index.count - 1) {
            index.index(decodedAt: $0)
        }
    }

    /// Moves to the last sample that is presented at the time of this one plus a delta, or before. Returns how far that
    /// was; `outWasPinned` tells whether the first or the last sample was in the way.
    @discardableResult
    open func step(
        byPresentationTime deltaPresentationTime: CMTime,
        wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?
    ) -> CMTime {
        let order = index.order
        let (first, last) = (order[0], order[index.count - 1])
        return step(by: deltaPresentationTime, outWasPinned, time: \.presentationTicks, first: first, last: last) {
            index.index(presentedAt: $0)
        }
    }

    private func pinned(_ place: Int64) -> Int { Int(min(max(place, 0), Int64(index.count - 1))) }

    private func step(
        by delta: CMTime,
        _ outWasPinned: UnsafeMutablePointer<ObjCBool>?,
        time: KeyPath<IndexedSample, Int64>,
        first: Int,
        last: Int,
        find: (Int64) -> Int?
    ) -> CMTime {
        outWasPinned?.pointee = false
        let start = sample[keyPath: time]
        guard let ticks = index.tick.ticks(at: index.tick.time(start) + delta) else { return .zero }
        let end = index[last][keyPath: time].addingClamped(max(1, index[last].durationTicks))
        let isPinned = ticks < index[first][keyPath: time] || ticks >= end
        outWasPinned?.pointee = ObjCBool(isPinned)
        position = find(ticks) ?? first
        return index.tick.time(sample[keyPath: time].subtractingClamped(start))
    }
}

// MARK: Order

extension AVSampleCursor {
    /// How this sample stands to that of another cursor in decode order. Both cursors must be of the same track.
    public func comparePositionInDecodeOrder(withPositionOf cursor: AVSampleCursor) -> ComparisonResult {
        requireSameTrack(as: cursor)
        if position == cursor.position { return .orderedSame }
        return position < cursor.position ? .orderedAscending : .orderedDescending
    }

    /// Some sample that is decoded before this one is presented after that of another cursor.
    public func maySamplesWithEarlierDecodeTimeStampsHavePresentationTimeStamps(laterThan cursor: AVSampleCursor)
        -> Bool
    {
        requireSameTrack(as: cursor)
        let latest = index.order.latestPresentation(before: position, in: index.table)
        return latest.map { $0 > cursor.sample.presentationTicks } ?? false
    }

    /// Some sample that is decoded after this one is presented before that of another cursor.
    public func maySamplesWithLaterDecodeTimeStampsHavePresentationTimeStamps(earlierThan cursor: AVSampleCursor)
        -> Bool
    {
        requireSameTrack(as: cursor)
        let earliest = index.order.earliestPresentation(after: position, in: index.table)
        return earliest.map { $0 < cursor.sample.presentationTicks } ?? false
    }

    private func requireSameTrack(as cursor: AVSampleCursor) {
        guard index === cursor.index else { programmerError("cursors of different tracks have no order") }
    }
}
