import AssetKit

/// What people call codecs: by the names of standards, of encoders and of codes in files.
enum CodecNames {
    private static let aliases = [
        "x264": "h264", "libx264": "h264", "avc": "h264", "avc1": "h264", "h265": "hevc", "x265": "hevc",
        "libx265": "hevc", "hvc1": "hevc", "hev1": "hevc", "svtav1": "av1", "libsvtav1": "av1", "libaomav1": "av1",
        "aom": "av1", "av01": "av1", "libvpxvp9": "vp9", "vp09": "vp9", "libvpx": "vp8", "vp08": "vp8",
        "prores422": "prores", "proresks": "prores", "mjpeg": "jpeg", "mpeg4part2": "mpeg4", "xvid": "mpeg4",
        "libxvid": "mpeg4", "mpeg2video": "mpeg2", "libfdkaac": "aac", "aaclc": "aac", "libopus": "opus",
        "libmp3lame": "mp3", "lame": "mp3", "libvorbis": "vorbis", "lpcm": "pcm", "applelossless": "alac",
    ]

    /// One spelling for all names of a codec: without points and hyphens, in small letters.
    static func usual(_ name: String) -> String {
        let plain = name.lowercased().filter { !".-_ ".contains($0) }
        return aliases[plain] ?? plain
    }

    /// Which constant rate factors each codec takes: `h264, hevc 0 to 51; av1 1 to 63`.
    static let factorRanges: String = {
        var groups: [(names: [String], range: String)] = []
        for (name, type) in ExportNames.videoCodecs {
            guard let range = AKExportOptions.constantRateFactors(of: type) else { continue }
            let text = "\(Int(range.lowerBound)) to \(Int(range.upperBound))"
            if let place = groups.firstIndex(where: { $0.range == text }) {
                groups[place].names.append(name)
            } else {
                groups.append(([name], text))
            }
        }
        return groups.map { "\($0.names.joined(separator: ", ")) \($0.range)" }.joined(separator: "; ")
    }()
}
