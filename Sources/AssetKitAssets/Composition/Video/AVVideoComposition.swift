internal import AssetKitBase
internal import AssetKitCore
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// How the pictures of several tracks become one picture after the other.
///
/// It is a list of instructions, each of which says for a range of time which tracks show, over each other or beside each
/// other. Places count from the top left of ``renderSize``, to the right and down.
///
/// Instances of this class do not change; ``AVMutableVideoComposition`` is what they are made with.
open class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    struct State {
        var customVideoCompositorClass: (any AVVideoCompositing.Type)?
        var frameDuration = CMTime.invalid
        var sourceTrackIDForFrameTiming = kCMPersistentTrackID_Invalid
        /// Instead of one such track several, each in a time of its own.
        var frameTimings: [FrameTiming] = []
        var renderSize = CGSize.zero
        var renderScale: Float = 1
        var instructions: [any AVVideoCompositionInstructionProtocol] = []
        var colorPrimaries: String?
        var colorTransferFunction: String?
        var colorYCbCrMatrix: String?
        var overlays: [CMPersistentTrackID: AKOverlay] = [:]
        /// How often something was set.
        var changeCount = 0
    }

    // SAFETY: behind a lock; instructions have locks of their own, or are a client's that says that it may be shared.
    let state: Protected<State>

    /// Makes an empty composition.
    public required override init() {
        state = Protected(State())
        super.init()
    }

    /// Makes a composition of what there is in another one.
    init(_ state: State) {
        self.state = Protected(state)
        super.init()
    }

    /// Makes a composition that shows the video tracks of an asset as they are.
    ///
    /// There is one instruction, with a layer for each track, which turns it by its `preferredTransform`; none without a video
    /// track. The size encloses all of them as they are turned, of a composition too, unless that has been given a `naturalSize`:
    /// what it has without one is the size of its first track as that is stored, into which turned and larger pictures do not fit.
    /// A single track has its own frame timing; else there are as many frames a second as the fastest track has, and 30 where that
    /// is not known.
    ///
    /// Waits for the asset to load on the calling thread; `videoComposition(withPropertiesOf:)` does not.
    public convenience init(propertiesOf asset: AVAsset) {
        self.init(VideoCompositionProperties(asset).state(like: nil))
    }

    /// The composition as it is now, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// A composition that begins as this one and can be changed: an ``AVMutableVideoComposition``.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoComposition(snapshot) }

    /// What there is now, with instructions that nobody else changes.
    var snapshot: State {
        var state = state.withLock { $0 }
        state.instructions = state.instructions.map { instruction in
            guard let own = instruction as? AVVideoCompositionInstruction else { return instruction }
            return own.copy() as? AVVideoCompositionInstruction ?? own
        }
        return state
    }

    /// The class of the compositor that makes the pictures; nil for the one of the library.
    open var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
        state.withLock { $0.customVideoCompositorClass }
    }

    /// How long a frame shows. Frames begin at its multiples; with a ``sourceTrackIDForFrameTiming`` only where that track has
    /// no pictures.
    open var frameDuration: CMTime { state.withLock { $0.frameDuration } }

    /// The track whose pictures say when frames begin; `kCMPersistentTrackID_Invalid` for the multiples of
    /// ``frameDuration``.
    open var sourceTrackIDForFrameTiming: CMPersistentTrackID { state.withLock { $0.sourceTrackIDForFrameTiming } }

    /// The size of the pictures that come out, in square pixels.
    open var renderSize: CGSize { state.withLock { $0.renderSize } }

    /// How much larger or smaller pictures are made than ``renderSize`` says. Only players may have another than 1.
    open var renderScale: Float { state.withLock { $0.renderScale } }

    /// What shows when, in the order of time. Each begins where the one before it ends.
    open var instructions: [any AVVideoCompositionInstructionProtocol] { state.withLock { $0.instructions } }

    /// The primaries of the pictures that come out, such as ``AVVideoColorPrimaries_ITU_R_709_2``; nil for those of the
    /// first video track. Either all three properties of colour are set, or none.
    open var colorPrimaries: String? { state.withLock { $0.colorPrimaries } }

    /// Their transfer function, such as ``AVVideoTransferFunction_ITU_R_709_2``.
    open var colorTransferFunction: String? { state.withLock { $0.colorTransferFunction } }

    /// Their matrix, such as ``AVVideoYCbCrMatrix_ITU_R_709_2``.
    open var colorYCbCrMatrix: String? { state.withLock { $0.colorYCbCrMatrix } }

    /// What shows besides the tracks, by identifiers that none of them has and that layer instructions name. An addition to
    /// AVFoundation.
    open var akOverlays: [CMPersistentTrackID: AKOverlay] { state.withLock { $0.overlays } }
}

// A method that answers an object of the class that it is called on can take such an object in a closure only here.
extension NSCopying where Self: AVVideoComposition {
    /// Makes a composition of what is to be in it.
    static func make(_ state: AVVideoComposition.State) -> Self {
        let made = Self()
        made.state.withLock { $0 = state }
        return made
    }

    /// Makes a composition that shows the video tracks of an asset as they are, when the asset has loaded.
    ///
    /// See ``AVVideoComposition/init(propertiesOf:)`` for what is in it.
    public static func videoComposition(withPropertiesOf asset: AVAsset) async throws -> Self {
        _ = try await asset.load(.tracks, .duration)
        return make(VideoCompositionProperties(asset).state(like: nil))
    }

    /// Calls back with a composition that shows the video tracks of an asset as they are, or with why the asset could not be
    /// loaded.
    @preconcurrency
    public static func videoComposition(
        withPropertiesOf asset: AVAsset,
        completionHandler: @escaping @Sendable (Self?, (any Error)?) -> Void
    ) {
        VideoCompositionProperties.make(asset, completionHandler) { make($0.state(like: nil)) }
    }
}
