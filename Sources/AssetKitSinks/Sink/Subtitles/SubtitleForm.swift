package import AssetKitMedia
internal import Foundation

/// How text is stored in samples.
package enum SubtitleForm: Sendable, Hashable {
    /// `tx3g`, and QuickTime's `text`, whose samples begin alike.
    case timedText
    /// WebVTT as ISO movies have it.
    case webVTTBoxes
    /// The text of a cue of WebVTT.
    case webVTT
    case subRip
    /// A line of SubStation Alpha, which is read only.
    case substation
    /// CEA-608 captions as movies have them, which are read only: a text comes of many samples, and not of one.
    case captions

    /// nil for what is no text. `isMovie`: it comes from an ISO movie.
    package init?(_ format: CMFormatDescription, isMovie: Bool) {
        switch SinkFormat(format)?.codec {
        case .timedText, .text: self = .timedText
        case .webVTT: self = isMovie ? .webVTTBoxes : .webVTT
        case .subRip: self = .subRip
        case .ass: self = .substation
        case .cea608 where isMovie: self = .captions
        default: return nil
        }
    }

    /// The texts in a sample; none where nothing shows.
    package func texts(_ bytes: [UInt8]) -> [StyledText] {
        let all: [StyledText] =
            switch self {
            case .timedText: [StyledText(timedText: bytes)]
            case .subRip: [StyledText(markup: String(decoding: bytes, as: UTF8.self), .subRip)]
            case .substation: [StyledText(substation: bytes)]
            case .webVTT: [StyledText(markup: String(decoding: bytes, as: UTF8.self), .webVTT)]
            case .webVTTBoxes:
                (WebVTTSample.cues(bytes) ?? []).map { StyledText(markup: $0.text, .webVTT) }
            case .captions: []
            }
        return all.map(\.trimmed).filter { !$0.isEmpty }
    }

    /// The sample that shows a text; none of it where the text is empty.
    func bytes(_ text: StyledText) -> [UInt8] {
        switch self {
        case .timedText: text.timedText
        case .subRip, .substation, .captions: Array(text.markup(.subRip).utf8)
        case .webVTT: Array(text.markup(.webVTT).utf8)
        case .webVTTBoxes: WebVTTSample.sample(text.isEmpty ? [] : [WebVTTCue(text: text.markup(.webVTT))])
        }
    }
}

extension SubtitleForm {
    /// Files of the type hold samples of this form.
    package func fits(_ format: CMFormatDescription, in type: AVFileType) -> Bool {
        guard MediaSinks.obstacle(to: format, in: type) == nil else { return false }
        // Movies want the text of WebVTT in boxes.
        return self != .webVTT || ContainerRules.rules(of: type)?.maker != .iso
    }
}
