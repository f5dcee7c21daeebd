/// What an E-AC-3 frame says of its purpose, behind its header (ETSI TS 102 366, Annex E.1.2.2).
struct EnhancedAC3Services: Hashable, Sendable {
    /// bsmod: 0 is a main service, also where nothing is said.
    var bitstreamMode = 0
    /// Joint object coding (ETSI TS 103 420, 8.3): the number that says how many objects; `nil` without.
    var objectComplexity: Int?

    init(frame: ArraySlice<UInt8>) throws(BitstreamError) {
        var reader = BitReader(frame)
        let header = try EnhancedAC3FrameHeader(from: &reader)
        if try reader.flag() { try Self.skipMixing(header, in: &reader) }
        if try reader.flag() { bitstreamMode = try Self.mode(header, from: &reader) }
        // Where conversion to AC-3 begins, or how long the frame of AC-3 was.
        if header.kind == .independent, header.blockCount != 6 { try reader.skip(1) }
        if header.kind == .converted {
            let hasSize = try header.blockCount == 6 ? true : reader.flag()
            if hasSize { try reader.skip(6) }
        }
        guard try reader.flag(), try reader.unsigned(6) >= 1 else { return }
        try reader.skip(7)
        if try reader.flag() { objectComplexity = try reader.unsigned(8) }
    }

    /// How to mix the frame down, and with others.
    private static func skipMixing(
        _ header: EnhancedAC3FrameHeader,
        in reader: inout BitReader
    ) throws(BitstreamError) {
        let channels = header.channels
        if channels.mode > 2 { try reader.skip(2) }
        if channels.mode & 1 != 0, channels.mode > 2 { try reader.skip(6) }
        if channels.mode & 4 != 0 { try reader.skip(6) }
        if channels.hasLowFrequency { try skip(5, ifFlaggedIn: &reader) }
        guard header.kind == .independent else { return }
        // Two independent channels say it each.
        let programs = channels.mode == 0 ? 2 : 1
        for _ in 0..<programs { try skip(6, ifFlaggedIn: &reader) }
        try skip(6, ifFlaggedIn: &reader)
        switch try reader.unsigned(2) {
        case 1: try reader.skip(5)
        case 2: try reader.skip(12)
        case 3: try reader.skip((try reader.unsigned(5) + 2) * 8)
        default: break
        }
        if channels.mode < 2 {
            for _ in 0..<programs { try skip(14, ifFlaggedIn: &reader) }
        }
        guard try reader.flag() else { return }
        guard header.blockCount > 1 else { return try reader.skip(5) }
        for _ in 0..<header.blockCount { try skip(5, ifFlaggedIn: &reader) }
    }

    /// bsmod, and what comes with it.
    private static func mode(
        _ header: EnhancedAC3FrameHeader,
        from reader: inout BitReader
    ) throws(BitstreamError) -> Int {
        let mode = try reader.unsigned(3)
        try reader.skip(2)  // copyright, original
        if header.channels.mode == 2 { try reader.skip(4) }
        if header.channels.mode >= 6 { try reader.skip(2) }
        for _ in 0..<(header.channels.mode == 0 ? 2 : 1) { try skip(8, ifFlaggedIn: &reader) }
        if !header.hasHalfRate { try reader.skip(1) }
        return mode
    }

    private static func skip(_ count: Int, ifFlaggedIn reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag() { try reader.skip(count) }
    }
}
