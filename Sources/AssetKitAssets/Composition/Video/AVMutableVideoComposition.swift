internal import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// A video composition that can be changed.
///
/// ```swift
/// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
/// let composition = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: asset)
/// composition.renderSize = CGSize(width: 1280, height: 720)
/// composition.sourceTrackIDForFrameTiming = kCMPersistentTrackID_Invalid
/// composition.frameDuration = CMTime(value: 1, timescale: 30)
/// let whole = CMTimeRange(start: .zero, end: .positiveInfinity)
/// print(try await composition.isValid(for: asset, timeRange: whole, validationDelegate: nil))
/// ```
///
/// Whoever is given one works on a copy, so it may be changed at any time.
open class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
    /// Makes an empty composition: size, frame duration and instructions have to be set.
    public required init() { super.init() }

    override init(_ state: State) { super.init(state) }

    /// Makes a composition that shows the video tracks of an asset as they are, with the background colour and the flags of
    /// another instruction.
    ///
    /// Waits for the asset to load on the calling thread.
    public convenience init(propertiesOf asset: AVAsset, prototypeInstruction: AVVideoCompositionInstruction) {
        self.init(VideoCompositionProperties(asset).state(like: prototypeInstruction))
    }

    open override func copy(with zone: NSZone? = nil) -> Any { AVVideoComposition(snapshot) }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.changeCount += 1
        }
    }

    /// The class of the compositor that makes the pictures; nil for the one of the library.
    open override var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
        get { super.customVideoCompositorClass }
        set { change { $0.customVideoCompositorClass = newValue } }
    }

    /// How long a frame shows. Frames begin at its multiples, unless there is a ``sourceTrackIDForFrameTiming``: a composition
    /// made of the properties of an asset with one video track has that, and keeps it when this is set. For a constant rate set
    /// both.
    open override var frameDuration: CMTime {
        get { super.frameDuration }
        set { change { ($0.frameDuration, $0.frameTimings) = (newValue, []) } }
    }

    /// The track whose pictures say when frames begin; `kCMPersistentTrackID_Invalid` for the multiples of
    /// ``frameDuration``.
    open override var sourceTrackIDForFrameTiming: CMPersistentTrackID {
        get { super.sourceTrackIDForFrameTiming }
        set { change { ($0.sourceTrackIDForFrameTiming, $0.frameTimings) = (newValue, []) } }
    }

    /// The size of the pictures that come out, in square pixels.
    open override var renderSize: CGSize {
        get { super.renderSize }
        set { change { $0.renderSize = newValue } }
    }

    /// How much larger or smaller pictures are made than ``renderSize`` says. Only players may have another than 1.
    open override var renderScale: Float {
        get { super.renderScale }
        set { change { $0.renderScale = newValue } }
    }

    /// What shows when, in the order of time.
    open override var instructions: [any AVVideoCompositionInstructionProtocol] {
        get { super.instructions }
        set { change { $0.instructions = newValue } }
    }

    /// The primaries of the pictures that come out; nil for those of the first video track.
    open override var colorPrimaries: String? {
        get { super.colorPrimaries }
        set { change { $0.colorPrimaries = newValue } }
    }

    /// Their transfer function.
    open override var colorTransferFunction: String? {
        get { super.colorTransferFunction }
        set { change { $0.colorTransferFunction = newValue } }
    }

    /// Their matrix.
    open override var colorYCbCrMatrix: String? {
        get { super.colorYCbCrMatrix }
        set { change { $0.colorYCbCrMatrix = newValue } }
    }

    /// What shows besides the tracks, by identifiers that none of them has and that layer instructions name. An addition to
    /// AVFoundation.
    open override var akOverlays: [CMPersistentTrackID: AKOverlay] {
        get { super.akOverlays }
        set { change { $0.overlays = newValue } }
    }
}

extension NSCopying where Self: AVMutableVideoComposition {
    /// Calls back with a composition that shows the video tracks of an asset as they are, with the background colour and the
    /// flags of another instruction, or with why the asset could not be loaded.
    @preconcurrency
    public static func videoComposition(
        withPropertiesOf asset: AVAsset,
        prototypeInstruction: AVVideoCompositionInstruction,
        completionHandler: @escaping @Sendable (Self?, (any Error)?) -> Void
    ) {
        let prototype = prototypeInstruction.mutableCopy() as? AVVideoCompositionInstruction
        VideoCompositionProperties.make(asset, completionHandler) { Self.make($0.state(like: prototype)) }
    }

    /// Makes a composition that shows the video tracks of an asset as they are, with the background colour and the flags of
    /// another instruction, when the asset has loaded.
    public static func videoComposition(
        withPropertiesOf asset: AVAsset,
        prototypeInstruction: AVVideoCompositionInstruction
    ) async throws -> Self {
        _ = try await asset.load(.tracks, .duration)
        return make(VideoCompositionProperties(asset).state(like: prototypeInstruction))
    }
}
