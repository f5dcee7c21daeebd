import AssetKit

/// Finds the options of `assettool export`, and of verbs that have some of them, that could do nothing, as far as the
/// command line tells. Pure.
struct UselessArguments {
    var verb = ExportOptions.verb
    let arguments: ParsedArguments
    let options: AKExportOptions
    let preset: String
    let fileType: AVFileType

    /// What acts on pictures that are encoded.
    private static let ofPictures = [
        "crop", "fps", "size", "bitrate", "quality", "crf", "encoder-preset", "passes", "background",
    ]
    /// What acts on sound that is encoded.
    private static let ofSound = ["audio-bitrate", "channels", "sample-rate", "pitch", "pitch-shift"]

    /// Throws for the first one, by its name.
    func refuse() throws(UsageError) {
        try refuseForFileType()
        try refuseForPictures()
        try refuseForSound()
        try refuseSecondPass()
    }

    /// What is given that needs pictures in the file that is read.
    var needingPictures: [String] {
        given(isEncoded(options.video) ? ["video-codec"] : []) + given(Self.ofPictures + ["rotate", "interlaced"])
    }

    /// What is given that needs sound in the file that is read.
    var needingSound: [String] { given(isEncoded(options.audio) ? ["audio-codec"] : []) + given(Self.ofSound) }

    func given(_ names: [String]) -> [String] { names.filter(arguments.has) }

    private func isEncoded<Codec>(_ treatment: AKExportOptions.Treatment<Codec>) -> Bool {
        if case .encoded = treatment { true } else { false }
    }

    func usage(_ problem: String) -> UsageError { UsageError(problem, verb) }

    // MARK: The type of the file

    private func refuseForFileType() throws(UsageError) {
        let ending = ExportNames.ending(fileType)
        if !OutputFormat.holdsPictures(fileType) {
            let codec = given(options.video == .leftOut ? [] : ["video-codec"])
            if let name = (needingPictures + codec).first {
                throw usage("--\(name) cannot act on a .\(ending), which has no pictures; leave it out")
            }
        }
        if OutputFormat.isSubtitles(fileType) {
            let codec = given(options.audio == .leftOut ? [] : ["audio-codec"])
            if let name = (needingSound + codec + given(["limit-size"])).first {
                throw usage("--\(name) cannot act on a .\(ending), which has subtitles alone; leave it out")
            }
        }
        guard !arguments.has("fast-start") || !arguments.has("hls") else {
            throw usage("--fast-start cannot act on a folder of segments; leave it out, or make a file")
        }
    }

    // MARK: What is not encoded

    private func refuseForPictures() throws(UsageError) {
        guard let fate = fate(options.video) else { return }
        // Copied pictures can be turned, where the file can say it.
        let names = fate == .leftOut ? Self.ofPictures + ["rotate", "interlaced"] : Self.ofPictures
        if let name = given(names).first {
            throw usage("--\(name) cannot act on pictures that are \(fate.rawValue); leave it out, or encode them")
        }
        if fate == .copied, options.rotation != 0, !OutputFormat.saysTurns(fileType) {
            throw usage(
                "--rotate cannot act on pictures that are copied into a .\(ExportNames.ending(fileType)), which cannot "
                    + "say how they are turned; encode them, or choose mp4, mov or mkv"
            )
        }
    }

    private func refuseForSound() throws(UsageError) {
        if options.audio == .copied, let name = given(["speed", "duration-to"]).first {
            throw usage("--\(name) cannot act on sound that is copied; encode it, or leave it out")
        }
        // At another speed or pitch sound is encoded whatever the preset says.
        let isStretched = options.audio == .byPreset && (arguments.changesSpeed || arguments.has("pitch-shift"))
        if let fate = fate(options.audio), !isStretched, let name = given(Self.ofSound).first {
            throw usage("--\(name) cannot act on sound that is \(fate.rawValue); leave it out, or encode it")
        }
    }

    /// What becomes of samples that are not encoded.
    enum Fate: String {
        case copied
        case leftOut = "left out"
    }

    func fate<Codec>(_ treatment: AKExportOptions.Treatment<Codec>) -> Fate? {
        switch treatment {
        case .copied: .copied
        case .leftOut: .leftOut
        case .byPreset: preset == AVAssetExportPresetPassthrough ? .copied : nil
        case .encoded: nil
        }
    }

    // MARK: The codec

    /// Only two encoders here measure first.
    private func refuseSecondPass() throws(UsageError) {
        guard arguments.value(of: "passes") == "2" else { return }
        let others = [
            AKExportPresetWebMVP9, AKExportPresetMatroskaAV1Opus, AVAssetExportPresetAppleProRes422LPCM,
            AVAssetExportPresetAppleProRes4444LPCM,
        ]
        var measures = !others.contains(preset)
        if case .encoded(let codec) = options.video { measures = codec == .h264 || codec == .hevc }
        guard measures else {
            throw usage("--passes 2 measures H.264 and HEVC alone; leave it out, or choose one of them")
        }
    }
}
