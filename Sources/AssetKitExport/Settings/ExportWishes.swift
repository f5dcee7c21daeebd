internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitTimePitch

/// What a client wants of a new file, as far as that decides how the file is made. Pure.
struct ExportWishes: Sendable {
    let preset: ExportPreset
    /// What was set.
    let asked: ExportSettings
    /// The same, and what follows from how the source is cut.
    let settings: ExportSettings
    let cutting: Cutting
    /// Why pictures that could be spliced are encoded whole, because of the file that they go into; nil for others.
    let obstacle: String?

    init(_ preset: ExportPreset, _ wanted: ExportSettings) {
        let options = wanted.options
        // As little as possible is encoded, whatever becomes of the sound.
        let asksForSplice = preset.copies && wanted.trimMode == .smart && options.video == .byPreset
        let obstacle = asksForSplice ? Self.obstacle(toSplicing: wanted) : nil
        let copiesAll =
            preset.copies && ![.exact, .smart].contains(wanted.trimMode) && !options.matchesSource
            && options.video == .byPreset && options.audio == .byPreset && options.streamSegmentDuration == nil
            && wanted.speed == .normal && options.pitchShift == 0
        cutting =
            if copiesAll {
                wanted.trimMode == .keyframe ? .keyFrames : .hidden
            } else {
                asksForSplice && obstacle == nil ? .spliced : .encoded
            }
        var settings = wanted
        if preset.copies, [.exact, .smart].contains(wanted.trimMode) {
            settings.options.matchesSource = true
            settings.options.keepsInterlacing = true
        }
        (self.preset, self.settings, self.obstacle, asked) = (preset, settings, obstacle, wanted)
    }

    /// With a limit of bytes all is encoded, so that it fits; in fragments, which could not be taken back where a joint
    /// turned out wrong; and at another speed, at which sound is encoded in any case.
    private static func obstacle(toSplicing settings: ExportSettings) -> String? {
        if settings.fileLengthLimit > 0 { return "the file has a limit of bytes" }
        if settings.options.fragmentInterval != nil { return "the file is made of fragments" }
        if settings.options.streamSegmentDuration != nil { return "the stream is made of segments" }
        if settings.speed != .normal { return "it plays at another speed" }
        return nil
    }

    /// Throws what cannot be had.
    func check() throws {
        guard let obstacle else { return }
        try refuse(!settings.fallsBackToEncoding, "pictures cannot be copied between the edges: \(obstacle)")
    }

    private func refuse(_ isSo: Bool, _ reason: String) throws {
        if isSo { throw MediaProblem(code: .operationNotSupportedForAsset, reason: reason) }
    }

    /// What is otherwise than it was asked for, each a sentence.
    var warnings: [String] {
        var warnings = obstacle.map { ["all of it is encoded: \($0)"] } ?? []
        if preset.copies { warnings += Self.uselessEdits(asked) }
        return warnings
    }

    /// What there is to say of a mix and of layers where samples are copied, each a sentence.
    static func uselessEdits(_ settings: ExportSettings) -> [String] {
        var warnings: [String] = []
        if settings.audioMix != nil { warnings.append("the audio mix has no effect on sound that is copied") }
        if settings.videoComposition != nil {
            warnings.append("the video composition has no effect on pictures that are copied")
        }
        return warnings
    }

    /// What is made keeps to a number of bytes by being encoded so. What is only copied does, or does not.
    var searchesSize: Bool {
        cutting == .encoded && settings.fileLengthLimit > 0 && settings.options.streamSegmentDuration == nil
    }
}
