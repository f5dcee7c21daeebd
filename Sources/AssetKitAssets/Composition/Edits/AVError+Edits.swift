internal import AssetKitBase
internal import AssetKitEdits

extension AVError {
    /// Why a track of a composition was not edited, in one sentence.
    init(_ refused: EditError) {
        let (code, sentence): (AVError.Code, String) =
            switch refused {
            case .notContiguous:
                (.compositionTrackSegmentsNotContiguous, "segments do not follow each other without gaps from zero on")
            case .invalidDuration: (.invalidCompositionTrackSegmentDuration, "a segment shows for no time")
            case .invalidSourceStart:
                (.invalidCompositionTrackSegmentSourceStartTime, "what a segment shows begins at no time")
            case .invalidSourceDuration:
                (.invalidCompositionTrackSegmentSourceDuration, "what a segment shows has no duration")
            case .invalidTime: (.invalidSourceMedia, "a time is negative, or no number")
            case .invalidRange: (.invalidSourceMedia, "a range is none")
            case .tooLong: (.invalidSourceMedia, "a track would be longer than 136 years")
            case .tooFine: (.invalidSourceMedia, "times could not be told from each other any more")
            }
        self.init(code, "cannot edit a track of a composition: \(sentence)")
    }
}
