package import AssetKitBase
package import AssetKitCore
package import AssetKitFFmpeg
internal import AssetKitMedia
package import AssetKitSources
package import CMTimeLib
internal import Foundation

/// A video composition as whoever renders it takes it: all of it as it was then.
///
/// SAFETY: plain values, and instructions of clients that they do not change while they are in use.
package struct VideoCompositionPlan: @unchecked Sendable {
    /// What shows in a range of time.
    package struct TimedInstruction {
        package let range: CMTimeRange
        package let instruction: any AVVideoCompositionInstructionProtocol
        /// nil for an instruction of a client's own class that only a compositor of the client's knows.
        package let program: LayerProgram?
    }

    package private(set) var width: Int
    package private(set) var height: Int
    package let frameDuration: CMTime
    /// The tracks whose pictures say when frames begin, in the order of time; elsewhere they begin at the multiples of the frame
    /// duration.
    package let timings: [FrameTiming]
    /// What the client asks for; gaps where it says nothing.
    package let color: PictureColor
    /// In the order of time.
    package private(set) var instructions: [TimedInstruction]
    package let overlays: [Int32: LayerOverlay]
    package let customVideoCompositorClass: (any AVVideoCompositing.Type)?

    /// The same as a file stores it that says how its pictures are turned. Only the library's own compositor knows of that.
    func stored(turned turn: PictureTurn) -> VideoCompositionPlan {
        guard turn != .none else { return self }
        var plan = self
        if turn.swapsSides { (plan.width, plan.height) = (height, width) }
        let size = CGSize(width: plan.width, height: plan.height)
        let back = turn.transform.startingAtOrigin(size).inverted()
        plan.instructions = instructions.map { timed in
            TimedInstruction(
                range: timed.range,
                instruction: timed.instruction,
                program: timed.program?.moved(by: back)
            )
        }
        return plan
    }
}

extension AVVideoComposition {
    /// What there is now, for whoever renders it.
    ///
    /// Throws where instructions do not follow each other in time, and where one is of a class that the library's own
    /// compositor does not know.
    package func plan() throws(AVError) -> VideoCompositionPlan {
        let state = snapshot
        let scale = Double(state.renderScale)
        var instructions: [VideoCompositionPlan.TimedInstruction] = []
        for instruction in state.instructions {
            var program = instruction.knownProgram
            program?.scale = scale
            let timed = VideoCompositionPlan.TimedInstruction(
                range: instruction.timeRange,
                instruction: instruction,
                program: program
            )
            guard timed.range.start.isNumeric, timed.range.duration > .zero,
                instructions.last.map({ $0.range.end <= timed.range.start }) ?? true
            else {
                throw AVError(.invalidVideoComposition, "the instructions of the video composition overlap")
            }
            guard timed.program != nil || state.customVideoCompositorClass != nil else {
                let name = "\(type(of: instruction))"
                let reason = "only a compositor of your own can render \(name); set customVideoCompositorClass"
                throw AVError(.invalidVideoComposition, reason)
            }
            instructions.append(timed)
        }
        return VideoCompositionPlan(
            width: max(Int((Double(state.renderSize.width) * scale).rounded()), 1),
            height: max(Int((Double(state.renderSize.height) * scale).rounded()), 1),
            frameDuration: state.frameDuration,
            timings: state.timings,
            color: state.color,
            instructions: instructions,
            overlays: state.overlays.mapValues(\.pictures),
            customVideoCompositorClass: state.customVideoCompositorClass
        )
    }
}

extension AVVideoComposition.State {
    fileprivate var color: PictureColor {
        PictureColor(
            primaries: CVColorPrimariesGetIntegerCodePointForString(colorPrimaries),
            transfer: CVTransferFunctionGetIntegerCodePointForString(colorTransferFunction),
            matrix: CVYCbCrMatrixGetIntegerCodePointForString(colorYCbCrMatrix)
        )
    }
}

extension AVVideoCompositionInstructionProtocol {
    /// What the library's own compositor does for it; nil where it does not know it.
    fileprivate var knownProgram: LayerProgram? {
        if let own = self as? AVVideoCompositionInstruction { return own.program }
        guard passthroughTrackID != kCMPersistentTrackID_Invalid else { return nil }
        return LayerProgram(range: timeRange, layers: [LayerProgram.Layer(trackID: passthroughTrackID)])
    }
}
