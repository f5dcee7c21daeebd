internal import Foundation

/// How text is stored in samples.
enum SubtitleForm: Sendable, Hashable {
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
    init?(_ format: CMFormatDescription, isMovie: Bool) {
        switch SinkFormat(format)?.codec {
        case "mov_text", "text": self = .timedText
        case "webvtt": self = isMovie ? .webVTTBoxes : .webVTT
        case "subrip": self = .subRip
        case "ass": self = .substation
        case "eia_608" where isMovie: self = .captions
        default: return nil
        }
    }

    /// The texts in a sample; none where nothing shows.
    func texts(_ bytes: [UInt8]) -> [StyledText] {
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

/// What text becomes in a type of file that cannot hold it as it is. A plain value.
struct SubtitleTarget: Sendable, Hashable {
    let form: SubtitleForm
    /// Samples must follow each other without gaps.
    let isContinuous: Bool

    /// nil for types without text.
    init?(_ type: AVFileType) {
        guard let rules = ContainerRules.rules(of: type) else { return nil }
        let forms: [(SubtitleForm, String)] = [(.timedText, "mov_text"), (.subRip, "subrip"), (.webVTT, "webvtt")]
        guard let form = forms.first(where: { rules.texts.contains($0.1) })?.0 else { return nil }
        self.form = form
        isContinuous = rules.maker == .iso
    }

    /// Every text by itself, as ``SubtitleFile`` has it.
    init(file: SubtitleForm) { (form, isContinuous) = (file, false) }

    /// The description of what comes out.
    var format: CMFormatDescription {
        let code =
            switch form {
            case .timedText: "tx3g"
            case .webVTT, .webVTTBoxes: "wvtt"
            case .subRip, .substation, .captions: "srt "
            }
        let extensions = form == .timedText ? Self.usualStyle : [:]
        return CMFormatDescription(type: kCMMediaType_Subtitle, subtype: code.fourCharCode, extensions: extensions)
    }

    /// The font and size that FFmpeg takes for no style at all: text that passes through it gets no others then.
    private static var usualStyle: [String: Any] {
        [
            kCMTextFormatDescriptionExtension_DefaultStyle as String: [
                kCMTextFormatDescriptionStyle_Font as String: 1, kCMTextFormatDescriptionStyle_FontSize as String: 16,
            ],
            kCMTextFormatDescriptionExtension_FontTable as String: ["1": "Arial"],
        ]
    }

    var title: String { SinkFormat(format)?.title ?? "text" }

    /// What samples of a description have to become to fit into files of a type; nil where they fit as they are, or are no
    /// text, or where no text fits.
    static func needed(for format: CMFormatDescription, isMovie: Bool, in type: AVFileType) -> SubtitleTarget? {
        guard let form = SubtitleForm(format, isMovie: isMovie), let target = SubtitleTarget(type) else { return nil }
        return form.fits(format, in: type) ? nil : target
    }
}

extension SubtitleForm {
    /// Files of the type hold samples of this form.
    func fits(_ format: CMFormatDescription, in type: AVFileType) -> Bool {
        guard MediaSinks.obstacle(to: format, in: type) == nil else { return false }
        // Movies want the text of WebVTT in boxes.
        return self != .webVTT || ContainerRules.rules(of: type)?.maker != .iso
    }
}
