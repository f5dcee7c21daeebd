internal import AssetKitBase
internal import AssetKitContainers
internal import AssetKitCore
internal import AssetKitMedia

/// Corrects the header of a FLAC file: what stands in it was true of the sound that the frames were taken from.
struct FLACStreamInfoPatch {
    private var header: [UInt8]
    private let statedCount: Int
    private var frameCount = 0
    private var smallest = Int.max
    private var largest = 0
    /// nil where the frames have the right numbers already.
    private var numbers: FLACFrameNumbers?

    /// `isCut`: the frames begin or end within a stream, or come from several.
    init?(_ header: [UInt8], isCut: Bool) {
        guard header.count >= 34, let info = try? FLACStreamInfo(header.prefix(34)) else { return nil }
        self.header = Array(header.prefix(34))
        statedCount = info.sampleCount
        numbers = isCut ? FLACFrameNumbers() : nil
    }

    /// The frame as it is to be written, where that is not as it is.
    mutating func numbered(_ frame: UnsafeRawBufferPointer, frameCount: Int) throws -> [UInt8]? {
        guard numbers != nil else { return nil }
        guard let result = numbers?.numbered(frame, count: frameCount) else {
            throw MediaSinks.refusal("a FLAC file consists of frames, and a sample of the source is none")
        }
        return result
    }

    /// Takes note of a frame that is written.
    mutating func add(_ frame: UnsafeRawBufferPointer, frameCount: Int) {
        self.frameCount += frameCount
        smallest = min(smallest, frame.count)
        largest = max(largest, frame.count)
    }

    /// Writes the counts of what is there, and the sum of all samples where it is known: that of something else is taken
    /// out.
    mutating func apply(to bytes: any ByteSink, digest: [UInt8]?) throws {
        guard largest > 0, frameCount != statedCount || numbers != nil else { return }
        func put(_ number: Int, _ place: Int, _ count: Int) {
            for index in 0..<count {
                header[place + index] = UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - index)))
            }
        }
        if let sizes = numbers?.blockSizes {
            put(sizes.smallest, 0, 2)
            put(sizes.largest, 2, 2)
        }
        put(smallest, 4, 3)
        put(largest, 7, 3)
        let high = Int(header[13] & 0xF0) << 32
        put(high | frameCount & 0xF_FFFF_FFFF, 13, 5)
        let sum = digest.flatMap { $0.count == 16 ? $0 : nil } ?? [UInt8](repeating: 0, count: 16)
        header.replaceSubrange(18..<34, with: sum)
        // Behind `fLaC` and the head of the first block.
        try header.withUnsafeBytes { try bytes.write($0, at: 8) }
    }
}

/// What the first frame of an MP3 file says about the sound that is not to be heard.
enum MP3Gapless {
    /// Frames that every decoder makes before the first one. Writers count the delay without them, so that less cannot be
    /// said.
    static let decoderDelay = 529

    /// Takes the name of the encoder out: without it players ignore delay and padding.
    static func remove(from bytes: any ByteSink) throws {
        var head = [UInt8](repeating: 0, count: 10)
        guard try head.withUnsafeMutableBytes({ try bytes.read(at: 0, into: $0) }) == 10 else { return }
        var start: Int64 = 0
        if head.starts(with: Array("ID3".utf8)) {
            start = 10 + head[6...9].reduce(Int64(0)) { $0 << 7 | Int64($1 & 0x7F) }
        }
        var frame = [UInt8](repeating: 0, count: 256)
        let count = try frame.withUnsafeMutableBytes { try bytes.read(at: start, into: $0) }
        let marks = [Array("Xing".utf8), Array("Info".utf8)]
        // Behind the side information, whose length depends on version and channels; then 120 bytes.
        guard
            let place = [13, 21, 36].first(where: { place in
                count > place + 124 && marks.contains(Array(frame[place..<place + 4]))
            })
        else { return }
        let nothing = [UInt8](repeating: 0, count: 24)
        try nothing.withUnsafeBytes { try bytes.write($0, at: start + Int64(place + 120)) }
    }
}
