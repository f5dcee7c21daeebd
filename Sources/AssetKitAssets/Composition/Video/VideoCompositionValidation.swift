internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Looks for what is wrong with a video composition.
struct VideoCompositionValidation {
    private let composition: AVVideoComposition
    private let state: AVVideoComposition.State
    private let delegate: (any AVVideoCompositionValidationHandling)?
    private let range: CMTimeRange
    /// nil where lengths and tracks do not matter.
    private let duration: CMTime?
    private let trackIDs: Set<CMPersistentTrackID>?
    private let overlayIDs: Set<CMPersistentTrackID>
    private let asset: AVAsset?
    private var isValid = true

    /// Ends the search.
    private struct Enough: Error {}

    init(
        _ composition: AVVideoComposition,
        _ range: CMTimeRange,
        duration: CMTime?,
        tracks: [AVAssetTrack]?,
        asset: AVAsset?,
        _ delegate: (any AVVideoCompositionValidationHandling)?
    ) {
        (self.composition, self.range, self.duration, self.delegate) = (composition, range, duration, delegate)
        state = composition.state.withLock { $0 }
        trackIDs = tracks.map { Set($0.map(\.trackID)) }
        overlayIDs = Set(state.overlays.keys)
        self.asset = asset ?? tracks?.lazy.compactMap(\.asset).first
    }

    mutating func run() -> Bool {
        do {
            try checkValues()
            try checkInstructions()
        } catch {
            return false
        }
        return isValid
    }

    /// Without a delegate the first fault is enough.
    private mutating func report(
        _ ask: (any AVVideoCompositionValidationHandling, AVVideoComposition) -> Bool
    ) throws(Enough) {
        isValid = false
        guard let delegate else { throw Enough() }
        let goesOn = ask(delegate, composition)
        let isSame = composition.state.withLock { $0.changeCount } == state.changeCount
        require(isSame, "AVVideoComposition was changed by its validation delegate")
        guard goesOn else { throw Enough() }
    }

    private mutating func checkValues() throws(Enough) {
        // An overlay under the identifier of a track cannot be told from it.
        let conflicts = trackIDs.map { !$0.isDisjoint(with: overlayIDs) } ?? false
        for key in state.invalidKeys + (conflicts ? ["akOverlays"] : []) {
            try report { $0.videoComposition($1, shouldContinueValidatingAfterFindingInvalidValueForKey: key) }
        }
    }

    private mutating func checkInstructions() throws(Enough) {
        var covered = max(range.start, .zero)
        for (index, instruction) in state.instructions.enumerated() {
            let own = instruction.timeRange
            guard own.isValid, own.start.isNumeric, own.duration > .zero else {
                try reportRange(of: instruction)
                continue
            }
            guard own.end > range.start, own.start < range.end else { continue }
            // The first one that counts may begin before what is asked for.
            let before = index > 0 ? state.instructions[index - 1].timeRange.end : own.start
            if before.isNumeric, own.start < before { try reportRange(of: instruction) }
            if own.start > covered { try reportGap(covered, own.start) }
            covered = max(covered, own.end)
            try checkTracks(of: instruction)
        }
        guard let duration, duration.isNumeric else { return }
        let end = min(range.end, duration)
        if covered < end { try reportGap(covered, end) }
    }

    private mutating func reportRange(of instruction: any AVVideoCompositionInstructionProtocol) throws(Enough) {
        try report {
            $0.videoComposition($1, shouldContinueValidatingAfterFindingInvalidTimeRangeIn: instruction)
        }
    }

    private mutating func reportGap(_ start: CMTime, _ end: CMTime) throws(Enough) {
        let gap = CMTimeRange(start: start, end: end)
        try report { $0.videoComposition($1, shouldContinueValidatingAfterFindingEmptyTimeRange: gap) }
    }

    private mutating func checkTracks(
        of instruction: any AVVideoCompositionInstructionProtocol
    ) throws(Enough) {
        guard let trackIDs, let own = instruction as? AVVideoCompositionInstruction else { return }
        let known = trackIDs.union(overlayIDs)
        for layer in own.layerInstructions where !known.contains(layer.trackID) {
            guard let asset else {
                isValid = false
                continue
            }
            try report {
                $0.videoComposition(
                    $1,
                    shouldContinueValidatingAfterFindingInvalidTrackIDIn: instruction,
                    layerInstruction: layer,
                    asset: asset
                )
            }
        }
    }
}

extension AVVideoComposition.State {
    /// The properties with values that nothing can be made with.
    var invalidKeys: [String] {
        var keys: [String] = []
        let sides = [renderSize.width, renderSize.height]
        if !sides.allSatisfy({ $0 > 0 && $0.isFinite }) { keys.append("renderSize") }
        if !frameDuration.isNumeric || frameDuration <= .zero { keys.append("frameDuration") }
        if !(renderScale > 0 && renderScale.isFinite) { keys.append("renderScale") }
        let colors = [colorPrimaries, colorTransferFunction, colorYCbCrMatrix]
        if colors.contains(nil), colors.contains(where: { $0 != nil }) { keys.append("colorPrimaries") }
        return keys
    }
}
