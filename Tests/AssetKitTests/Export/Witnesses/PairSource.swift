import Foundation
import TestSupport

@testable import AssetKit
@testable import AssetKitContainers

/// Small files of each codec, made by FFmpeg: one second, with a language.
enum PairSource {
    /// Codecs that can be copied and that no encoder of Debian's FFmpeg makes.
    static let unmade: Set<String> = ["svq3", "mjpegb", "amr_nb", "amr_wb", "ilbc", "mp1"]

    /// Makes one, and answers its path.
    static func make(_ codec: String, in folder: TemporaryFolder) throws -> String {
        let recipe = recipes[codec] ?? Recipe([codec])
        let path = folder.path("source." + recipe.ending)
        let pictures = "testsrc2=size=352x288:rate=25:duration=1"
        let input = recipe.isPicture ? pictures : "sine=frequency=440:sample_rate=48000:duration=1"
        let kind = recipe.isPicture ? ["-c:v"] : ["-ac", "2", "-c:a"]
        let language = ["-metadata:s:0", "language=fra"]
        try Oracle.run(["-f", "lavfi", "-i", input] + kind + recipe.words + language + [path])
        return path
    }

    private struct Recipe {
        var words: [String]
        var ending = "mov"
        var isPicture = false

        init(_ words: [String], _ ending: String = "mov") { (self.words, self.ending) = (words, ending) }

        static func picture(_ words: [String], _ ending: String = "mov") -> Recipe {
            var recipe = Recipe(words, ending)
            recipe.isPicture = true
            return recipe
        }
    }

    /// What is not a sound that QuickTime files hold and whose encoder has its name.
    private static let recipes: [String: Recipe] = [
        "h264": .picture(["libx264", "-x264-params", "force-cfr=1"]),
        "hevc": .picture(["libx265", "-x265-params", "log-level=none", "-tag:v", "hvc1"]),
        "av1": .picture(["libsvtav1", "-preset", "12"], "mkv"),
        "vp8": .picture(["libvpx", "-cpu-used", "8"], "mkv"),
        "vp9": .picture(["libvpx-vp9", "-cpu-used", "8"], "mkv"),
        "prores": .picture(["prores"]), "mjpeg": .picture(["mjpeg", "-pix_fmt", "yuvj420p"]),
        "mpeg4": .picture(["mpeg4"]), "mpeg2video": .picture(["mpeg2video"]), "mpeg1video": .picture(["mpeg1video"]),
        "dnxhd": .picture(["dnxhd", "-profile:v", "dnxhr_lb", "-pix_fmt", "yuv422p"]), "h263": .picture(["h263"]),
        "png": .picture(["png"]), "jpeg2000": .picture(["jpeg2000"]), "qtrle": .picture(["qtrle"]),
        "rawvideo": .picture(["rawvideo", "-pix_fmt", "uyvy422"]),
        // Its encoder tries so much that a larger picture would take seconds.
        "cinepak": .picture(["cinepak", "-vf", "scale=96:80"]),
        "ffv1": .picture(["ffv1"], "mkv"), "theora": .picture(["libtheora"], "mkv"),
        "mp3": Recipe(["libmp3lame"]), "mp2": Recipe(["mp2"], "mkv"), "dts": Recipe(["dca", "-strict", "-2"], "mkv"),
        "flac": Recipe(["flac"], "mkv"), "opus": Recipe(["libopus"], "mkv"), "vorbis": Recipe(["libvorbis"], "mkv"),
        "truehd": Recipe(["truehd", "-strict", "-2"], "mkv"), "speex": Recipe(["libspeex", "-ar", "32000"], "ogg"),
    ]
}
