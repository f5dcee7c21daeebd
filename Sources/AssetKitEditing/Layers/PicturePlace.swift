internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import CMTimeLib
internal import Foundation

/// How the pictures of a track stand upright, and how they fit into a frame.
struct PicturePlace {
    /// From the picture at its display size to one that stands upright, from the top left on.
    let upright: CGAffineTransform
    /// The size of that one.
    let size: CGSize

    init(_ track: AVAssetTrack) async throws {
        let (naturalSize, transform) = try await track.load(.naturalSize, .preferredTransform)
        self.init(naturalSize, transform)
    }

    init(_ naturalSize: CGSize, _ transform: CGAffineTransform) {
        let bounds = CGRect(origin: .zero, size: naturalSize).applying(transform)
        upright = transform.concatenating(CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY))
        size = bounds.size
    }

    /// As large as fits into a frame, in its middle: on whole pixels, and with bars of one size on both sides.
    func box(in frame: CGSize) -> CGRect {
        guard size.width > 0, size.height > 0 else { return .zero }
        let scale = min(frame.width / size.width, frame.height / size.height)
        func side(_ own: CGFloat, _ whole: CGFloat) -> CGFloat {
            let bar = ((whole - own * scale) / 2).rounded()
            return max(whole - 2 * bar, 1)
        }
        let (width, height) = (side(size.width, frame.width), side(size.height, frame.height))
        let origin = CGPoint(x: (frame.width - width) / 2, y: (frame.height - height) / 2)
        return CGRect(origin: origin, size: CGSize(width: width, height: height))
    }

    /// What lays the pictures there.
    func fitting(_ frame: CGSize) -> CGAffineTransform {
        let box = box(in: frame)
        let scale = CGAffineTransform(scaleX: box.width / max(size.width, 1), y: box.height / max(size.height, 1))
        return upright.concatenating(scale).concatenating(CGAffineTransform(translationX: box.minX, y: box.minY))
    }
}

extension [AVAssetTrack] {
    /// Not all of their pictures are turned and mirrored alike: the turn of one track cannot have all of them stand upright.
    func areTurnedApart() async throws -> Bool {
        var common: PictureTurn?
        for track in self {
            let own = PictureTurn(try await track.load(.preferredTransform))
            guard own == common ?? own else { return true }
            common = own
        }
        return false
    }
}

extension AVAssetTrack {
    /// How long its pictures show: the shortest of them, unless that is much shorter than others are and too short to be meant.
    func usualFrameDuration() async throws -> CMTime {
        let (shortest, rate) = try await load(.minFrameDuration, .nominalFrameRate)
        let isKnown = shortest.isNumeric && shortest > .zero
        guard rate > 0, rate.isFinite else { return isKnown ? shortest : CMTime(value: 1, timescale: 25) }
        if isKnown, 1 / shortest.seconds <= max(Double(rate) * 1.01, 61) { return shortest }
        let whole = min(max(rate.rounded(), 1), 1000)
        // Television in America slows whole rates down by a thousandth.
        let isSlowedDown = abs(rate * 1.001 - whole) < 0.005
        return CMTime(value: isSlowedDown ? 1001 : 1000, timescale: CMTimeScale(whole) * 1000)
    }
}
