/// `esds`: what MPEG-4's descriptors say about a stream.
struct ISOElementaryStream: Hashable, Sendable {
    /// Such as 0x40 for AAC, 0x20 for MPEG-4 video, 0x6b for MP3, 0xe0 for subtitles of a DVD.
    private(set) var objectType: UInt8 = 0
    /// 4 pictures, 5 sound, 0x38 subtitles of a DVD.
    private(set) var streamType: UInt8 = 0
    private(set) var bufferSize: UInt32 = 0
    /// In bits per second.
    private(set) var maximumBitRate: UInt32 = 0
    private(set) var averageBitRate: UInt32 = 0
    /// The decoder's configuration, such as AAC's AudioSpecificConfig; nil when there is none.
    private(set) var decoderConfiguration: [UInt8]?

    /// Reads the content of the box.
    init?(_ bytes: [UInt8]) {
        var fields = ISOFields(bytes, of: "esds")
        guard (try? fields.versionAndFlags()) != nil, (try? read(fields)) != nil, objectType != 0 else { return nil }
    }

    private mutating func read(_ fields: ISOFields) throws(ISOMediaError) {
        var fields = fields
        guard var stream = try Self.descriptor(3, &fields) else { return }
        try stream.skip(2)
        let flags = try stream.u8()
        if flags & 0x80 != 0 { try stream.skip(2) }
        if flags & 0x40 != 0 { try stream.skip(Int(try stream.u8())) }
        if flags & 0x20 != 0 { try stream.skip(2) }
        guard var decoder = try Self.descriptor(4, &stream) else { return }
        objectType = try decoder.u8()
        streamType = try decoder.u8() >> 2
        bufferSize = try decoder.u24()
        maximumBitRate = try decoder.u32()
        averageBitRate = try decoder.u32()
        decoderConfiguration = try Self.descriptor(5, &decoder)?.copy()
    }

    /// The first descriptor with a tag. One that promises more than there is gets what there is.
    private static func descriptor(_ tag: UInt8, _ fields: inout ISOFields) throws(ISOMediaError) -> ISOFields? {
        while !fields.isAtEnd {
            let found = try fields.u8()
            var length = 0
            for _ in 0..<4 {
                let byte = try fields.u8()
                length = length << 7 | Int(byte & 0x7f)
                if byte & 0x80 == 0 { break }
            }
            let content = try fields.part(min(length, fields.remaining))
            if found == tag { return content }
        }
        return nil
    }
}

extension ISOFields {
    /// A copy of what is ahead, without going there.
    package func copy() -> [UInt8] {
        var fields = self
        return fields.rest()
    }
}
