/// Files that hold one picture.
extension DemuxedMedia {
    /// The file is an image that does not move. Of the family of ISO media only still pictures come here.
    static func isStillImage(
        _ facts: MediaFacts,
        _ source: any AVAssetByteSource,
        _ input: MediaInput,
        _ flag: CancellationFlag
    ) throws -> Bool {
        guard facts.tracks.count == 1, facts.tracks[0].video != nil else { return false }
        let container = facts.container
        if container == "image2" || container.hasSuffix("_pipe") || container.hasPrefix("mov") { return true }
        guard container == "gif" else { return false }
        // What is damaged behind its first picture has no more than that.
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
        guard let orientation = ExifOrientation(head, in: window) else { return }
        tracks[0].video?.transform = orientation.transform.startingAtOrigin(size)
    }
}
