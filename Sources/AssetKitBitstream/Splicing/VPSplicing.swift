/// VP8 and VP9, whose key frames forget everything: nothing is ever rewritten.
package struct VPSplicing: SplicingScheme {
    package enum Format {
        case vp8, vp9
    }

    package let format: Format
    package let header: [UInt8]
    package private(set) var restIsUntouched = false

    package init(format: Format, header: [UInt8]) {
        (self.format, self.header) = (format, header)
    }

    package func entry(_ sample: UnsafeRawBufferPointer) throws -> SpliceEntry {
        guard !sample.isEmpty else { return .none }
        switch format {
        case .vp8: return try VP8FrameHeader(frame: Array(sample.prefix(16))[...]).isKey ? .clean : .none
        case .vp9:
            // The first frame of a superframe stands at its front. The header of a key frame takes 20 bytes at most.
            let first = try VP9FrameHeader(frame: Array(sample.prefix(32))[...])
            return first.shownSlot == nil && first.isKey ? .clean : .none
        }
    }

    package mutating func adopt(encoderHeader: [UInt8], joinsOpenGroups: Bool) -> [UInt8] { header }

    package func encoded(_ sample: [UInt8], refreshID: Int?) -> [UInt8] { sample }

    package mutating func beginRun() { restIsUntouched = false }

    package mutating func copied(_ sample: UnsafeRawBufferPointer, isFirst: Bool) throws -> [UInt8]? {
        if isFirst { try requireClean(sample) }
        restIsUntouched = true
        return nil
    }
}

extension SplicingScheme {
    /// Throws unless a run can begin with the sample.
    func requireClean(_ sample: UnsafeRawBufferPointer) throws {
        guard [.clean, .rewritten].contains(try entry(sample)) else { throw SpliceObstacle.notAnEntry }
    }
}

extension SpliceObstacle {
    static let notAnEntry = SpliceObstacle(reason: "decoding cannot begin with the first picture to copy")
}
