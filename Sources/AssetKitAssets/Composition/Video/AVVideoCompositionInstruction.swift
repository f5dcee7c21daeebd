public import AssetKitBase
package import AssetKitCore
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// What shows in a range of time of a video composition: layers over a colour.
///
/// Instances of this class do not change; ``AVMutableVideoCompositionInstruction`` is what they are made with.
open class AVVideoCompositionInstruction: NSObject, NSCopying, NSMutableCopying,
    AVVideoCompositionInstructionProtocol, @unchecked Sendable
{
    struct State {
        var timeRange = CMTimeRange.invalid
        var backgroundColor: CGColor?
        var layerInstructions: [AVVideoCompositionLayerInstruction] = []
        var enablePostProcessing = true
        var sampleDataTrackIDs: [NSNumber] = []
    }

    // SAFETY: behind a lock; layer instructions have locks of their own.
    let state: Protected<State>

    init(_ state: State) {
        self.state = Protected(state)
        super.init()
    }

    /// Makes an instruction without layers and without a time range.
    public override init() {
        state = Protected(State())
        super.init()
    }

    /// What there is now, with layers that nobody else changes.
    var snapshot: State {
        var state = state.withLock { $0 }
        state.layerInstructions = state.layerInstructions.map {
            $0.copy() as? AVVideoCompositionLayerInstruction ?? $0
        }
        return state
    }

    /// What the core makes pictures by.
    package var program: LayerProgram {
        let state = state.withLock { $0 }
        let color = state.backgroundColor.map(LayerProgram.Color.init) ?? .black
        return LayerProgram(
            range: state.timeRange,
            background: color,
            layers: state.layerInstructions.map(\.program)
        )
    }

    /// The instruction as it is now, which does not change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// An instruction that begins as this one and can be changed: an ``AVMutableVideoCompositionInstruction``.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoCompositionInstruction(snapshot) }

    /// When it counts.
    open var timeRange: CMTimeRange { state.withLock { $0.timeRange } }

    /// What shows below all layers; nil, as at first, for opaque black.
    open var backgroundColor: CGColor? { state.withLock { $0.backgroundColor } }

    /// The layers, the one on top first. Without any the background shows.
    open var layerInstructions: [AVVideoCompositionLayerInstruction] { state.withLock { $0.layerInstructions } }

    /// Whether the animation tool counts, which is not supported.
    open var enablePostProcessing: Bool { state.withLock { $0.enablePostProcessing } }

    /// Whether something changes within the time range besides the pictures: there is a ramp.
    open var containsTweening: Bool { program.containsTweening }

    /// The tracks of the layers, as numbers.
    open var requiredSourceTrackIDs: [NSValue] { program.trackIDs.map { NSNumber(value: $0) } }

    /// The track of a single layer that changes nothing; else `kCMPersistentTrackID_Invalid`. A compositor of a client's own is
    /// asked for its pictures all the same, unless a subclass names another track here.
    open var passthroughTrackID: CMPersistentTrackID { program.untouchedTrackID ?? kCMPersistentTrackID_Invalid }

    /// The tracks whose samples of other kinds a compositor of a client's needs.
    open var requiredSourceSampleDataTrackIDs: [NSNumber] { state.withLock { $0.sampleDataTrackIDs } }
}

// The protocol leaves room for nil, and the class does not: it has a property of each kind.
extension AVVideoCompositionInstructionProtocol where Self: AVVideoCompositionInstruction {
    /// The tracks of the layers, as numbers.
    public var requiredSourceTrackIDs: [NSValue]? {
        let trackIDs: [NSValue] = requiredSourceTrackIDs
        return trackIDs
    }
}

extension LayerProgram.Color {
    /// A colour in the numbers of the pictures.
    init(_ color: CGColor) {
        let rgba = color.rgba
        self.init(red: Double(rgba.x), green: Double(rgba.y), blue: Double(rgba.z), alpha: Double(rgba.w))
    }
}
