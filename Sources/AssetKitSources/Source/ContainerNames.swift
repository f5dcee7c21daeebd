internal import AssetKitCore
internal import AssetKitMedia

extension MediaFacts {
    /// What people call the container; nil where nobody has told which it is.
    package var containerName: String? {
        if let fileType, let name = Self.typeNames[fileType] { return name }
        // Any picture that FFmpeg knows by its name: the codec tells which.
        if knownContainer == .imageFile, let codec = tracks.first?.codecName, !codec.isEmpty { return codec }
        return container.isEmpty ? nil : containerTraits.title
    }

    /// Demuxers of single pictures make them up a rate and a length.
    package var isStillPicture: Bool { tracks.first?.video?.isStillImage ?? false }

    private static let typeNames: [AVFileType: String] = [
        .mov: "QuickTime movie", .mp4: "MPEG-4", .m4v: "MPEG-4 video", .m4a: "MPEG-4 sound", .akMatroska: "Matroska",
        .akWebM: "WebM", .akMPEGTransportStream: "MPEG transport stream", .wav: "WAVE", .aiff: "AIFF", .aifc: "AIFF-C",
        .caf: "Core Audio", .mp3: "MP3", .akFLAC: "FLAC", .akOgg: "Ogg", .au: "AU", .mobile3GPP: "3GPP",
        .mobile3GPP2: "3GPP2", .ac3: "AC-3", .eac3: "Enhanced AC-3", .amr: "AMR", .heif: "HEIF", .akAAC: "ADTS",
        .heic: "HEIC", .avif: "AVIF",
    ]
}
