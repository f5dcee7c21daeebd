public import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
internal import Foundation

extension AVVideoCompositionInstruction {
    /// What an instruction is made of, as a value.
    ///
    /// ```swift
    /// let layer = AVVideoCompositionLayerInstruction(configuration: .init(trackID: 1))
    /// let instruction = AVVideoCompositionInstruction(
    ///     configuration: .init(
    ///         backgroundColor: CGColor(red: 0, green: 0, blue: 0.2, alpha: 1),
    ///         layerInstructions: [layer],
    ///         timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1))
    ///     )
    /// )
    /// print(instruction.requiredSourceTrackIDs)
    /// ```
    public struct Configuration: Sendable {
        /// What shows below all layers; nil for opaque black.
        public var backgroundColor: CGColor?
        /// Whether the animation tool counts, which is not supported.
        public var enablePostProcessing: Bool
        /// The layers, the one on top first. Without any the background shows.
        public var layerInstructions: [AVVideoCompositionLayerInstruction]
        /// The tracks whose samples of other kinds a compositor of a client's needs.
        public var requiredSourceSampleDataTrackIDs: [CMPersistentTrackID]
        /// When the instruction counts. Of those of a composition, each begins where the one before it ends.
        public var timeRange: CMTimeRange

        /// Makes a configuration.
        public init(
            backgroundColor: CGColor? = nil,
            enablePostProcessing: Bool = true,
            layerInstructions: [AVVideoCompositionLayerInstruction] = [],
            requiredSourceSampleDataTrackIDs: [CMPersistentTrackID] = [],
            timeRange: CMTimeRange = .zero
        ) {
            (self.backgroundColor, self.enablePostProcessing) = (backgroundColor, enablePostProcessing)
            (self.layerInstructions, self.timeRange) = (layerInstructions, timeRange)
            self.requiredSourceSampleDataTrackIDs = requiredSourceSampleDataTrackIDs
        }
    }

    /// Makes an instruction of what a configuration says.
    public convenience init(configuration: Configuration) {
        var state = State()
        state.timeRange = configuration.timeRange
        state.backgroundColor = configuration.backgroundColor
        state.enablePostProcessing = configuration.enablePostProcessing
        state.sampleDataTrackIDs = configuration.requiredSourceSampleDataTrackIDs.map { NSNumber(value: $0) }
        state.layerInstructions = configuration.layerInstructions.map {
            $0.copy() as? AVVideoCompositionLayerInstruction ?? $0
        }
        self.init(state)
    }
}
