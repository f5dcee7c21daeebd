internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// Pixel formats of tracks whose container has a reader here, and whose codec's pictures only FFmpeg knows.
extension DemuxedMedia {
    /// Completes facts by what FFmpeg finds in the first pictures. What it cannot tell stays open.
    static func completePixelFormats(
        of facts: inout MediaFacts,
        _ source: any AKByteSource,
        _ input: MediaInput,
        flag: CancellationFlag
    ) throws {
        let open = facts.tracks.indices.filter { number in
            let track = facts.tracks[number]
            return track.video != nil && track.traits.habits.contains(.hidesPixelFormat) && !track.isProtected
        }
        guard !open.isEmpty else { return }
        do {
            let demuxer = try demuxer(source, input, flag: flag)
            try demuxer.probe()
            for number in open {
                let identifier = Int(facts.tracks[number].trackID)
                guard let stream = demuxer.streams.first(where: { $0.identifier == identifier }),
                    var video = facts.tracks[number].video
                else { continue }
                video.complete(by: stream.pictureFormat)
                facts.tracks[number].video = video
            }
        } catch is FFmpegError {
            // An error shows again where the pictures are decoded.
        }
    }
}

extension VideoFacts {
    fileprivate mutating func complete(by format: PictureFormat) {
        bitDepth = bitDepth ?? format.bitDepth
        chroma = chroma ?? format.chroma
        matrix = matrix ?? format.matrix ?? (format.isRGB ? ColorDescription.rgb.matrixName : nil)
        range = range ?? format.range
        // A sample entry may say 32 bits, and its pictures have no alpha.
        guard format.bitDepth != nil else { return }
        alpha = format.hasAlpha ? alpha ?? Alpha() : nil
    }
}
