import Testing

/// A way to make a film, and a way to encode the edges of a cut in it.
struct SpliceSource: CustomTestStringConvertible, Sendable {
    let name: String
    let codec: String
    let source: [String]
    let edge: [String]
    /// Runs can begin with pictures that have to be rewritten.
    var isOpen = false
    var seconds = 4

    var testDescription: String { name }

    /// Moving shapes and a little noise.
    static func pictures(seconds: Int) -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=size=160x96:rate=30:duration=\(seconds),noise=alls=6:allf=t:all_seed=7"]
    }

    static let everyday: [SpliceSource] = [
        h264("H.264, closed", "bframes=3:keyint=40"),
        h264("H.264, open", "bframes=3:b-pyramid=normal:open-gop=1:keyint=40", isOpen: true),
        h264("H.264, open, CAVLC", "bframes=3:cabac=0:slices=3:open-gop=1:keyint=40", isOpen: true),
        hevc("HEVC, open", "open-gop=1:bframes=3:keyint=40", isOpen: true),
        other("MPEG-4", "mpeg4", ["-c:v", "mpeg4", "-flags", "+qpel+mv4", "-mpeg_quant", "1", "-bf", "2", "-g", "40"]),
    ]

    static let all: [SpliceSource] = everyday + moreH264 + moreHEVC + others

    private static let moreH264: [SpliceSource] = [
        h264("without B", "bframes=0:keyint=25"),
        h264("without B, CAVLC", "bframes=0:cabac=0:keyint=25:slices=2"),
        h264("closed, CAVLC, slices", "bframes=3:cabac=0:slices=3:keyint=25"),
        h264("all intra", "keyint=1"),
        h264("closed, ids 15", "bframes=2:keyint=25:sps-id=15"),
        h264("open, ids 15", "bframes=3:open-gop=1:keyint=25:sps-id=15", isOpen: true),
        h264("open, ids 14, CAVLC", "bframes=3:open-gop=1:keyint=25:sps-id=14:cabac=0", isOpen: true),
        h264("closed, ids 31", "bframes=2:keyint=25:sps-id=31"),
        h264("open, short groups", "bframes=3:open-gop=1:keyint=10:min-keyint=5:ref=4", isOpen: true),
        h264("open, strict pyramid", "bframes=5:b-pyramid=strict:open-gop=1:keyint=25", isOpen: true),
        h264("open, pyramid", "bframes=7:b-adapt=0:b-pyramid=normal:open-gop=1:keyint=25:ref=5", isOpen: true),
        h264("open, no pyramid", "bframes=4:b-pyramid=none:b-adapt=0:open-gop=1:keyint=25", isOpen: true),
        h264("open, MBAFF", "bframes=3:tff=1:open-gop=1:keyint=25", isOpen: true),
        h264("open, MBAFF, bottom first, CAVLC", "bframes=3:bff=1:cabac=0:open-gop=1:keyint=25", isOpen: true),
        h264("open, PAFF flags", "bframes=3:fake-interlaced=1:open-gop=1:keyint=25", isOpen: true),
        h264("open, temporal direct", "bframes=3:direct=temporal:ref=6:open-gop=1:keyint=25", isOpen: true),
        h264("open, 10 bits", "bframes=3:open-gop=1:keyint=25", isOpen: true, format: "yuv420p10le"),
        h264("open, 4:2:2, CAVLC", "bframes=3:cabac=0:open-gop=1:keyint=25", isOpen: true, format: "yuv422p"),
        h264("open, 4:4:4", "bframes=3:open-gop=1:keyint=25:ref=4", isOpen: true, format: "yuv444p"),
        h264("open, weights", "bframes=3:weightp=2:weightb=1:open-gop=1:keyint=25", isOpen: true),
        h264("open, slower", "bframes=8:b-adapt=2:ref=8:open-gop=1:keyint=30", isOpen: true, preset: "slower"),
        h264(
            "open, delimiters and repeated sets",
            "aud=1:nal-hrd=vbr:vbv-maxrate=900:vbv-bufsize=900:"
                + "bframes=3:open-gop=1:keyint=25",
            isOpen: true
        ),
        h264("open, one slice a row", "bframes=3:slice-max-mbs=10:open-gop=1:keyint=25", isOpen: true),
    ]

    private static let moreHEVC: [SpliceSource] = [
        hevc("HEVC, closed", "open-gop=0:bframes=3:keyint=25"),
        hevc("HEVC, open, pyramid", "open-gop=1:bframes=7:b-adapt=0:b-pyramid=1:keyint=25", isOpen: true),
        hevc("HEVC, open, 10 bits", "open-gop=1:bframes=3:keyint=25", isOpen: true, format: "yuv420p10le"),
        hevc("HEVC, closed, RADL", "open-gop=0:radl=2:bframes=3:keyint=25"),
        hevc("HEVC, open, slices", "open-gop=1:bframes=3:keyint=25:slices=2:ctu=16", isOpen: true),
        hevc("HEVC, without B", "open-gop=0:bframes=0:keyint=25"),
        hevc("HEVC, 4:2:2", "open-gop=1:bframes=2:keyint=25", isOpen: true, format: "yuv422p10le"),
        hevc("HEVC, layers in time", "open-gop=1:bframes=3:keyint=25:temporal-layers=1", isOpen: true),
        hevc("HEVC, messages", "open-gop=1:keyint=25:aud=1:hrd=1:vbv-maxrate=900:vbv-bufsize=900", isOpen: true),
    ]

    private static let others: [SpliceSource] = [
        other("MPEG-4, without B", "mpeg4", ["-c:v", "mpeg4", "-g", "20"]),
        other("MPEG-2", "mpeg2video", ["-c:v", "mpeg2video", "-bf", "2", "-g", "15", "-b:v", "2M"]),
        other(
            "MPEG-2, closed",
            "mpeg2video",
            [
                "-c:v", "mpeg2video", "-bf", "2", "-g", "15", "-flags", "+cgop", "-sc_threshold", "1000000000",
            ]
        ),
        other(
            "MPEG-2, interlaced, matrices",
            "mpeg2video",
            [
                "-c:v", "mpeg2video", "-bf", "2", "-g", "15", "-flags", "+ildct+ilme", "-alternate_scan", "1",
                "-intra_vlc", "1",
            ]
        ),
        SpliceSource(
            name: "VP9",
            codec: "vp9",
            source: ["-c:v", "libvpx-vp9", "-g", "25", "-deadline", "realtime", "-cpu-used", "8"],
            edge: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-lag-in-frames", "0"]
        ),
        SpliceSource(
            name: "VP9, hidden frames",
            codec: "vp9",
            source: ["-c:v", "libvpx-vp9", "-g", "30", "-deadline", "good", "-cpu-used", "5", "-auto-alt-ref", "1"],
            edge: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-lag-in-frames", "0"],
            seconds: 3
        ),
        SpliceSource(
            name: "AV1",
            codec: "av1",
            source: ["-c:v", "libsvtav1", "-preset", "12", "-g", "25"],
            edge: ["-c:v", "libsvtav1", "-preset", "10", "-crf", "20"],
            seconds: 3
        ),
    ]

    private static func h264(
        _ name: String,
        _ options: String,
        isOpen: Bool = false,
        format: String = "yuv420p",
        preset: String = "veryfast"
    ) -> SpliceSource {
        let common = ["-c:v", "libx264", "-pix_fmt", format, "-preset"]
        return SpliceSource(
            name: name.hasPrefix("H.264") ? name : "H.264, " + name,
            codec: "h264",
            source: common + [preset, "-x264-params", options + ":scenecut=0"],
            edge: common + [
                "fast", "-crf", "16", "-x264-params", "keyint=infinite:scenecut=0:bframes=2:b-pyramid=none",
            ],
            isOpen: isOpen
        )
    }

    private static func hevc(
        _ name: String,
        _ options: String,
        isOpen: Bool = false,
        format: String = "yuv420p"
    ) -> SpliceSource {
        let common = ["-c:v", "libx265", "-pix_fmt", format, "-preset", "superfast", "-x265-params"]
        return SpliceSource(
            name: name,
            codec: "hevc",
            source: common + [options + ":scenecut=0:log-level=none"],
            edge: common + ["open-gop=0:scenecut=0:bframes=2:keyint=1000:crf=18:log-level=none"],
            isOpen: isOpen,
            seconds: 3
        )
    }

    private static func other(_ name: String, _ codec: String, _ source: [String]) -> SpliceSource {
        var edge = ["-c:v", codec, "-q:v", "3", "-g", "300", "-bf", source.contains("-bf") ? "2" : "0"]
        if source.contains("-mpeg_quant") { edge += ["-mpeg_quant", "1"] }
        return SpliceSource(name: name, codec: codec, source: source, edge: edge)
    }
}
