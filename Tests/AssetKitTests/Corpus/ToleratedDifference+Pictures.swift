extension ToleratedDifference {
    /// AVI, Matroska and WebM: where chunks and blocks decide.
    static let pictures: [ToleratedDifference] = [
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
            name: "the times of blocks tell the rate of pictures",
            tool: "ffprobe: it takes a picture without a stated duration to last one tick, which is a millisecond",
            proof: "SimpleBlock: the times of the pictures, from the first to the last, make our rate",
            applies: { difference in
                guard ["mkv", "webm"].contains(difference.entry.container), difference.isAbout("rate"),
                    let stream = difference.stream, let ours = Double(difference.ours),
                    let rate = difference.entry.packets?["\(stream.index)"]?.rate(in: stream)
                else { return false }
                return abs(ours - rate) <= rate * 0.03
            }
        ),
        ToleratedDifference(
            name: "compressed blocks have the size that is stored",
            tool: "ffprobe: it counts the bytes of subtitles after they are unpacked",
            proof: "ContentEncodings: ContentCompAlgo is zlib, and the sizes of the blocks add up to ours",
            applies: {
                $0.entry.container == "mkv" && $0.isAbout("bytes") && $0.stream?.codecName == "hdmv_pgs_subtitle"
                    && $0.isBelowTheirs
            }
        ),
        ToleratedDifference(
            name: "pictures without times last as long as their rhythm says",
            tool: "ffprobe: it divides the size of the file by the bit rate that the sequence header states",
            proof: "sequence header and picture headers: as many pictures as ffprobe has packets, at its own rate",
            applies: { difference in
                guard difference.entry.has("packets-without-pts"), difference.isAbout("duration"),
                    difference.entry.streams.count == 1, let stream = difference.entry.streams.first,
                    let packets = difference.entry.packets?["\(stream.index)"]?.packets,
                    let rate = stream.averageRate
                else { return false }
                return difference.isOurs(seconds: Double(packets) / rate)
            }
        ),
        ToleratedDifference(
            name: "blocks decide how long a file of a few blocks is",
            tool: "ffprobe, mediainfo and mkvmerge: they repeat the Duration that Info states",
            proof: "SimpleBlock: the last one, and with it all media, ends where we say",
            applies: {
                $0.entry.class == .dummyPayload && $0.entry.container == "webm" && $0.isAbout("duration")
                    && $0.isOurs(seconds: $0.entry.packetSeconds)
            }
        ),
    ]
}
