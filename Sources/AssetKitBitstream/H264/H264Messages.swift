/// A recovery point message of H.264 (D.1.8): decoding may start here although it is no IDR picture.
package struct H264RecoveryPoint: Hashable, Sendable {
    package static let kind = 6

    /// Frames until the output is right, in steps of frame_num.
    package var frameCount: Int
    package var isExact: Bool
    var isBrokenLink: Bool

    package init(_ message: SupplementalMessages.Message) throws(BitstreamError) {
        guard message.kind == Self.kind else { throw .invalid("payloadType") }
        var reader = BitReader(message.payload)
        frameCount = try reader.golomb("recovery_frame_cnt", atMost: 65_535)
        isExact = try reader.flag()
        isBrokenLink = try reader.flag()
    }
}

/// A picture timing message of H.264 (D.1.2), without its clock time stamps.
package struct H264PictureTiming: Hashable, Sendable {
    package static let kind = 1

    package var structure: PictureStructure?

    package init(_ message: SupplementalMessages.Message, usability: H264VideoUsability) throws(BitstreamError) {
        guard message.kind == Self.kind else { throw .invalid("payloadType") }
        var reader = BitReader(message.payload)
        if let decoder = usability.hypotheticalDecoder {
            try reader.skip(decoder.removalDelayBits + decoder.outputDelayBits)
        }
        guard usability.hasPictureStructure else { return }
        let value = try reader.unsigned(4)
        guard value <= PictureStructure.tripling.rawValue else { throw .invalid("pic_struct") }
        structure = PictureStructure(rawValue: value)
    }
}
