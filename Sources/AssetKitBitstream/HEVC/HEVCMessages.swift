/// A picture timing message of HEVC (D.2.3), as far as it tells how to show the picture.
package struct HEVCPictureTiming: Hashable, Sendable {
    package static let kind = 1

    /// What the source was, for one picture.
    enum SourceScan: Int, Hashable, Sendable {
        case interlaced, progressive, unknown
    }

    package var structure: PictureStructure?
    var sourceScan: SourceScan?
    var isDuplicate = false

    package init(_ message: SupplementalMessages.Message, usability: HEVCVideoUsability) throws(BitstreamError) {
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
