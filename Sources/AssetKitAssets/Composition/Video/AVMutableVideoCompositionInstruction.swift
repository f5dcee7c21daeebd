public import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
public import CMTimeLib
public import Foundation

/// An instruction of a video composition that can be changed.
///
/// ```swift
/// let instruction = AVMutableVideoCompositionInstruction()
/// instruction.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))
/// instruction.backgroundColor = CGColor(red: 0, green: 0, blue: 0.2, alpha: 1)
/// let layer = AVMutableVideoCompositionLayerInstruction()
/// layer.trackID = 1
/// instruction.layerInstructions = [layer]
/// ```
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction, @unchecked Sendable {
    override init(_ state: State) { super.init(state) }

    /// Makes an instruction without layers and without a time range.
    public override init() { super.init() }

    open override func copy(with zone: NSZone? = nil) -> Any { AVVideoCompositionInstruction(snapshot) }

    /// When it counts. Of the instructions of a composition, each begins where the one before it ends.
    open override var timeRange: CMTimeRange {
        get { super.timeRange }
        set { state.withLock { $0.timeRange = newValue } }
    }

    /// What shows below all layers; nil for opaque black. Its alpha counts where
    /// what comes out has alpha: images, pixel buffers of such a format, files of such a codec; elsewhere it is opaque.
    open override var backgroundColor: CGColor? {
        get { super.backgroundColor }
        set { state.withLock { $0.backgroundColor = newValue } }
    }

    /// The layers, the one on top first. Without any the background shows.
    open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
        get { super.layerInstructions }
        set { state.withLock { $0.layerInstructions = newValue } }
    }

    /// Whether the animation tool counts, which is not supported.
    open override var enablePostProcessing: Bool {
        get { super.enablePostProcessing }
        set { state.withLock { $0.enablePostProcessing = newValue } }
    }

    /// The tracks whose samples of other kinds a compositor of a client's needs.
    open override var requiredSourceSampleDataTrackIDs: [NSNumber] {
        get { super.requiredSourceSampleDataTrackIDs }
        set { state.withLock { $0.sampleDataTrackIDs = newValue } }
    }
}
