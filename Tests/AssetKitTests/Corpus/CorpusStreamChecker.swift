import AssetKit
import Foundation

@testable import AssetKitBase
@testable import AssetKitMedia

/// Holds what a track says against what ffprobe says of the stream.
struct CorpusStreamChecker {
    let entry: CorpusEntry
    let stream: ProbedStream
    let track: AVAssetTrack

    private var name: String { "stream \(stream.index)" }

    func check(_ ledger: inout TruthLedger) {
        checkKind(&ledger)
        checkSamples(&ledger)
        switch stream.codecType {
        case "video": checkPictures(&ledger)
        case "audio": checkSound(&ledger)
        default: break
        }
    }

    private func checkKind(_ ledger: inout TruthLedger) {
        let type = track.mediaType
        switch stream.codecType {
        case "video":
            let holds = [.video, .auxiliaryPicture].contains(type)
            ledger.record("\(name) type", holds: holds, "\(type)", "pictures")
        case "audio": ledger.expect("\(name) type", type, is: .audio)
        case "subtitle":
            let holds = [.subtitle, .text, .closedCaption].contains(type)
            ledger.record("\(name) type", holds: holds, "\(type)", "a type of text")
        default: break
        }
        if let codec = stream.codecName, let title = CorpusCodecs.title(of: codec, profile: stream.profile) {
            ledger.expect("\(name) codec", track.akDetails.codecName, is: title)
        }
        if let language = stream.tags?["language"], language.isLanguageCode {
            ledger.expect("\(name) language", track.languageCode ?? "und", is: language)
        }
    }

    // MARK: Samples

    private func checkSamples(_ ledger: inout TruthLedger) {
        guard let packets = entry.packets?["\(stream.index)"], entry.class != .initSegment else { return }
        ledger.expectIfTold("\(name) samples", track.akDetails.sampleCount, is: sampleCount(packets))
        let bytes = track.totalSampleDataLength
        ledger.expectIfTold("\(name) bytes", bytes > 0 ? bytes : nil, is: packets.bytes)
        if stream.codecType == "video", let reordered = packets.reordered, packets.packets > 1 {
            // A header may allow what two pictures do not use.
            let holds = track.requiresFrameReordering == reordered || track.requiresFrameReordering == allowsReordering
            ledger.record("\(name) reordering", holds: holds, "\(track.requiresFrameReordering)", "\(reordered)")
        }
    }

    private var allowsReordering: Bool { (stream.hasBFrames ?? 0) > 0 }

    /// Uncompressed sound has a sample for every moment, however FFmpeg bundles them.
    private func sampleCount(_ packets: CorpusEntry.Packets) -> Int64? {
        let isUncompressed = stream.codecName?.hasPrefix("pcm_") == true
        return isUncompressed ? entry.frames?["\(stream.index)"]?.samples : packets.packets
    }

    // MARK: Pictures

    private func checkPictures(_ ledger: inout TruthLedger) {
        let told = track.akDetails.video
        if let width = stream.width, let height = stream.height, width > 0, height > 0 {
            ledger.expect("\(name) size", told.map { [$0.width, $0.height] }, is: [width, height])
        }
        if let aspect = ratio(stream.sampleAspectRatio, by: ":"), aspect.0 > 0, let told {
            let holds = told.horizontalSpacing * aspect.1 == told.verticalSpacing * aspect.0
            let ours = "\(told.horizontalSpacing):\(told.verticalSpacing)"
            ledger.record("\(name) pixel aspect", holds: holds, ours, "\(aspect.0):\(aspect.1)")
        }
        if let format = stream.pixFmt.flatMap(CorpusPixelFormat.init) {
            ledger.expect("\(name) bit depth", told?.bitDepth, is: format.bitDepth)
            ledger.expect("\(name) chroma", told?.chroma, is: format.chroma)
        }
        ledger.expect("\(name) range", told?.rangeName, is: stream.colorRange)
        ledger.expect("\(name) matrix", told?.matrixName, is: stream.colorSpace)
        ledger.expect("\(name) transfer", told?.transferName, is: stream.colorTransfer)
        ledger.expect("\(name) primaries", told?.primariesName, is: stream.colorPrimaries)
        ledger.expect("\(name) fields", told?.fieldCount, is: stream.fieldOrder.map { $0 == "progressive" ? 1 : 2 })
        checkFrameRate(&ledger)
    }

    private func checkFrameRate(_ ledger: inout TruthLedger) {
        guard let rate = ratio(stream.avgFrameRate, by: "/"), rate.0 > 0, rate.1 > 0 else { return }
        guard let packets = entry.packets?["\(stream.index)"], packets.packets > 1 else { return }
        let theirs = Double(rate.0) / Double(rate.1)
        let ours = Double(track.nominalFrameRate)
        let holds = abs(ours - theirs) <= theirs * 0.03
        ledger.record("\(name) frame rate", holds: holds, "\(ours)", "\(theirs)")
    }

    // MARK: Sound

    private func checkSound(_ ledger: inout TruthLedger) {
        let told = track.akDetails.audio
        if let rate = stream.sampleRate.flatMap(Double.init), rate > 0 {
            ledger.expect("\(name) sample rate", told?.sampleRate, is: rate)
        }
        if let channels = stream.channels, channels > 0 {
            ledger.expect("\(name) channels", told?.channelCount, is: channels)
        }
        ledger.expect("\(name) layout", told?.channelLayout, is: stream.channelLayout)
    }

    private func ratio(_ text: String?, by separator: Character) -> (Int, Int)? {
        let parts = (text ?? "").split(separator: separator).compactMap { Int($0) }
        return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
}

/// What FFmpeg's name of a pixel format tells.
struct CorpusPixelFormat {
    let bitDepth: Int
    let chroma: String

    init?(_ name: String) {
        let planar = name.hasPrefix("yuvj") ? "yuv" + name.dropFirst(4) : name
        guard planar.hasPrefix("yuv") else { return nil }
        let isAlpha = planar.hasPrefix("yuva")
        let digits = planar.dropFirst(isAlpha ? 4 : 3).prefix(3)
        guard digits.count == 3, Int(digits) != nil else { return nil }
        chroma = digits.map(String.init).joined(separator: ":")
        let rest = planar.dropFirst(isAlpha ? 7 : 6).drop { $0 == "p" }
        bitDepth = Int(rest.prefix { $0.isNumber }) ?? 8
    }
}

/// What people call the codecs of the corpus, by FFmpeg's names.
enum CorpusCodecs {
    static func title(of name: String, profile: String?) -> String? {
        guard name == "aac" else { return titles[name] }
        return profile.flatMap { ["LC": "AAC LC", "HE-AAC": "HE-AAC", "HE-AACv2": "HE-AACv2", "SSR": "AAC SSR"][$0] }
    }

    private static let titles = [
        "h264": "H.264", "hevc": "HEVC", "av1": "AV1", "vp8": "VP8", "vp9": "VP9", "mpeg4": "MPEG-4 Visual",
        "mpeg2video": "MPEG-2 Video", "mpeg1video": "MPEG-1 Video", "mjpeg": "Motion JPEG", "h263": "H.263",
        "mp3": "MP3", "mp2": "MPEG layer 2", "opus": "Opus", "vorbis": "Vorbis", "flac": "FLAC",
        "alac": "Apple Lossless", "ac3": "AC-3", "eac3": "Enhanced AC-3", "dts": "DTS", "amr_nb": "AMR narrowband",
        "amr_wb": "AMR wideband", "subrip": "SubRip", "ass": "SubStation Alpha", "webvtt": "WebVTT",
        "pcm_s16le": "Linear PCM", "pcm_s24le": "Linear PCM", "pcm_f32le": "Linear PCM", "pcm_s16be": "Linear PCM",
    ]
}
