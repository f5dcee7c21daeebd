extension ToleratedDifference {
    /// MP4 and MOV: where boxes decide.
    static let boxes: [ToleratedDifference] = [
        ToleratedDifference(
            name: "the edit list decides how long a movie is",
            tool: "ffprobe, mediainfo and ExoPlayer: they take the length that the movie's header states",
            proof: "elst: its edits add up to less than the duration in mvhd",
            applies: { $0.isAbout("duration") && $0.isOurs(seconds: $0.entry.editedSeconds) }
        ),
        ToleratedDifference(
            name: "the time before the first fragment counts",
            tool:
                "mediainfo: it reports the sum of the samples' durations; ffprobe stops early where one of them is odd",
            proof: "tfdt of the first fragment: the base decode time is not zero",
            applies: { difference in
                guard difference.isAbout("duration"), difference.entry.has("fragmented") else { return false }
                let start = difference.entry.firstSeconds ?? 0
                return difference.entry.durations.contains { difference.isOurs(seconds: $0 + start) }
            }
        ),
        ToleratedDifference(
            name: "the colour box decides over the codec's header",
            tool: "ffprobe: it decodes, and then what the pictures say replaces what the container says",
            proof: "colr: the stated primaries, transfer, matrix and range are ours",
            applies: {
                $0.entry.has("colr") && $0.isTold && $0.isAbout("primaries", "transfer", "matrix", "range")
            }
        ),
        ToleratedDifference(
            name: "the sample table counts what FFmpeg leaves out or bundles",
            tool:
                "ffprobe: it drops samples that no edit shows or whose bytes are missing, and bundles uncompressed sound",
            proof: "stsz and stts: the count of samples is ours",
            applies: { $0.isAbout("samples", "bytes") && $0.hasOtherBoxCount }
        ),
        ToleratedDifference(
            name: "every fragment counts, also of encrypted samples",
            tool: "ffprobe: it stops at the second fragment's encryption boxes; mediainfo counts on",
            proof: "trun: the counts of all runs add up to ours",
            applies: {
                $0.entry.class == .encrypted && $0.entry.has("fragmented") && $0.isAbout("samples", "bytes")
                    && $0.entry.disagreements.contains { $0.contains("packets, mediainfo FrameCount") }
            }
        ),
        ToleratedDifference(
            name: "caption samples have the size that is stored",
            tool: "ffprobe: it unpacks and repacks the caption atoms of a sample",
            proof: "stsz or trun: the stored sizes add up to ours",
            applies: { $0.isAbout("bytes") && $0.stream?.codecName == "eia_608" }
        ),
    ]
}
