internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// Reads captions of a clip that lie in samples, and become text.
///
/// How long a text shows is only known when it is gone, and it may have been sent long before it shows. So captions are
/// read from the beginning of their track on, and ahead of everything else that goes into the file.
struct CaptionCopy {
    /// A text for a track of the new file, with the times of that.
    struct Text {
        var track: Int
        var cue: SubtitleFile.Cue
    }

    /// Ticks of a second of the text: those of files of subtitles.
    static let timescale: CMTimeScale = 1000

    /// What of a clip is captions.
    let clip: CopiedClip

    /// All texts, in the order in which they begin.
    func texts(_ flag: CancellationFlag, _ progress: (CMTime) -> Void = { _ in }) throws -> [Text] {
        let ends = Dictionary(grouping: clip.copiedRuns, by: \.sourceTrack).mapValues { copiedRuns in
            copiedRuns.flatMap(\.samples).map(\.upperBound).max() ?? 0
        }
        let cues = try Dictionary(
            uniqueKeysWithValues: ends.sorted { $0.key < $1.key }.map { place, end in
                (place, try self.cues(ofTrack: place, samples: 0..<end, flag, progress))
            }
        )
        let texts = clip.copiedRuns.flatMap { copied in
            (cues[copied.sourceTrack] ?? []).compactMap { $0.shown(by: copied) }.map {
                Text(track: copied.track, cue: $0)
            }
        }
        return texts.sorted { ($0.cue.start, $0.track) < ($1.cue.start, $1.track) }
    }

    /// The texts of stored samples, with stored times.
    private func cues(
        ofTrack place: Int,
        samples: Range<Int>,
        _ flag: CancellationFlag,
        _ progress: (CMTime) -> Void
    ) throws -> [SubtitleFile.Cue] {
        let reader = CaptionReader(decoder: try CaptionDecoder())
        let sink = ForwardingSink { sample in
            let pairs = CaptionPairs.triplets(sample: try sample.data.withBytes { Array($0) })
            try reader.read(pairs, at: sample.presentationTime, until: sample.presentationTime + sample.duration)
        }
        var stored = clip
        stored.tracks = [CopiedClip.Track(timescale: clip.source.tracks[place].index.tick.denominator, formats: [])]
        stored.copiedRuns = [
            CopiedRuns(
                track: 0,
                sourceTrack: place,
                samples: [samples],
                shift: .zero,
                decodeShift: .zero,
                lead: .zero
            )
        ]
        let output = CopyOutput(stored, sink: sink)
        try TabledCopy(source: clip.source, output: output, flag: flag).run(progress)
        // What nobody takes away shows as long as the piece does.
        return try reader.finish(at: .positiveInfinity)
    }
}

extension SubtitleFile.Cue {
    /// What a piece shows of it, and when; nil for nothing.
    fileprivate func shown(by copied: CopiedRuns) -> SubtitleFile.Cue? {
        let limits = copied.limits ?? CMTimeRange(start: .zero, duration: .positiveInfinity)
        let begin = CMTimeMaximum(start + copied.shift, limits.start)
        let finish = CMTimeMinimum(end + copied.shift, limits.end)
        return begin < finish ? SubtitleFile.Cue(start: begin, end: finish, text: text) : nil
    }
}
