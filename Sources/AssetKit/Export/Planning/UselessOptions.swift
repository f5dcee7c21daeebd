internal import Foundation

/// Finds the options of an export that could do nothing, because pictures or sound are not encoded. Pure.
struct UselessOptions {
    let preset: ExportPreset
    let settings: ExportSettings

    private var options: AVAssetExportOptions { settings.options }

    /// Throws for the first one, by its name.
    func refuse() throws {
        if settings.fileLengthLimit > 0, options.streamSegmentDuration != nil {
            throw problem("fileLengthLimit", "a folder of segments; leave it out, or make a file")
        }
        if let fate = pictures, let name = pictureOptions.first {
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
        case .byPreset: preset.copies && !encodesAll ? "is copied" : nil
        }
    }

    private var encodesAll: Bool { options.matchesSource || settings.trimMode == .exact }

    /// Copied pictures can be turned: the file says it.
    private var pictureOptions: [String] {
        let isTurned = options.rotation % 360 != 0 && options.video == .leftOut
        return names([
            ("crop", options.crop != nil), ("rotation", isTurned), ("frameDuration", options.frameDuration != nil),
            ("maximumSize", options.maximumSize != nil), ("scale", options.scale != nil),
            ("videoBitRate", options.videoBitRate != nil),
            ("quality", options.quality != nil), ("constantRateFactor", options.constantRateFactor != nil),
            ("encoderPreset", options.encoderPreset != nil), ("background", options.background != nil),
        ])
    }

    private var soundOptions: [String] {
        names([
            ("audioBitRate", options.audioBitRate != nil), ("channelCount", options.channelCount != nil),
            ("sampleRate", options.sampleRate != nil),
        ])
    }

    private func names(_ options: [(name: String, isSet: Bool)]) -> [String] { options.filter(\.isSet).map(\.name) }
}
