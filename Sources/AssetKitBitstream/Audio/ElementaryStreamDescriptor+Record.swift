extension ElementaryStreamDescriptor {
    /// The payload of `esds`, full box header included, for a decoder's configuration.
    package static func record(objectType: UInt8, isSound: Bool, configuration: [UInt8], bitRate: UInt32 = 0) -> [UInt8]
    {
        var decoder: [UInt8] = [objectType, (isSound ? 5 : 4) << 2 | 1, 0, 0, 0]
        decoder.appendBig(bitRate)
        decoder.appendBig(bitRate)
        if !configuration.isEmpty { decoder += descriptor(5, configuration) }
        let stream: [UInt8] = [0, 0, 0] + descriptor(4, decoder) + descriptor(6, [2])
        return [0, 0, 0, 0] + descriptor(3, stream)
    }

    /// A descriptor: its tag, its size in four bytes of seven bits, its content.
    private static func descriptor(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        var result = [tag]
        for shift in [21, 14, 7, 0] {
            let isLast = shift == 0
            result.append(UInt8(count >> shift & 0x7F) | (isLast ? 0 : 0x80))
        }
        return result + content
    }
}
