internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitISOMedia
internal import AssetKitCore
internal import AssetKitMedia
internal import Foundation

extension ISOTrack {
    /// What the track holds, by its handler and, where that is unknown, by the format of its samples.
    var mediaType: AVMediaType {
        switch handler.type {
        case "vide": .video
        case "soun": .audio
        case "sbtl", "subt", "subp": .subtitle
        case "text": .text
        case "clcp": .closedCaption
        case "tmcd": .timecode
        case "meta", "mdta": .metadata
        case "auxv": .auxiliaryPicture
        case "pict": .video
        default: mediaTypeByDescription
        }
    }

    private var mediaTypeByDescription: AVMediaType {
        switch descriptions.first??.details {
        case .visual?: .video
        case .sound?: .audio
        case .timeCode?: .timecode
        case .text?: .text
        case .other?, nil: .metadata
        }
    }
}

extension ISOTrack {
    /// Colours are multiplied with alpha already, over white or over black: the modes that QuickTime calls so.
    var isPremultiplied: Bool { isOverWhite || graphicsMode == 0x102 }
    var isOverWhite: Bool { graphicsMode == 0x101 }

    /// How long the samples last from the first one on. A fragmented track may start late on its own timeline.
    var mediaSeconds: Double {
        let ticks = samples.facts.decodeEnd - (samples[0]?.decodeTime ?? 0)
        return media.timescale > 0 ? Double(ticks) / Double(media.timescale) : 0
    }
}

extension ISOSampleDescription {
    /// The codes of boxes that hold a codec's header, or the keys of timed metadata.
    private static let configurationCodes: [ISOCode] = [
        "avcC", "hvcC", "lhvC", "av1C", "vpcC", "esds", "dOps", "dfLa", "dac3", "dec3", "dac4", "alac", "d263", "glbl",
        "dvcC", "dvvC", "mhaC", "wave", "chan", "colr", "pasp", "clap", "fiel", "damr", "keys",
        "vttC", "pcmC", "chnl", "btrt",
    ]

    var facts: SampleDescriptionFacts {
        var facts = SampleDescriptionFacts(codec: codec.rawValue)
        for code in Self.configurationCodes {
            if let bytes = configuration(code) { facts.atoms[code.description] = bytes }
        }
        if case .visual(let visual) = details {
            facts.width = Int(visual.width)
            facts.height = Int(visual.height)
        }
        // A time code's entry is all fields: behind the head, they are kept under its own name.
        if case .timeCode = details { facts.atoms["tmcd"] = Array(entry.dropFirst(16)) }
        facts.entry = isProtected ? nil : entry
        return facts
    }
}

extension ISOVisualDescription {
    /// The colour by code points: what players go by, before any profile.
    var codePoints: ISOColorInformation? {
        colors.first { color in
            if case .codePoints = color { return true }
            return false
        }
    }
}

extension ISOVisualDescription.CleanAperture {
    /// The aperture in pixels of the coded picture; nil when it makes no sense.
    func rectangle(in video: VideoFacts) -> CGRect? {
        guard let width = width.value, let height = height.value, let x = horizontalOffset.value,
            let y = verticalOffset.value, width > 0, height > 0
        else { return nil }
        // The offset is that of the aperture's centre from the picture's.
        let left = (Double(video.codedWidth) - width) / 2 + x
        let top = (Double(video.codedHeight) - height) / 2 + y
        let rectangle = CGRect(x: left, y: top, width: width, height: height)
        let picture = CGRect(x: 0, y: 0, width: video.codedWidth, height: video.codedHeight)
        return picture.insetBy(dx: -1, dy: -1).contains(rectangle) ? rectangle : nil
    }
}

extension VideoFacts.MasteringDisplay {
    /// `mdcv` lists green, blue and red in units of 0.00002, and luminance in units of 0.0001 cd/m².
    init(_ display: ISOVisualDescription.MasteringDisplay) {
        let points = display.primaries.map { Double($0) / 50000 }
        self.init(
            chromaticities: Array(points[4...5]) + Array(points[0...3]) + display.whitePoint.map { Double($0) / 50000 },
            minimumLuminance: Double(display.minimumLuminance) / 10000,
            maximumLuminance: Double(display.maximumLuminance) / 10000
        )
    }
}

extension ISOMatrix {
    var affineTransform: CGAffineTransform { CGAffineTransform(a: a, b: b, c: c, d: d, tx: x, ty: y) }
}
