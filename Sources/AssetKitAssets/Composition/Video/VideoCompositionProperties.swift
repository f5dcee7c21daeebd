internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What a video composition is like that shows the tracks of an asset as they are.
struct VideoCompositionProperties {
    private let duration: CMTime
    private let tracks: [AVAssetTrack]
    /// The size that a composition has been given; nil for others.
    private let wantedSize: CGSize?

    /// Of an asset that has loaded.
    init(_ asset: AVAsset) {
        duration = asset.duration
        tracks = asset.tracks.filter { $0.mediaType == .video }
        wantedSize = (asset as? AVComposition)?.storage.state.naturalSize
    }

    /// Calls back with what is made of an asset's properties, when it has loaded.
    static func make<Composition: Sendable>(
        _ asset: AVAsset,
        _ completionHandler: @escaping @Sendable (Composition?, (any Error)?) -> Void,
        _ body: @escaping @Sendable (VideoCompositionProperties) -> Composition
    ) {
        asset.requestKeys(["tracks", "duration"]) {
            if let error = asset.loadingError { return completionHandler(nil, error) }
            completionHandler(body(VideoCompositionProperties(asset)), nil)
        }
    }

    func state(like prototype: AVVideoCompositionInstruction?) -> AVVideoComposition.State {
        var state = AVVideoComposition.State()
        state.frameDuration = frameDuration
        state.renderSize = renderSize
        if tracks.count == 1 { state.sourceTrackIDForFrameTiming = tracks[0].trackID }
        if !tracks.isEmpty { state.instructions = [instruction(like: prototype)] }
        return state
    }

    private func instruction(like prototype: AVVideoCompositionInstruction?) -> AVVideoCompositionInstruction {
        var state = AVVideoCompositionInstruction.State()
        state.timeRange = CMTimeRange(start: .zero, duration: duration)
        state.backgroundColor = prototype?.backgroundColor
        state.enablePostProcessing = prototype?.enablePostProcessing ?? true
        state.layerInstructions = tracks.map { track in
            let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
            let turn = Self.placed(track).turn
            if !turn.isIdentity { layer.setTransform(turn, at: .zero) }
            return AVVideoCompositionLayerInstruction(layer.program)
        }
        return AVVideoCompositionInstruction(state)
    }

    /// How a track is turned, so that it lies at the origin, and where it ends then.
    private static func placed(_ track: AVAssetTrack) -> (turn: CGAffineTransform, size: CGSize) {
        let turn = track.preferredTransform
        let bounds = CGRect(origin: .zero, size: track.naturalSize).applying(turn)
        return (turn, CGSize(width: max(bounds.maxX, 0), height: max(bounds.maxY, 0)))
    }

    private var renderSize: CGSize {
        if let wantedSize, !tracks.isEmpty { return wantedSize }
        return tracks.map { Self.placed($0).size }.reduce(.zero) {
            CGSize(width: max($0.width, $1.width.rounded()), height: max($0.height, $1.height.rounded()))
        }
    }

    private var frameDuration: CMTime {
        let usual = CMTime(value: 1, timescale: 30)
        if tracks.count == 1, let only = tracks.first, only.minFrameDuration.isNumeric, only.minFrameDuration > .zero {
            return only.minFrameDuration
        }
        let rates = tracks.map { Double($0.nominalFrameRate) }.filter { $0 > 0 && $0.isFinite }
        guard let rate = rates.max() else { return usual }
        return Self.frameDuration(rate)
    }

    /// Rates of television are kept exactly: 29.97 is 30,000 / 1,001.
    private static func frameDuration(_ rate: Double) -> CMTime {
        if abs(rate - rate.rounded()) < 1e-4, rate >= 0.5 {
            return CMTime(value: 1, timescale: CMTimeScale(min(rate.rounded(), 1e6)))
        }
        let whole = (rate * 1.001).rounded()
        if abs(rate - whole / 1.001) < 1e-3, whole >= 1, whole <= 1e6 {
            return CMTime(value: 1001, timescale: CMTimeScale(whole) * 1000)
        }
        return CMTime(seconds: 1 / rate, preferredTimescale: 90_000)
    }
}
