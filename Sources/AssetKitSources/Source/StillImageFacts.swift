internal import AssetKitBase
internal import AssetKitISOMedia
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Files that hold one picture.
extension DemuxedMedia {
    /// The file is an image that does not move. Of the family of ISO media only still pictures come here.
    static func isStillImage(
        _ facts: MediaFacts,
        _ source: any AKByteSource,
        _ input: MediaInput,
        _ flag: CancellationFlag
    ) throws -> Bool {
        guard facts.tracks.count == 1, facts.tracks[0].video != nil else { return false }
        if facts.containerTraits.habits.contains(.isStillPicture) { return true }
        guard facts.knownContainer == .gif else { return false }
        // A file that is damaged behind its first picture is taken for a still.
        let demuxer = try demuxer(source, input, flag: flag)
        let packet = Packet()
        guard (try? demuxer.read(into: packet)) == true else { return false }
        return (try? demuxer.read(into: packet)) != true
    }
}

extension MediaFacts {
    /// Completes the facts of an image file. FFmpeg thinks of it as a film of one picture.
    mutating func completeStillImage(_ head: [UInt8], _ window: ByteWindow, isStill: Bool) {
        guard isStill, let size = tracks[0].video?.naturalSize else { return }
        tracks[0].video?.isStillImage = true
        if knownContainer == .isoMedia { fileType = Self.pictureType(head) }
        if tracks[0].knownCodec == .jpeg { tracks[0].codecName = "JPEG" }
        guard let orientation = ExifOrientation(head, in: window) else { return }
        tracks[0].video?.transform = orientation.transform.startingAtOrigin(size)
    }

    /// The type of a still picture of the ISO media family, by its brands.
    private static func pictureType(_ head: [UInt8]) -> AVFileType {
        let count = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let content = Array(head.prefix(count).dropFirst(8))
        guard let brands = try? ISOFileLayout.Brands(ISOFields(content, of: "ftyp")) else { return .heif }
        if brands.contains("avif") { return .avif }
        let codes: [ISOCode] = ["heic", "heix", "heim", "heis"]
        return codes.contains { brands.contains($0) } ? .heic : .heif
    }
}

extension AVFileType {
    /// A picture of AV1, by the name of its uniform type.
    static let avif = Self(rawValue: "public.avif")
}
