extension AV1FrameHeader {
    /// Whether a key frame that is shown decodes to the very numbers that went in (CodedLossless of 5.9.2); nil for other
    /// frames, and for headers that hold what hardly any do: what a decoder model says, a size of their own, tiles of
    /// different sizes.
    package static func isLossless(
        payload: ArraySlice<UInt8>,
        sequence: AV1SequenceHeader
    ) throws(BitstreamError) -> Bool? {
        let front = try AV1FrameHeader(payload: payload, sequence: sequence)
        guard front.shownSlot == nil, front.kind == .key, front.isShown, !sequence.hasDecoderModel else { return nil }
        var reader = BitReader(payload)
        if !sequence.isReduced { try reader.skip(1 + 2 + 1) }  // the front
        let keepsContexts = try !reader.flag()
        let tools = sequence.tools
        let hasScreenContent = tools.screenContent == 2 ? try reader.flag() : tools.screenContent == 1
        if hasScreenContent, tools.integerMotion == 2 { try reader.skip(1) }
        if let bits = sequence.frameIDBits { try reader.skip(bits) }
        if !sequence.isReduced, try reader.flag() { return nil }
        try reader.skip(tools.orderHintBits)
        var isReduced = false
        if tools.hasSuperResolution, try reader.flag() {
            try reader.skip(3)
            isReduced = true
        }
        if try reader.flag() { try reader.skip(16 + 16) }  // the size to show
        if hasScreenContent, !isReduced { try reader.skip(1) }  // copies of blocks within the picture
        if !sequence.isReduced, keepsContexts { try reader.skip(1) }
        // Narrower pictures have other tiles.
        guard !isReduced, try skipTiles(in: &reader, sequence) else { return nil }
        return try isFinest(&reader, sequence.color)
    }

    /// Skips tile_info() (5.9.15); false where tiles are listed one by one.
    private static func skipTiles(
        in reader: inout BitReader,
        _ sequence: AV1SequenceHeader
    ) throws(BitstreamError) -> Bool {
        let shift = sequence.tools.hasLargeBlocks ? 5 : 4
        func blocks(_ length: Int) -> Int { ((length + 7) / 8 * 2 + (1 << shift) - 1) >> shift }
        let (columns, rows) = (blocks(sequence.maximumSize.width), blocks(sequence.maximumSize.height))
        let leastColumns = steps(from: 4_096 >> (shift + 2), to: columns)
        let mostColumns = steps(from: 1, to: min(columns, 64))
        let leastTiles = max(leastColumns, steps(from: (4_096 * 2_304) >> (2 * (shift + 2)), to: columns * rows))
        guard try reader.flag() else { return false }
        func count(from least: Int, to most: Int) throws(BitstreamError) -> Int {
            var count = least
            while count < most, try reader.flag() { count += 1 }
            return count
        }
        let columnSteps = try count(from: leastColumns, to: mostColumns)
        let rowSteps = try count(from: max(leastTiles - columnSteps, 0), to: steps(from: 1, to: min(rows, 64)))
        if columnSteps + rowSteps > 0 { try reader.skip(columnSteps + rowSteps + 2) }
        return true
    }

    /// How often a number has to be doubled to reach another: tile_log2().
    private static func steps(from start: Int, to goal: Int) -> Int {
        (0..<32).first { start << $0 >= goal } ?? 32
    }

    /// The quantizer is the finest there is, which leaves numbers as they are, for all components (5.9.12).
    private static func isFinest(
        _ reader: inout BitReader,
        _ color: AV1ColorConfiguration
    ) throws(BitstreamError) -> Bool {
        guard try reader.unsigned(8) == 0 else { return false }
        func isZero() throws(BitstreamError) -> Bool { try reader.flag() ? try reader.unsigned(7) == 0 : true }
        guard try isZero() else { return false }
        if color.chromaFormat == .monochrome { return true }
        let differ = color.hasSeparateDeltas ? try reader.flag() : false
        for _ in 0..<(differ ? 4 : 2) {
            guard try isZero() else { return false }
        }
        return true
    }
}
