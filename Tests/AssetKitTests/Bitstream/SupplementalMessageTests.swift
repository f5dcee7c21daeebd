import Testing

@testable import AssetKit
@testable import AssetKitBitstream

@Suite("Supplemental messages")
struct SupplementalMessageTests {
    private static func all(_ unit: String) throws -> [SupplementalMessages.Message] {
        var messages = try SupplementalMessages(h264Unit: bytes(unit))
        var found: [SupplementalMessages.Message] = []
        while let message = try messages.next() { found.append(message) }
        return found
    }

    @Test("several in one unit, with numbers of more than a byte")
    func several() throws {
        let long = String(repeating: "AB", count: 260)
        let messages = try Self.all("06 06 02 8080 FF10 FF05 \(long) 80 0000")
        #expect(messages.map(\.kind) == [6, 271])
        #expect(messages.map(\.payload.count) == [2, 260])
    }

    @Test("a message longer than its unit throws")
    func truncated() {
        #expect(throws: BitstreamError.endOfData) { try Self.all("06 04 09 B5 80") }
        #expect(throws: BitstreamError.endOfData) { try Self.all("06 FFFFFF") }
    }

    @Test(
        "user data by its owner",
        arguments: [
            ("B5 0031 47413934 03 41", RegisteredUserData.captions),
            ("B5 0031 44544731 41", .activeFormat),
            ("B5 003C 0001 04 01", .dynamicMetadata),
            ("B5 003B 00000800", .dolbyVision),
            ("B5 0031 47413934 06", .other(country: 0xB5, provider: 0x31)),
            ("FF 01 1234", .other(country: 0xFF, provider: 0x1234)),
        ]
    )
    func userData(payload: String, meaning: RegisteredUserData) throws {
        let message = SupplementalMessages.Message(kind: 4, payload: bytes(payload))
        #expect(try SupplementalInformation(message) == .registeredUserData(meaning))
    }

    @Test("the transfer function to prefer, and a display that is turned")
    func others() throws {
        #expect(try SupplementalInformation(.init(kind: 147, payload: bytes("12"))) == .alternativeTransfer(18))
        let turned = SupplementalInformation.displayOrientation(
            isFlippedHorizontally: true,
            isFlippedVertically: false,
            counterclockwise: 0x4000
        )
        #expect(try SupplementalInformation(.init(kind: 47, payload: bytes("48 00 10"))) == turned)
        #expect(try SupplementalInformation(.init(kind: 200, payload: [])) == .other(kind: 200))
    }

    @Test("recovery points and field order of H.264")
    func h264() throws {
        let point = try H264RecoveryPoint(.init(kind: 6, payload: bytes("C4")))
        #expect(point.frameCount == 0 && point.isExact && !point.isBrokenLink)
        let configuration = try AVCConfiguration(record: BitstreamVectors.avcInterlaced)
        let unit = try #require(configuration.sequenceParameterSets.first)
        let usability = try #require(try H264SequenceParameterSet(unit: unit[...]).usability)
        var messages = try SupplementalMessages(h264Unit: BitstreamVectors.avcInterlacedTiming)
        let timing = try H264PictureTiming(try #require(try messages.next()), usability: usability)
        #expect(timing.structure == .topBottom)
    }
}
