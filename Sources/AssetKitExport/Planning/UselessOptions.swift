internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import Foundation

/// Finds the options of an export that could do nothing, because the file has no place for pictures or sound, or they are
/// not encoded. What is said of sound that an asset does not have is no mistake: clients set options once for all of
/// their files. Pure.
struct UselessOptions {
    let preset: ExportPreset
    let settings: ExportSettings
    /// nil where no name tells it.
    let fileType: AVFileType?

    private var options: AKExportOptions { settings.options }

    /// Throws for the first one, by its name.
    func refuse() throws {
        if let fileType { try refuse(in: fileType) }
        try refuseWithoutEncoding()
    }

    /// What the new file has no place for.
    private func refuse(in type: AVFileType) throws {
        let title = type.isSubtitleFile ? "a file of subtitles" : MediaSinks.title(of: type)
        let holdsPictures = !type.isSubtitleFile && ExportContainer(type).holdsPictures
        if !holdsPictures, let name = (pictureOptions + treatments.pictures).first {
            throw problem(name, "\(title): it has no pictures; leave it out")
        }
        guard type.isSubtitleFile else { return }
        let limit = settings.fileLengthLimit > 0 ? ["fileLengthLimit"] : []
        if let name = (soundOptions + treatments.sound + limit).first {
            throw problem(name, "\(title); leave it out")
        }
    }

    /// What tracks are to become.
    private var treatments: (pictures: [String], sound: [String]) {
        (names([("video", options.video.keepsTracks)]), names([("audio", options.audio.keepsTracks)]))
    }

    private func refuseWithoutEncoding() throws {
        if settings.fileLengthLimit > 0, options.streamSegmentDuration != nil {
            throw problem("fileLengthLimit", "a folder of segments; leave it out, or make a file")
        }
        let wishes = options.video == .leftOut ? pictureOptions : encodingOptions
        if let fate = pictures, let name = wishes.first {
            throw problem(name, "pictures that \(fate); leave it out, or encode them")
        }
        if let fate = sound, let name = soundOptions.first {
            throw problem(name, "sound that \(fate); leave it out, or encode it")
        }
    }

    private func problem(_ name: String, _ what: String) -> MediaProblem {
        MediaProblem(code: .unsupportedOutputSettings, reason: "\(name) cannot act on \(what)")
    }

    /// What becomes of pictures that are not encoded; nil where they are.
    private var pictures: String? {
        switch options.video {
        case .copied: "are copied"
        case .leftOut: "are left out"
        case .encoded: nil
        case .byPreset: preset.copies && !encodesAll ? "are copied" : nil
        }
    }

    private var sound: String? {
        switch options.audio {
        case .copied: "is copied"
        case .leftOut: "is left out"
        case .encoded: nil
        case .byPreset: preset.copies && !encodesAll && !changesSound ? "is copied" : nil
        }
    }

    /// Sound is encoded then in any case.
    private var changesSound: Bool {
        options.speed != nil || options.scaledDuration != nil || options.pitchShift != 0
    }

    private var encodesAll: Bool { options.matchesSource || settings.trimMode == .exact }

    private var pictureOptions: [String] { encodingOptions + lookOptions }

    /// What copied pictures have too: the file says how they are turned, and they stay interlaced.
    private var lookOptions: [String] {
        names([
            ("rotation", options.rotation % 360 != 0),
            ("keepsInterlacing", options.keepsInterlacing && !options.matchesSource),
        ])
    }

    private var encodingOptions: [String] {
        names([
            ("crop", options.crop != nil), ("frameDuration", options.frameDuration != nil),
            ("maximumSize", options.maximumSize != nil), ("scale", options.scale != nil),
            ("videoBitRate", options.videoBitRate != nil),
            ("quality", options.quality != nil), ("constantRateFactor", options.constantRateFactor != nil),
            ("encoderPreset", options.encoderPreset != nil), ("background", options.background != nil),
        ])
    }

    private var soundOptions: [String] {
        names([
            ("audioBitRate", options.audioBitRate != nil), ("channelCount", options.channelCount != nil),
            ("sampleRate", options.sampleRate != nil), ("pitchShift", options.pitchShift != 0),
        ])
    }

    private func names(_ options: [(name: String, isSet: Bool)]) -> [String] { options.filter(\.isSet).map(\.name) }
}

extension AKExportOptions.Treatment {
    /// Somebody says how tracks are encoded.
    fileprivate var isEncoded: Bool {
        if case .encoded = self { true } else { false }
    }

    /// Somebody says that tracks are kept.
    fileprivate var keepsTracks: Bool { isEncoded || self == .copied }
}
