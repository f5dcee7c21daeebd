/// The messages that mean the same in H.264 and HEVC, parsed.
package enum SupplementalInformation: Hashable, Sendable {
    case masteringDisplay(MasteringDisplay)
    case contentLight(ContentLightLevel)
    /// The transfer function to prefer to that of the parameter set; how HLG hides in a BT.2020 stream.
    case alternativeTransfer(UInt8)
    case registeredUserData(RegisteredUserData)
    case unregisteredUserData(identifier: [UInt8], content: ArraySlice<UInt8>)
    /// Clockwise turn in 1/65536 of a circle is the display's business; these are the coded flags.
    case displayOrientation(isFlippedHorizontally: Bool, isFlippedVertically: Bool, counterclockwise: Int)
    /// HEVC: a layer beside the pictures says how opaque they are (Rec. ITU-T H.265, F.14.2.8). `isPremultiplied`:
    /// colours are multiplied with it already.
    case alpha(isPremultiplied: Bool)
    case other(kind: Int)

    package init(_ message: SupplementalMessages.Message) throws(BitstreamError) {
        var reader = BitReader(message.payload)
        switch message.kind {
        case 4:
            self = .registeredUserData(try RegisteredUserData(from: &reader))
        case 5:
            let identifier = Array(try reader.bytes(16))
            self = .unregisteredUserData(identifier: identifier, content: try reader.remainingBytes())
        case 47:
            self = try Self.displayOrientation(from: &reader) ?? .other(kind: 47)
        case 137:
            self = .masteringDisplay(try MasteringDisplay(messageFrom: &reader))
        case 144:
            self = .contentLight(try ContentLightLevel(from: &reader))
        case 147:
            self = .alternativeTransfer(try reader.byte())
        case 165:
            self = try Self.alpha(from: &reader) ?? .other(kind: 165)
        default:
            self = .other(kind: message.kind)
        }
    }

    private static func alpha(from reader: inout BitReader) throws(BitstreamError) -> SupplementalInformation? {
        guard try !reader.flag() else { return nil }  // cancels an earlier one
        // alpha_channel_use_idc: 0 where whoever shows the pictures has to multiply, 1 where that is done.
        return .alpha(isPremultiplied: try reader.unsigned(3) == 1)
    }

    private static func displayOrientation(
        from reader: inout BitReader
    ) throws(BitstreamError) -> SupplementalInformation? {
        guard try !reader.flag() else { return nil }  // cancels an earlier one
        return .displayOrientation(
            isFlippedHorizontally: try reader.flag(),
            isFlippedVertically: try reader.flag(),
            counterclockwise: try reader.unsigned(16)
        )
    }
}

/// User data registered by ITU-T T.35: captions and dynamic HDR metadata travel here, in AV1 too.
package enum RegisteredUserData: Hashable, Sendable {
    /// CEA-608 and CEA-708 captions (ATSC A/53 part 4).
    case captions
    /// Active format description (ATSC A/53 part 4): how much of the picture matters.
    case activeFormat
    /// HDR10+ (SMPTE ST 2094-40).
    case dynamicMetadata
    /// Dolby Vision metadata.
    case dolbyVision
    case other(country: UInt8, provider: Int)

    package init(from reader: inout BitReader) throws(BitstreamError) {
        let country = try reader.byte()
        if country == 0xFF { try reader.skip(8) }  // the country is in the extension
        let provider = try reader.unsigned(16)
        let unitedStates: UInt8 = 0xB5
        switch (country, provider) {
        case (unitedStates, 0x31):
            self = try Self.broadcast(from: &reader) ?? .other(country: country, provider: provider)
        case (unitedStates, 0x3B):
            self = .dolbyVision
        case (unitedStates, 0x3C):
            let (orientedCode, application) = (try reader.unsigned(16), try reader.unsigned(8))
            self =
                orientedCode == 1 && application == 4 ? .dynamicMetadata : .other(country: country, provider: provider)
        default:
            self = .other(country: country, provider: provider)
        }
    }

    private static func broadcast(from reader: inout BitReader) throws(BitstreamError) -> RegisteredUserData? {
        switch try reader.unsigned(32) {
        case 0x4741_3934: try reader.unsigned(8) == 3 ? .captions : nil  // "GA94"
        case 0x4454_4731: .activeFormat  // "DTG1"
        default: nil
        }
    }
}
