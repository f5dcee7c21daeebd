/// A difference from another tool that is that tool's mistake.
///
/// A rule goes by class, container, tags, boxes and `disagreements`, never by the name of a file, and says which tool is
/// wrong and what proves it.
struct ToleratedDifference: Sendable {
    let name: String
    /// The tool that is wrong.
    let tool: String
    /// The box or packet that proves it.
    let proof: String
    let applies: @Sendable (Difference) -> Bool

    /// The name of the rule that allows a difference; nil for none.
    static func rule(for fact: String, _ ours: String, _ theirs: String, of entry: CorpusEntry) -> String? {
        let difference = Difference(entry: entry, fact: fact, ours: ours, theirs: theirs)
        return all.first { $0.applies(difference) }?.name
    }

    static let all: [ToleratedDifference] = [
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
            name: "an empty chunk of AVI is a picture that shows again",
            tool: "ffprobe: it drops chunks without bytes, and the times of the next ones tell of the gap",
            proof: "idx1: entries of size 0 among those of the stream; strh and mediainfo count them",
            applies: { difference in
                let index = difference.stream.map { "stream \($0.index): " } ?? "-"
                return difference.entry.container == "avi" && difference.isAbout("samples")
                    && difference.entry.disagreements.contains {
                        $0.hasPrefix(index) && $0.hasSuffix("mediainfo FrameCount \(difference.ours)")
                    }
            }
        ),
        ToleratedDifference(
            name: "a track without its codec's header is still a track",
            tool: "mkvmerge: it lists only tracks that it could copy",
            proof: "Tracks: there is one TrackEntry more",
            applies: { $0.entry.class == .dummyPayload && $0.fact == "track numbers" && $0.isTold }
        ),
        ToleratedDifference(
            name: "caption samples have the size that is stored",
            tool: "ffprobe: it unpacks and repacks the caption atoms of a sample",
            proof: "stsz or trun: the stored sizes add up to ours",
            applies: { $0.isAbout("bytes") && $0.stream?.codecName == "eia_608" }
        ),
    ]
}

/// One fact that another tool has otherwise.
struct Difference {
    let entry: CorpusEntry
    let fact: String
    let ours: String
    let theirs: String

    /// The last word of the fact is one of these.
    func isAbout(_ words: String...) -> Bool { words.contains { fact == $0 || fact.hasSuffix(" " + $0) } }

    /// Something was told, only another thing.
    var isTold: Bool { ours != "not told" }

    func isOurs(seconds: Double?) -> Bool {
        guard let seconds, let ours = Double(ours) else { return false }
        return abs(ours - seconds) <= 0.06
    }

    /// The stream that the fact is about.
    var stream: ProbedStream? {
        let words = fact.split(separator: " ")
        guard words.count > 2, words[0] == "stream", let index = Int(words[1]) else { return nil }
        return entry.streams.first { $0.index == index }
    }

    /// The boxes count other samples than ffprobe has packets.
    var hasOtherBoxCount: Bool {
        guard let stream, let id = stream.identifier, let packets = entry.packets?["\(stream.index)"]?.packets,
            let count = entry.bmff?.tracks.first(where: { $0.id == id })?.samples, count > 0
        else { return false }
        return count != packets && (!isAbout("samples") || ours == "\(count)")
    }
}

extension CorpusEntry {
    /// How long the edits of the longest track are.
    fileprivate var editedSeconds: Double? {
        guard let scale = bmff?.movie?.timescale, scale > 0 else { return nil }
        let lengths = (bmff?.tracks ?? []).compactMap { $0.edits?.reduce(0) { $0 + $1[0] } }
        return lengths.max().map { $0 / Double(scale) }
    }

    /// The presentation time of the first packet of all.
    fileprivate var firstSeconds: Double? {
        streams.compactMap { stream in
            guard let first = packets?["\(stream.index)"]?.minPts else { return nil }
            let parts = (stream.timeBase ?? "").split(separator: "/").compactMap { Double($0) }
            return parts.count == 2 ? Double(first) * parts[0] / parts[1] : nil
        }.min()
    }
}
