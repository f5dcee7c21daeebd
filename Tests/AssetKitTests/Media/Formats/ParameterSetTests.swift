import Testing

@testable import AssetKit
@testable import AssetKitMedia

@Suite("Parameter sets")
struct ParameterSetTests {
    /// Written by x264 for 318 × 238 pixels of 8 bits.
    private let avcC = Data(
        hex: "0164000dffe1001e6764000dacd94141feabff077005971000000300100000030320f142996001000668ebe3cb22c0fdf8f800"
    )
    /// Written by x265 for 318 × 238 pixels of 10 bits.
    private let hevcSets = [
        "40010c01ffff02200000030090000003000003003c959809",
        "42010102200000030090000003000003003ca00a080f1d5365959a4932bc05a02000000300200000030321", "4401c172b46240",
    ].map { Data(hex: $0) }

    private func h264() throws -> CMFormatDescription {
        try CMFormatDescription(
            videoCodecType: .h264,
            width: 318,
            height: 238,
            extensions: [.sampleDescriptionExtensionAtoms: .dictionary(["avcC": avcC])]
        )
    }

    @Test("an avcC comes apart into its sets and is made of them again, byte for byte")
    func h264RoundTrip() throws {
        let sets = Array(try h264().parameterSets)
        #expect(sets.map(\.count) == [30, 6])
        #expect(try h264().nalUnitHeaderLength == 4)
        let made = try CMFormatDescription(h264ParameterSets: sets)
        #expect(made.dimensions == CMVideoDimensions(width: 318, height: 238))
        #expect(try made == h264())
        let short = try CMFormatDescription(h264ParameterSets: sets, nalUnitHeaderLength: 2)
        #expect(short.nalUnitHeaderLength == 2 && Array(short.parameterSets) == sets)
    }

    @Test("HEVC sets say size and depth, and their record gives them back")
    func hevcRoundTrip() throws {
        let parameters = try #require(SequenceParameters.hevc(hevcSets[1]))
        #expect(parameters.width == 318 && parameters.height == 238)
        #expect(parameters.lumaBits == 10 && parameters.chromaBits == 10 && parameters.chromaFormat == 1)
        let format = try CMFormatDescription(hevcParameterSets: hevcSets, nalUnitHeaderLength: 4)
        #expect(format.mediaSubType == .hevc && format.dimensions.height == 238)
        #expect(Array(format.parameterSets) == hevcSets && format.nalUnitHeaderLength == 4)
        let atoms = format.extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? [String: Any]
        let record = try #require(atoms?["hvcC"] as? Data)
        // What x265 and the muxer wrote: profile, level, chroma, depth.
        #expect(record.prefix(13) == Data(hex: "0102200000009000000000003c"))
        #expect(record[16...18] == Data(hex: "fdfafa") && record[21] & 3 == 3)
    }

    @Test("the C functions lend sets that stay")
    func functions() throws {
        let format = try h264()
        var pointer: UnsafePointer<UInt8>?
        var size = 0
        var count = 0
        var header: Int32 = 0
        #expect(
            CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
                format,
                parameterSetIndex: 1,
                parameterSetPointerOut: &pointer,
                parameterSetSizeOut: &size,
                parameterSetCountOut: &count,
                nalUnitHeaderLengthOut: &header
            ) == noErr
        )
        #expect(size == 6 && count == 2 && header == 4 && pointer?.pointee == 0x68)
        #expect(
            CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
                format,
                parameterSetIndex: 2,
                parameterSetPointerOut: &pointer,
                parameterSetSizeOut: nil,
                parameterSetCountOut: nil,
                nalUnitHeaderLengthOut: nil
            ) == kCMFormatDescriptionError_InvalidParameter
        )
        #expect(
            CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
                format,
                parameterSetIndex: 0,
                parameterSetPointerOut: &pointer,
                parameterSetSizeOut: nil,
                parameterSetCountOut: nil,
                nalUnitHeaderLengthOut: nil
            ) == kCMFormatDescriptionError_ValueNotAvailable
        )
        let sets = Array(format.parameterSets)
        var made: CMFormatDescription?
        let result = sets[0].withUnsafeBytes { first in
            sets[1].withUnsafeBytes { second -> OSStatus in
                let pointers = [first, second].compactMap { $0.bindMemory(to: UInt8.self).baseAddress }
                return CMVideoFormatDescriptionCreateFromH264ParameterSets(
                    allocator: nil,
                    parameterSetCount: 2,
                    parameterSetPointers: pointers,
                    parameterSetSizes: [first.count, second.count],
                    nalUnitHeaderLength: 4,
                    formatDescriptionOut: &made
                )
            }
        }
        #expect(result == noErr && made == format)
    }

    @Test("every truncation of the sets and records is refused or read, never a trap")
    func truncations() throws {
        let sets = Array(try h264().parameterSets)
        for count in 0..<sets[0].count {
            _ = SequenceParameters.h264(sets[0].prefix(count))
            _ = ParameterSetCodec.h264.read(avcC.prefix(count))
        }
        for count in 0..<9 { #expect(SequenceParameters.h264(sets[0].prefix(count)) == nil) }
        for count in 0..<20 { #expect(SequenceParameters.hevc(hevcSets[1].prefix(count)) == nil) }
        #expect(ParameterSetCodec.hevc.read(avcC) == nil)
        for bad in [[], [Data()], [sets[0]], [sets[1]], sets.map { _ in Data(count: 4) }] {
            #expect(throws: CMFormatDescription.Error.invalidParameter) {
                try CMFormatDescription(h264ParameterSets: bad)
            }
        }
        #expect(throws: CMFormatDescription.Error.invalidParameter) {
            try CMFormatDescription(h264ParameterSets: sets, nalUnitHeaderLength: 3)
        }
        #expect(throws: CMFormatDescription.Error.invalidParameter) {
            try CMFormatDescription(hevcParameterSets: [hevcSets[1]])
        }
    }

    @Test("flipped bits are refused or read, never a trap", arguments: 0..<8)
    func noise(bit: Int) throws {
        let sps = try #require(try h264().parameterSets.first)
        for index in sps.indices {
            var damaged = sps
            damaged[index] ^= 1 << bit
            _ = SequenceParameters.h264(damaged)
        }
        for index in hevcSets[1].indices {
            var damaged = hevcSets[1]
            damaged[index] ^= 1 << bit
            _ = SequenceParameters.hevc(damaged)
        }
    }
}

extension Data {
    /// Bytes of hexadecimal digits.
    fileprivate init(hex: String) {
        let digits = hex.compactMap(\.hexDigitValue)
        self.init(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }
}
