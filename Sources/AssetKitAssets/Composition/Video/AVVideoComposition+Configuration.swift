internal import AssetKitBase
public import AssetKitMedia
public import CMTimeLib
public import Foundation

extension AVVideoComposition {
    /// What a video composition is made of, as a value.
    ///
    /// ```swift
    /// let asset = AVURLAsset(url: URL(filePath: "holiday.mov"))
    /// var configuration = try await AVVideoComposition.Configuration(for: asset)
    /// configuration.renderSize = CGSize(width: 1280, height: 720)
    /// configuration.sourceTrackIDForFrameTiming = kCMPersistentTrackID_Invalid
    /// configuration.frameDuration = CMTime(value: 1, timescale: 30)
    /// let composition = AVVideoComposition(configuration: configuration)
    /// print(composition.instructions.count)
    /// ```
    public struct Configuration: @unchecked Sendable {
        // SAFETY: plain values; instructions of clients are not changed while they are in use.
        /// The primaries of the pictures that come out; nil for those of the first video track. Either all three properties of
        /// colour are set, or none.
        public var colorPrimaries: String?
        /// Their transfer function.
        public var colorTransferFunction: String?
        /// Their matrix.
        public var colorYCbCrMatrix: String?
        /// The class of the compositor that makes the pictures; nil for the one of the library.
        public var customVideoCompositorClass: (any AVVideoCompositing.Type)?
        /// How long a frame shows. Frames begin at its multiples, unless there is a ``sourceTrackIDForFrameTiming``.
        public var frameDuration: CMTime
        /// What shows when, in the order of time.
        public var instructions: [any AVVideoCompositionInstructionProtocol]
        /// How much larger or smaller pictures are made than ``renderSize`` says. Only players may have another than 1.
        public var renderScale: Float
        /// The size of the pictures that come out, in square pixels.
        public var renderSize: CGSize
        /// The track whose pictures say when frames begin; `kCMPersistentTrackID_Invalid` for the multiples of ``frameDuration``.
        public var sourceTrackIDForFrameTiming: CMPersistentTrackID
        /// What shows besides the tracks, by identifiers that none of them has and that layer instructions name. An addition to
        /// AVFoundation.
        public var akOverlays: [CMPersistentTrackID: AKOverlay] = [:]

        /// Makes a configuration. Without a size, a frame duration and instructions nothing can be rendered by it.
        public init(
            colorPrimaries: String? = nil,
            colorTransferFunction: String? = nil,
            colorYCbCrMatrix: String? = nil,
            customVideoCompositorClass: (any AVVideoCompositing.Type)? = nil,
            frameDuration: CMTime = .zero,
            instructions: [any AVVideoCompositionInstructionProtocol] = [],
            renderScale: Float = 1,
            renderSize: CGSize = .zero,
            sourceTrackIDForFrameTiming: CMPersistentTrackID = .zero
        ) {
            (self.colorPrimaries, self.colorTransferFunction) = (colorPrimaries, colorTransferFunction)
            (self.colorYCbCrMatrix, self.customVideoCompositorClass) = (colorYCbCrMatrix, customVideoCompositorClass)
            (self.frameDuration, self.instructions) = (frameDuration, instructions)
            (self.renderScale, self.renderSize) = (renderScale, renderSize)
            self.sourceTrackIDForFrameTiming = sourceTrackIDForFrameTiming
        }

        /// Makes the configuration of a composition that shows the video tracks of an asset as they are, when the asset has
        /// loaded: what ``AVVideoComposition/init(propertiesOf:)`` makes. `prototypeInstruction`: whose background colour and flags
        /// the instruction gets.
        public init(
            for asset: AVAsset,
            prototypeInstruction: AVVideoCompositionInstruction? = nil
        ) async throws {
            _ = try await asset.load(.tracks, .duration)
            let state = VideoCompositionProperties(asset).state(like: prototypeInstruction)
            self.init(
                frameDuration: state.frameDuration,
                instructions: state.instructions,
                renderSize: state.renderSize,
                sourceTrackIDForFrameTiming: state.sourceTrackIDForFrameTiming
            )
        }

        fileprivate var state: State {
            var state = State()
            (state.colorPrimaries, state.colorTransferFunction) = (colorPrimaries, colorTransferFunction)
            (state.colorYCbCrMatrix, state.customVideoCompositorClass) = (colorYCbCrMatrix, customVideoCompositorClass)
            (state.frameDuration, state.instructions) = (frameDuration, instructions)
            (state.renderScale, state.renderSize) = (renderScale, renderSize)
            state.sourceTrackIDForFrameTiming = sourceTrackIDForFrameTiming
            state.overlays = akOverlays
            return state
        }
    }

    /// Makes a composition of what a configuration says. Instructions that can be changed are copied.
    public convenience init(configuration: Configuration) {
        self.init(configuration.state)
        let frozen = snapshot
        state.withLock { $0 = frozen }
    }
}
