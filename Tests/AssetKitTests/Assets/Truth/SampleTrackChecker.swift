import AssetKit
import Foundation

@testable import AssetKitMedia

/// Holds what a track says against the truth.
struct SampleTrackChecker {
    let file: SampleChecker
    let track: AVAssetTrack
    let truth: TruthTrack
    let name: String

    func check(_ ledger: inout TruthLedger) {
        let details = track.akDetails
        ledger.expect("\(name) media type", track.mediaType, is: mediaType)
        ledger.expect("\(name) codec", FourCharCode.text(details.codec), is: truth.codec)
        ledger.expect("\(name) codec name", details.codecName, is: truth.codecName)
        ledger.expect("\(name) language", track.languageCode, is: truth.language)
        ledger.expect("\(name) title", details.title, is: truth.title)
        ledger.expect("\(name) timescale", track.naturalTimeScale, is: truth.timescale)
        ledger.expect("\(name) timecode", details.startTimecode, is: truth.timecode?.start)
        ledger.expect("\(name) decodable", track.isDecodable, is: truth.video != nil || truth.audio != nil ? true : nil)
        for (key, value) in truth.metadata?.values ?? [:] {
            let found = track.metadata.filter { $0.keyText == key }.compactMap(\.stringValue)
            ledger.record("\(name) metadata \(key)", holds: found.contains(value), "\(found)", value)
        }
        checkDescriptions(&ledger)
        checkSegments(&ledger)
        if let video = truth.video { check(video, &ledger) }
        if let audio = truth.audio { check(audio, &ledger) }
    }

    private var mediaType: AVMediaType {
        switch truth.mediaType {
        case "video": .video
        case "audio": .audio
        case "timecode": .timecode
        default: .subtitle
        }
    }

    private func checkDescriptions(_ ledger: inout TruthLedger) {
        let formats = track.formatDescriptions.compactMap { $0 as? CMFormatDescription }
        let expected = truth.sampleDescriptions?.map(\.codec) ?? truth.codec.map { [$0] }
        ledger.expect("\(name) descriptions", formats.count, is: max(expected?.count ?? 1, 1))
        let codes = formats.map { FourCharCode.text($0.mediaSubType.rawValue) }
        ledger.expect("\(name) media subtypes", codes, is: expected?.map(Self.mediaSubtype))
    }

    /// Apple's format numbers of sound are not always MP4's codes.
    private static func mediaSubtype(_ code: String) -> String {
        switch code {
        case "mp4a": "aac "
        case "Opus": "opus"
        case "fLaC": "flac"
        default: code
        }
    }

    private func checkSegments(_ ledger: inout TruthLedger) {
        guard let expected = truth.segments else { return }
        let segments = track.segments
        ledger.expect("\(name) segment count", segments.count, is: expected.count)
        for (index, (segment, truth)) in zip(segments, expected).enumerated() {
            let part = "\(name) segment \(index)"
            let mapping = segment.timeMapping
            file.compare("\(part) target start", mapping.target.start, truth.target.start.time, &ledger)
            file.compare("\(part) target duration", mapping.target.duration, truth.target.duration.time, &ledger)
            ledger.expect("\(part) empty", segment.isEmpty, is: truth.source == nil)
            guard let source = truth.source else { continue }
            file.compare("\(part) source start", mapping.source.start, source.start.time, &ledger)
            file.compare("\(part) source duration", mapping.source.duration, source.duration.time, &ledger)
        }
    }

    private func check(_ audio: TruthSound, _ ledger: inout TruthLedger) {
        let details = track.akDetails.audio
        ledger.expect("\(name) sample rate", details?.sampleRate, is: audio.sampleRate)
        ledger.expect("\(name) channels", details?.channelCount, is: audio.channels)
        ledger.expect("\(name) channel layout", details?.channelLayout, is: layout(of: audio))
        ledger.expect("\(name) bit depth", details?.bitDepth, is: audio.bitDepth)
        let format = track.formatDescriptions.first as? CMAudioFormatDescription
        ledger.expect("\(name) described rate", format?.audioStreamBasicDescription?.mSampleRate, is: audio.sampleRate)
        // The first block of Vorbis decodes to nothing, but it has a time.
        if file.truth.layout == nil, truth.codec != nil, let start = audio.start {
            checkStart(of: audio, start.time, &ledger)
        }
    }

    /// AC-3 has no other place for its second pair than the sides.
    private func layout(of audio: TruthSound) -> String? {
        truth.codec == "ac-3" && audio.channelLayout == "5.1" ? "5.1(side)" : audio.channelLayout
    }

    /// Priming that nobody declares is presented, and then comes before the sound.
    private func checkStart(of audio: TruthSound, _ start: CMTime, _ ledger: inout TruthLedger) {
        let isDeclared = file.truth.declaresPriming ?? (truth.codec == "Opus")
        let priming = CMTime(value: isDeclared ? 0 : audio.priming, timescale: Int32(audio.sampleRate))
        file.compare("\(name) start", track.timeRange.start, start - priming, &ledger)
    }
}

extension FourCharCode {
    /// The four characters of a code; nil for none.
    static func text(_ code: FourCharCode) -> String? {
        guard code != 0 else { return nil }
        return String(decoding: [24, 16, 8, 0].map { UInt8(code >> $0 & 0xff) }, as: UTF8.self)
    }
}
