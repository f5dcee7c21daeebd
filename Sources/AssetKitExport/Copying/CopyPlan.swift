internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// Which stored samples make up a new file. A plain value: making the file is left to ``CopyRunner``.
struct CopyPlan: Sendable {
    var sink: SinkPlan
    /// What of each track is presented; nil for all of it.
    var edits: [[CMTimeMapping]?]
    /// What the text of each track becomes; nil for samples that are copied as they are.
    var texts: [SubtitleTarget?] = []
    var sources: [LoadedSource]
    /// The clips, those of a row one behind the other.
    var clips: [PlacedClip]
    /// The tracks of sound that are encoded in one run over all clips.
    var encodedSounds: [EncodedSound] = []
    /// Where sound in packets does not lie where it should.
    var seams: [JointOffset] = []
    /// What is not carried over, each a sentence.
    var warnings: [String] = []
    /// Of these what a file in fragments cannot say of when tracks are presented.
    var lostEdits: [String] = []

    /// How long the new file is.
    var duration: CMTime { clips.end }

    /// Not all clips are copied one behind the other.
    var hasRows: Bool { clips.contains { $0.row != clips[0].row } }

    /// How many samples are copied into a track.
    func sampleCount(ofTrack track: Int) -> Int {
        clips.reduce(0) { $0 + $1.copiedRuns.filter { $0.track == track }.reduce(0) { $0 + $1.sampleCount } }
    }

    /// The bytes of the samples that are copied whole: no file of them can be smaller.
    var storedByteCount: Int64 {
        clips.reduce(0) { sum, clip in
            clip.copiedRuns.reduce(sum) { sum, copied in
                guard copied.frames == nil, copied.textForm == nil else { return sum }
                let index = sources[clip.source].tracks[copied.sourceTrack].index
                return copied.samples.joined().reduce(sum) { $0 + Int64(index[$1].byteCount) }
            }
        }
    }
}
