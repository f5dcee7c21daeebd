internal import AssetKitSinks
internal import CMTimeLib

/// Samples that go from a track of a source into one of the new file.
struct CopiedRuns: Sendable {
    /// The track of the new file.
    var track: Int
    /// The place of the track among those of the source.
    var sourceTrack: Int
    /// The places of the samples in decode order.
    var samples: [Range<Int>]
    /// What is added to times of the stored media when samples are shown, and when they are decoded.
    var shift: CMTime
    var decodeShift: CMTime
    /// What is added to times of the stored media for the time in the new file: samples are written in its order.
    var lead: CMTime
    /// For each description of the source's samples the place of the same one in the new track.
    var formats: [Int] = [0]
    /// The clip of uncompressed sound that is kept, in frames of the stored media; nil for whole samples.
    var frames: Range<Int64>?
    /// Samples show within these times of the new media only; nil where edits see to that.
    var limits: CMTimeRange?
    /// The picture that shows last, where the clip ends before it is over; nil where edits see to that.
    var cutPicture: CutPicture?
    /// What is added to the number of a timecode's first frame.
    var timecodeFrames: Int64 = 0
    /// Frames of sound at the end of the last sample that are not heard.
    var trimmedFramesAtEnd = 0
    /// How text is stored in the source, where it becomes text of another kind.
    var textForm: SubtitleForm?
    /// Each sample that decoding can start with gets the decoder's header in front.
    var carriesParameterSets = false
    /// Pictures with which decoding has to begin anew, and cannot as they are.
    var openGroups = OpenGroups()
    /// When what of the stored media shows in the new file, where `lead` alone does not tell.
    var passages: [CMTimeMapping] = []

    /// A picture that does not show for as long as it does in its source.
    struct CutPicture: Sendable, Hashable {
        /// When it does there, in ticks of the stored media.
        var ticks: Int64
        /// When it shows, in times of the new media.
        var shown: CMTimeRange
    }

    /// The same with the times at which what is presented of it shows.
    func presented(_ cuts: [CopiedStretch]) -> CopiedRuns {
        guard cuts.count > 1 || cuts.contains(where: { !$0.hasNormalRate }) else { return self }
        var result = self
        result.passages = cuts.map { CMTimeMapping(source: $0.source, target: $0.target) }
        return result
    }

    /// When a time of the stored media comes in the new file, about.
    func time(of stored: CMTime) -> CMTime {
        guard let first = passages.first else { return stored + lead }
        let passage =
            passages.first { $0.source.containsTime(stored) } ?? passages.last { $0.source.start <= stored } ?? first
        let ahead = stored - passage.source.start
        guard passage.source.duration > .zero, ahead > .zero else { return passage.target.start + min(ahead, .zero) }
        return CMTimeMapTimeFromRangeToRange(stored, fromRange: passage.source, toRange: passage.target)
    }

    var sampleCount: Int { samples.reduce(0) { $0 + $1.count } }
}
