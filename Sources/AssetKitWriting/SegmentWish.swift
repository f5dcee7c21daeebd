internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// Where segments are to end. Goes to the input that leads: the first with pictures, else the first.
struct SegmentWish: Sendable {
    /// The usual length, which Apple recommends for streams.
    static let usualInterval = CMTime(value: 6, timescale: 1)

    let interval: CMTime
    /// In source time; invalid for that of the first sample.
    let start: CMTime
    let control: SegmentControl

    /// On the movie's clock, given the first buffers of an input.
    func grid(_ first: [EncodingFeed.Input]) -> SegmentGrid? {
        guard interval.isNumeric, let input = first.first else { return nil }
        let origin = input.buffer.presentationTimeStamp - input.time
        return SegmentGrid(start: start.isNumeric ? start - origin : input.time, interval: interval)
    }
}
