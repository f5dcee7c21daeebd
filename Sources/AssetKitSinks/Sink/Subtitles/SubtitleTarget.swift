internal import AssetKitBase
package import AssetKitMedia
internal import Foundation

/// What text becomes in a type of file that cannot hold it as it is. A plain value.
package struct SubtitleTarget: Sendable, Hashable {
    let form: SubtitleForm
    /// Samples must follow each other without gaps.
    let isContinuous: Bool

    /// nil for types without text.
    package init?(_ type: AVFileType) {
        guard let rules = ContainerRules.rules(of: type) else { return nil }
        let forms: [(SubtitleForm, MediaCodec)] = [(.timedText, .timedText), (.subRip, .subRip), (.webVTT, .webVTT)]
        guard let form = forms.first(where: { rules.texts.contains($0.1) })?.0 else { return nil }
        self.form = form
        isContinuous = rules.maker == .iso
    }

    /// Every text by itself, as ``SubtitleFile`` has it.
    package init(file: SubtitleForm) { (form, isContinuous) = (file, false) }

    /// The description of what comes out.
    package var format: CMFormatDescription {
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

    package var title: String { SinkFormat(format)?.title ?? "text" }

    /// What samples of a description have to become to fit into files of a type; nil where they fit as they are, or are no
    /// text, or where no text fits.
    package static func needed(for format: CMFormatDescription, isMovie: Bool, in type: AVFileType) -> SubtitleTarget? {
        guard let form = SubtitleForm(format, isMovie: isMovie), let target = SubtitleTarget(type) else { return nil }
        return form.fits(format, in: type) ? nil : target
    }
}
