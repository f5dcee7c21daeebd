extension ToleratedDifference {
    private static let frameStreams: Set<String> = ["mp3", "mp2", "ac3", "adts", "amr"]

    /// Sound that is nothing but frames, and FLAC: where the frames decide.
    static let sound: [ToleratedDifference] = [
        ToleratedDifference(
            name: "the frames of a stream decide how long it is",
            tool: "ffprobe and ExoPlayer: they divide the size of the file by the bit rate of the first frames",
            proof: "frame headers: each tells its length, and ffprobe's own packets end where we say",
            applies: {
                frameStreams.contains($0.entry.container) && $0.isAbout("duration")
                    && $0.isOurs(seconds: $0.entry.packetSeconds)
            }
        ),
        ToleratedDifference(
            name: "what an encoder put around the sound is not presented",
            tool: "ffprobe and mediainfo: they count the delay and the padding",
            proof: "LAME's extension of the Xing header: delay and padding; without them the decoder gives our length",
            applies: {
                $0.entry.container == "mp3" && $0.entry.has("late-start") && $0.isAbout("duration")
                    && $0.isOurs(seconds: $0.entry.decodedSeconds)
            }
        ),
        ToleratedDifference(
            name: "a frame that the end of the file cuts off is no sample",
            tool: "ffprobe: it hands out what is left of the last frame",
            proof:
                "the last frame's header: the frame is longer than the rest of the file; mediainfo is as short as we",
            applies: { difference in
                guard frameStreams.contains(difference.entry.container),
                    difference.isAbout("samples") && difference.isBelowTheirs(by: 1)
                        || difference.isAbout("bytes") && difference.isBelowTheirs,
                    let probed = difference.entry.seconds(by: "ffprobe"),
                    let measured = difference.entry.seconds(by: "mediainfo")
                else { return false }
                return measured < probed
            }
        ),
        ToleratedDifference(
            name: "bytes behind the last frame are no sample",
            tool: "ffprobe: it makes a packet of them; ExoPlayer counts as we do",
            proof: "the last packet: a single byte, which is no frame header",
            applies: { difference in
                guard difference.entry.container == "mp3", difference.isAbout("samples", "bytes"),
                    difference.isBelowTheirs(by: 1), let stream = difference.stream,
                    let packets = difference.entry.packets?["\(stream.index)"]?.packets
                else { return false }
                return difference.entry.disagreements.contains { $0.hasSuffix("exoplayer \(packets - 1) samples") }
            }
        ),
        ToleratedDifference(
            name: "the last frame counts",
            tool: "ffprobe: its parser keeps the last frame back, because no other header follows; mediainfo counts it",
            proof: "the last frame's header: the frame ends exactly with the file",
            applies: { difference in
                guard difference.entry.container == "mp2", difference.isAbout("samples", "bytes"),
                    difference.isAboveTheirs, let probed = difference.entry.seconds(by: "ffprobe"),
                    let measured = difference.entry.seconds(by: "mediainfo")
                else { return false }
                return measured > probed
            }
        ),
        ToleratedDifference(
            name: "a chapter without a title has none",
            tool: "ffprobe: it shows the identifier for machines, which the format says is not to be shown to people",
            proof: "CHAP: there is no TIT2 in it",
            applies: {
                $0.entry.container == "mp3" && $0.fact.hasPrefix("chapter ") && $0.isAbout("title") && $0.ours.isEmpty
            }
        ),
        ToleratedDifference(
            name: "a FLAC file's picture is a cover wherever it stands and whatever its format",
            tool: "ffprobe: it skips pictures in an ID3 tag in front of FLAC, and those whose format it does not know",
            proof: "APIC in the ID3 tag, or a block PICTURE of the type image/avif",
            applies: { $0.entry.container == "flac" && $0.fact == "covers" && $0.isBelowTheirs(by: -1) }
        ),
    ]
}
