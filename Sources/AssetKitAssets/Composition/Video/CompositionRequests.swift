internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// A compositor of a client's own, as the stages ask it for the pictures of one composition.
///
/// SAFETY: the compositor synchronises itself; instructions of clients are not changed while they are in use.
struct CompositionRequests: PictureComposing, @unchecked Sendable {
    let instructions: [CompositorInstruction]
    private(set) var sources: PictureRequest
    private let takesHighRange: Bool
    private let takesWideColor: Bool
    private let composition: AVVideoComposition
    private let compositor: CustomCompositor
    /// What the client says, at the same places.
    private let own: [any AVVideoCompositionInstructionProtocol]

    init(_ plan: VideoCompositionPlan, of composition: AVVideoComposition, by compositor: CustomCompositor) {
        (self.composition, self.compositor) = (composition, compositor)
        own = plan.instructions.map(\.instruction)
        instructions = plan.instructions.map { CompositorInstruction($0.instruction, in: $0.range) }
        let client = compositor.compositor
        // Who takes a high dynamic range takes wide colours.
        takesHighRange = client.supportsHDRSourceFrames
        takesWideColor = takesHighRange || client.supportsWideColorSourceFrames
        var color = client.canConformColorOfSourceFrames ? PictureColor() : plan.color
        let light = Self.shown(color, takesHighRange, takesWideColor)
        if light != color { color = light }
        sources = PictureRequest(
            output: .pixelBuffer(PixelBufferRequest(formats: compositor.sourceFormats, color: color)),
            dynamicRange: takesHighRange ? .matchSource : .forceStandard,
            deinterlaces: false
        )
        sources.narrowsColors = !takesWideColor
        sources.followsLight = true
    }

    /// The nearest to some colours that the compositor is given pictures in.
    func shown(_ color: PictureColor) -> PictureColor { Self.shown(color, takesHighRange, takesWideColor) }

    func unsaidColor(in color: PictureColor) -> PictureColor { shown(color) }

    private static func shown(_ color: PictureColor, _ takesHighRange: Bool, _ takesWideColor: Bool) -> PictureColor {
        let isTaken = color.isHighDynamicRange ? takesHighRange : takesWideColor || ColorRendering.isPlain(color)
        return isTaken ? color : PictureColor(primaries: 1, transfer: 1, matrix: 1, isFullRange: color.isFullRange)
    }

    func preroll(_ range: CMTimeRange, isReverse: Bool) throws {
        try compositor.preroll(AVVideoCompositionRenderHint(range, isReverse: isReverse), of: composition)
    }

    var takesAnyOrder: Bool { compositor.compositor is any AKVideoCompositorReordering }

    func request(
        at time: CMTime,
        instruction: Int,
        pictures: [Int32: CVPixelBuffer],
        reversing part: CMTimeRange?,
        handler: @escaping @Sendable (Result<CVPixelBuffer, any Error>) -> Void
    ) {
        compositor.request(
            at: time,
            own[instruction],
            of: composition,
            pictures: pictures,
            hint: part.map { AVVideoCompositionRenderHint($0, isReverse: true) },
            handler: handler
        )
    }

    func cancel() { compositor.cancel() }

    func waitForCancelled() throws { try compositor.waitForCancelled() }

    func resume() { compositor.resume() }
}

extension CompositorInstruction {
    fileprivate init(_ instruction: any AVVideoCompositionInstructionProtocol, in range: CMTimeRange) {
        self.init(
            range: range,
            trackIDs: instruction.requiredSourceTrackIDs?.compactMap { ($0 as? NSNumber)?.int32Value },
            passthroughTrackID: instruction.statedPassthroughTrackID,
            containsTweening: instruction.containsTweening
        )
    }
}

extension AVVideoCompositionInstructionProtocol {
    /// The track that the client says is to pass through. What the library finds out of layers does not count: a client who
    /// sets a compositor beside the layers of `videoComposition(withPropertiesOf:)` wants it to be called.
    fileprivate var statedPassthroughTrackID: Int32? {
        let own = self as? AVVideoCompositionInstruction
        let found = own?.program.untouchedTrackID ?? kCMPersistentTrackID_Invalid
        return passthroughTrackID == found ? nil : passthroughTrackID
    }
}
