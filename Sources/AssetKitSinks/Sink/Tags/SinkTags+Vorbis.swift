internal import AssetKitContainers
internal import AssetKitCore
internal import CMTimeLib

extension SinkTags {
    /// All of it as comments, under the vendor of a header that is there, and behind what that says about its sound.
    /// `hasPictures`: pictures are comments too.
    func vorbisComments(replacing header: [UInt8], _ chapters: [Chapter], hasPictures: Bool) -> [UInt8] {
        let old = VorbisComment(header)
        var writer = VorbisCommentWriter(vendor: old.vendor)
        let mask = "WAVEFORMATEXTENSIBLE_CHANNEL_MASK"
        for entry in old.entries where entry.key.uppercased() == mask { writer.add(mask, entry.value.text ?? "") }
        for text in texts { writer.add(text.freeKey(in: .vorbis), text.value) }
        for (number, chapter) in chapters.enumerated() where chapter.timeRange.start.isNumeric {
            let name = "CHAPTER" + Self.digits(Int64(number), 3)
            writer.add(name, Self.clock(SinkTimes.ticks(chapter.timeRange.start, 1000)))
            writer.add(name + "NAME", chapter.title)
        }
        if hasPictures { for block in pictureBlocks { writer.add(pictureBlock: block) } }
        return writer.bytes
    }

    /// The pictures as FLAC has them.
    var pictureBlocks: [[UInt8]] {
        pictures.enumerated().map { number, picture in
            VorbisCommentWriter.picture(
                picture.data,
                mimeType: picture.mimeType,
                size: picture.size,
                isFront: number == 0
            )
        }
    }

    private static func clock(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }.joined(separator: ":")
        return clock + "." + digits(milliseconds % 1000, 3)
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
}
