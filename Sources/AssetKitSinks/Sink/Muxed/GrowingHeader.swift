internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitContainers

/// The sizes in the header of a WAVE or AIFF file that grows: they are brought up to what is there, so that the file can be played at
/// every moment.
struct GrowingHeader {
    private let isBigEndian: Bool
    /// Where the size of the chunk of sound stands, and where the sound begins.
    private let sizePlace: Int64
    private let dataPlace: Int64
    private let bytesPerFrame: Int64
    /// Where the number of frames stands, in files that have one.
    private var countPlace: Int64?

    /// Reads the header that has been written; nil for one that is not known here, or not complete.
    init?(_ bytes: any ByteSink) throws {
        let window = try ByteWindow(SinkSource(bytes))
        let head = try window.available(12, at: 0)
        isBigEndian = head.starts(with: Array("FORM".utf8))
        guard isBigEndian || ["RIFF", "RF64"].contains(where: { head.starts(with: Array($0.utf8)) }) else { return nil }
        var (offset, frame, count): (Int64, Int64?, Int64?) = (12, nil, nil)
        for _ in 0..<1024 {
            var chunk = FieldReader(try window.available(8, at: offset))
            guard let name = chunk.code(), let size = isBigEndian ? chunk.big(4) : chunk.little(4) else { return nil }
            var content = FieldReader(try window.available(18, at: offset + 8))
            switch name {
            case "fmt ":
                guard content.skip(12), let value = content.little(2) else { return nil }
                frame = Int64(value)
            case "COMM":
                guard let channels = content.big(2), content.skip(4), let bits = content.big(2) else { return nil }
                (frame, count) = (Int64(channels) * Int64((bits + 7) / 8), offset + 10)
            case "fact": count = offset + 8
            case "data", "SSND":
                guard let frame, frame > 0 else { return nil }
                // In AIFF two numbers of four bytes come before the sound.
                (sizePlace, dataPlace) = (offset + 4, offset + (name == "SSND" ? 16 : 8))
                (bytesPerFrame, countPlace) = (frame, count)
                return
            default: break
            }
            offset += 8 + Int64(size) + Int64(size & 1)
        }
        return nil
    }

    /// Where the last whole frame of so many bytes of file ends.
    func wholeFrames(of length: Int64) -> Int64 {
        dataPlace + max(0, length - dataPlace) / bytesPerFrame * bytesPerFrame
    }

    /// Writes the sizes of what is there. Sizes that four bytes do not hold are said to be unknown, and so is that of a whole WAVE file
    /// in the making, which tells it from one that is complete.
    func update(_ bytes: any ByteSink) throws {
        let end = wholeFrames(of: bytes.length)
        let prefix = isBigEndian ? dataPlace - sizePlace - 4 : 0
        if let countPlace { try put((end - dataPlace) / bytesPerFrame, at: countPlace, bytes) }
        try put(end - dataPlace + prefix, at: sizePlace, bytes)
        try put(isBigEndian ? end - 8 : .max, at: 4, bytes)
    }

    private func put(_ number: Int64, at place: Int64, _ bytes: any ByteSink) throws {
        let value = UInt32(clamping: number)
        try withUnsafeBytes(of: isBigEndian ? value.bigEndian : value.littleEndian) { try bytes.write($0, at: place) }
    }
}
