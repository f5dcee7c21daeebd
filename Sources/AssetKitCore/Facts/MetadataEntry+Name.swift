package import AssetKitContainers
internal import AssetKitMedia

extension MetadataEntry {
    private var space: TagKeySpace { TagKeySpace(rawValue: keySpace.rawValue) }

    /// The name that people use for it; nil for a word of the file's own.
    package var usualName: TagName? { TagNames.stored(key, in: space, info: info) }

    /// What it is called, by people or else by the file.
    package var plainName: String {
        if let usualName { return usualName.name }
        if space == .id3, ["TXXX", "TXX", "WXXX", "WXX", "COMM", "COM"].contains(key), let info { return info }
        return TagNames.bareName(key, in: space)
    }

    package var isArtwork: Bool {
        let common = commonKey ?? CommonKeys.commonKey(for: key, in: space)
        return common == "artwork" || space == .ffmpeg && key.lowercased() == "cover"
    }

    /// The file says it about itself, not about what is in it: it is not true of another file.
    package var isTechnical: Bool {
        guard !isArtwork else { return false }
        let name = plainName.lowercased()
        if space == .quickTimeUserData, Self.windowKeys.contains(key) { return true }
        if space == .vorbis, name.hasPrefix("chapter"), name.dropFirst(7).first?.isASCIIDigit ?? false { return true }
        return Self.technicalNames.contains(name) || name.hasPrefix("_statistics_")
    }

    /// It names the program that made the file, or its settings.
    package var isOfEncoder: Bool {
        // The head of the comments of Vorbis, which is read as one of them.
        space == .vorbis && key == "VENDOR" || ["encoder", "encoder_settings"].contains(usualName?.name)
    }

    /// Brands, lengths and counts, and what decoders of iTunes' sound are told.
    private static let technicalNames: Set<String> = [
        "major_brand", "minor_version", "compatible_brands", "duration", "vendor_id", "handler_name", "bps", "tlen",
        "number_of_frames", "number_of_bytes", "itunsmpb", "encoding params", "waveformatextensible_channel_mask",
        "tsiz", "iscommercial",
    ]

    /// How QuickTime Player's window was, and what it played.
    private static let windowKeys: Set<String> = ["WLOC", "LOOP", "SelO", "AllF", "hnti", "hinf", "ptv "]
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
