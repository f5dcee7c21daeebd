internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSinks
internal import CMTimeLib
internal import Foundation

/// What has become of one track of the new file so far. Any thread may add to it.
final class ExportedTrack: Sendable {
    /// What there is to tell of it.
    struct Counts: Sendable {
        var copied = 0
        var encoded = 0
        var byteCount: Int64 = 0
        /// When the last sample ends.
        var end = CMTime.zero
        /// The MD5 sum of the samples of sound before they were encoded, where the file says it.
        var digest: [UInt8]?
    }

    private let counts = Lock(Counts())

    var snapshot: Counts { counts.withLock { $0 } }

    func note(_ sample: SinkSample, isCopied: Bool) {
        let end = sample.presentationTime + CMTimeMultiply(sample.duration, multiplier: Int32(clamping: sample.count))
        counts.withLock { counts in
            if isCopied { counts.copied += sample.count } else { counts.encoded += sample.count }
            counts.byteCount += Int64(sample.data.dataLength)
            if end.isNumeric { counts.end = CMTimeMaximum(counts.end, end) }
        }
    }

    /// The track ends here, whatever its samples say: sound that is not heard comes behind it.
    func end(_ ending: SoundTrackRunner.Ending) {
        counts.withLock { ($0.end, $0.digest) = (ending.time, ending.digest) }
    }
}
