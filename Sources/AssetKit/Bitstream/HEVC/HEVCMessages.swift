/// A recovery point message of HEVC (D.2.8).
struct HEVCRecoveryPoint: Hashable, Sendable {
    static let kind = 6

    /// Pictures until the output is right, in steps of picture order.
    var pictureOrderCount: Int
    var isExact: Bool
    var isBrokenLink: Bool

    init(_ message: SupplementalMessages.Message) throws(BitstreamError) {
        guard message.kind == Self.kind else { throw .invalid("payloadType") }
        var reader = BitReader(message.payload)
        pictureOrderCount = try reader.signedGolomb("recovery_poc_cnt", in: -32_768...32_767)
        isExact = try reader.flag()
        isBrokenLink = try reader.flag()
    }
}

/// A picture timing message of HEVC (D.2.3), as far as it tells how to show the picture.
struct HEVCPictureTiming: Hashable, Sendable {
    static let kind = 1

    /// What the source was, for one picture.
    enum SourceScan: Int, Hashable, Sendable {
        case interlaced, progressive, unknown
    }

    var structure: PictureStructure?
    var sourceScan: SourceScan?
    var isDuplicate = false

    init(_ message: SupplementalMessages.Message, usability: HEVCVideoUsability) throws(BitstreamError) {
        guard message.kind == Self.kind else { throw .invalid("payloadType") }
        guard usability.hasFrameFieldInformation else { return }
        var reader = BitReader(message.payload)
        let value = try reader.unsigned(4)
        guard let structure = PictureStructure(rawValue: value) else { throw .invalid("pic_struct") }
        self.structure = structure
        sourceScan = SourceScan(rawValue: try reader.unsigned(2))
        isDuplicate = try reader.flag()
    }
}
