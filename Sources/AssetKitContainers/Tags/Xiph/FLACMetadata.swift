internal import AssetKitBase
internal import CMTimeLib

/// What stands in front of the frames of a FLAC stream.
struct FLACMetadata: Sendable {
    struct StreamInfo: Hashable, Sendable {
        static let byteCount = 34
        var minimumBlockSize: Int
        var maximumBlockSize: Int
        var minimumFrameByteCount: Int
        var maximumFrameByteCount: Int
        var sampleRate: Int
        var channelCount: Int
        var bitsPerSample: Int
        /// nil when the encoder did not know it.
        var sampleCount: Int64?
        var checksum: [UInt8]

        init?(_ bytes: some Collection<UInt8>) {
            var reader = FieldReader(Array(bytes))
            guard let minimum = reader.int(2), let maximum = reader.int(2), let smallest = reader.int(3),
                let largest = reader.int(3), let packed = reader.big(8), let checksum = reader.take(16)
            else { return nil }
            minimumBlockSize = minimum
            maximumBlockSize = maximum
            minimumFrameByteCount = smallest
            maximumFrameByteCount = largest
            sampleRate = Int(packed >> 44)
            channelCount = Int(packed >> 41 & 7) + 1
            bitsPerSample = Int(packed >> 36 & 31) + 1
            let count = Int64(packed & 0xf_ffff_ffff)
            sampleCount = count > 0 ? count : nil
            self.checksum = Array(checksum)
        }
    }

    /// One track of the disc that the stream was made from.
    struct CueTrack: Hashable, Sendable {
        var number: Int
        /// In samples.
        var offset: Int64
        var recordingCode: String
        var isAudio: Bool
    }

    var streamInfo: StreamInfo?
    /// The bytes of STREAMINFO, which decoders are set up with.
    var streamInfoBytes: [UInt8] = []
    var vendor: String?
    var entries: [TagEntry] = []
    var chapters: [TagChapter] = []
    var cueTracks: [CueTrack] = []
    /// How many places the seek table has; nil when there is none.
    var seekPointCount: Int?
    var applicationCodes: [String] = []
    /// Where the first frame begins.
    var audioOffset: Int64 = 0
    var problems = ProblemList()

    /// Reads the blocks of the stream whose "fLaC" stands at `offset`; nil when it does not.
    static func read(_ window: ByteWindow, at offset: Int64, limits: TagLimits = TagLimits()) throws -> FLACMetadata? {
        guard try window.available(4, at: offset) == Array("fLaC".utf8) else { return nil }
        var metadata = FLACMetadata()
        var position = offset + 4
        metadata.audioOffset = position
        for _ in 0..<limits.chunkCount {
            let head = try window.available(4, at: position)
            guard head.count == 4 else {
                metadata.problems.add("the file ends within the metadata", at: position)
                break
            }
            // A frame where a block should be: the last block was not marked as such.
            if head[0] == 0xff { break }
            let size = Int64(head[1]) << 16 | Int64(head[2]) << 8 | Int64(head[3])
            let extent = ByteExtent(offset: position + 4, count: size)
            if let length = window.length, extent.end > length {
                metadata.problems.add("a metadata block is longer than the file", at: position)
                break
            }
            try metadata.readBlock(kind: head[0] & 0x7f, extent, window, limits: limits)
            position = extent.end
            metadata.audioOffset = position
            if head[0] & 0x80 != 0 { break }
        }
        metadata.addCueChapters()
        return metadata
    }

    private mutating func readBlock(
        kind: UInt8,
        _ extent: ByteExtent,
        _ window: ByteWindow,
        limits: TagLimits
    ) throws {
        switch kind {
        case 0:
            let bytes = try window.available(StreamInfo.byteCount, at: extent.offset)
            guard streamInfo == nil, extent.count >= StreamInfo.byteCount else { return }
            streamInfo = StreamInfo(bytes)
            streamInfoBytes = bytes
        case 2:
            let code = TagText.latin1(try window.available(4, at: extent.offset))
            if applicationCodes.count < 64 { applicationCodes.append(code) }
        case 3: seekPointCount = Int(extent.count / 18)
        case 4:
            guard extent.count <= Int64(limits.tagByteCount) else { return }
            let comment = VorbisComment(try window.bytes(of: extent), at: extent.offset, limits: limits)
            vendor = vendor ?? comment.vendor
            entries += comment.entries.prefix(max(0, limits.entryCount - entries.count))
            chapters = chapters.isEmpty ? comment.chapters : chapters
            problems.add(comment.problems)
        case 5: readCueSheet(try window.available(Int(min(extent.count, 1 << 20)), at: extent.offset))
        case 6: try readPicture(extent, window)
        default: break
        }
    }

    private mutating func readPicture(_ extent: ByteExtent, _ window: ByteWindow) throws {
        let front = try window.available(Int(min(extent.count, 1 << 16)), at: extent.offset)
        guard entries.count < 16_384, let picture = FLACPicture(front) else {
            problems.add("a picture is damaged", at: extent.offset)
            return
        }
        // The block's size outranks the picture's own count: some writers let pictures overflow the block.
        let count = min(Int64(picture.dataCount), extent.count - Int64(picture.dataOffset))
        if count < Int64(picture.dataCount) { problems.add("a picture is longer than its block", at: extent.offset) }
        let place = ByteExtent(offset: extent.offset + Int64(picture.dataOffset), count: max(0, count))
        entries.append(picture.entry(VorbisComment.pictureKey, .stored(StoredTagData(extent: place))))
    }

    private mutating func readCueSheet(_ bytes: [UInt8]) {
        var reader = FieldReader(bytes)
        guard reader.skip(128 + 8 + 1 + 258), let count = reader.byte() else { return }
        for _ in 0..<count {
            guard let offset = reader.big(8), let number = reader.byte(), let code = reader.take(12),
                let flags = reader.byte(), reader.skip(13), let indexCount = reader.byte()
            else { return }
            var start = offset
            for _ in 0..<indexCount {
                guard let indexOffset = reader.big(8), let index = reader.byte(), reader.skip(3) else { return }
                // Index 1 is where the music begins; index 0 is the pause before it.
                if index == 1 { start = offset.addingReportingOverflow(indexOffset).partialValue }
            }
            guard let start = Int64(exactly: start) else { continue }
            cueTracks.append(
                CueTrack(
                    number: Int(number),
                    offset: start,
                    recordingCode: TagText.unpadded(TagText.latin1(code)),
                    isAudio: flags & 0x80 == 0
                )
            )
        }
    }

    /// Without chapters in comments, the tracks of the disc are the chapters. 170 and 255 are the end of the disc.
    private mutating func addCueChapters() {
        guard chapters.isEmpty, let rate = streamInfo?.sampleRate, rate > 0 else { return }
        chapters = cueTracks.filter { $0.isAudio && $0.number != 170 && $0.number != 255 }.map {
            TagChapter(
                identifier: String($0.number),
                start: CMTime(value: $0.offset, timescale: CMTimeScale(rate))
            )
        }
    }
}
