import Testing

@testable import AssetKitBitstream

@Suite("Whole pictures")
struct WholePictureTests {
    private static func bytes(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }

    private static func isWhole(_ bytes: [UInt8], _ codec: WholePicture.Codec) -> Bool {
        bytes.withUnsafeBytes { WholePicture($0, codec) != nil }
    }

    // The numbers of first macroblocks: 0 is one bit, 1 and 2 are three, 3 to 6 five.
    private static let delimiter: [UInt8] = [9, 0xF0]
    private static let sequence: [UInt8] = [0x67, 1, 2, 3]
    private static let message: [UInt8] = [6, 5, 1, 0x80]
    private static let first: [UInt8] = [0x65, 0x88, 0x84]
    private static let second: [UInt8] = [0x65, 0x48, 0x84]
    private static let later: [UInt8] = [0x65, 0x28, 0x84]

    private static let picturesOfH264: [([[UInt8]], Bool)] = [
        ([delimiter, sequence, message, first], true), ([delimiter, first, second, later], true),
        ([sequence, first], true), ([delimiter, first, [12, 0xFF]], true),
        ([first], false), ([delimiter], false), ([delimiter, first, delimiter], false),
        ([delimiter, first, message], false), ([delimiter, first, first], false),
        ([delimiter, first, later, second], false), ([delimiter, [2, 0x88, 1], [3, 0x88, 1]], false),
    ]

    private static let picturesOfHEVC: [([[UInt8]], Bool)] = [
        ([[0x46, 1, 0x50], [0x26, 1, 0xAF]], true), ([[0x46, 1, 0x50], [0x26, 1, 0xAF], [0x26, 1, 0x2F]], true),
        ([[0x42, 1, 1], [0x4E, 1, 5], [2, 1, 0x80], [0x50, 1, 5]], true),
        ([[0x26, 1, 0xAF]], false), ([[0x46, 1, 0x50], [0x26, 1, 0x2F]], false),
        ([[0x46, 1, 0x50], [0x26, 1, 0xAF], [0x26, 1, 0xAF]], false),
        ([[0x46, 1, 0x50], [0x26, 1, 0xAF], [0x4E, 1, 5]], false),
        ([[0x46, 1, 0x50], [0x26, 9, 0xAF]], false), ([[0x46, 1, 0x50], [0x26, 1]], false),
    ]

    @Test("a picture of H.264 has what begins one at its beginning alone", arguments: picturesOfH264)
    func h264(_ units: [[UInt8]], _ isWhole: Bool) {
        #expect(Self.isWhole(Self.bytes(units), .h264) == isWhole)
    }

    @Test("a picture of HEVC has what begins one at its beginning alone", arguments: picturesOfHEVC)
    func hevc(_ units: [[UInt8]], _ isWhole: Bool) {
        #expect(Self.isWhole(Self.bytes(units), .hevc) == isWhole)
    }

    @Test("bytes before the first start code, and zeros at the end, may belong to other pictures")
    func ends() {
        let picture = Self.bytes([Self.delimiter, Self.first])
        #expect(Self.isWhole(Array(picture.dropFirst()), .h264))
        #expect(!Self.isWhole([0] + picture, .h264))
        #expect(!Self.isWhole([7] + picture.dropFirst(), .h264))
        #expect(!Self.isWhole(picture + [0], .h264))
        #expect(!Self.isWhole([], .h264))
        #expect(!Self.isWhole([0, 0, 1], .hevc))
    }

    @Test("sets are told that say how fast pictures follow each other")
    func sets() throws {
        let units = [Self.delimiter, Self.sequence, [0x68, 9], Self.first]
        let picture = try #require(Self.bytes(units).withUnsafeBytes { WholePicture($0, .h264) })
        #expect(picture.sets.map { Array($0.prefix(4)) } == [Self.sequence])
        #expect(picture.hasLeadingZero)
    }

    @Test("sets of all kinds are found where they lie together")
    func placeOfSets() throws {
        func place(_ units: [[UInt8]], _ codec: WholePicture.Codec = .h264) throws -> [UInt8]? {
            let bytes = Self.bytes(units)
            let picture = try #require(bytes.withUnsafeBytes { WholePicture($0, codec) })
            #expect(picture.hasSets == units.contains { [0x67, 0x68, 0x40, 0x42, 0x44].contains($0[0]) })
            return picture.placeOfSets.map { Array(bytes[$0]) }
        }
        let other: [UInt8] = [0x68, 9]
        // The zero in front of the next start code is counted to what stands before it.
        let both = [0, 0, 1] + Self.sequence + [0, 0, 0, 1] + other + [0]
        #expect(try place([Self.delimiter, Self.sequence, other, Self.message, Self.first]) == both)
        #expect(try place([Self.delimiter, other, Self.first]) == [0, 0, 1] + other + [0])
        #expect(try place([Self.delimiter, Self.sequence, Self.message, other, Self.first]) == nil)
        #expect(try place([Self.delimiter, Self.first]) == nil)
        // What stands before the sets is not to be lost with them, and sets count that come before what they refer to.
        #expect(try place([Self.message, Self.sequence, other, Self.first]) == nil)
        #expect(try place([Self.delimiter, other, Self.sequence, Self.first]) == nil)
        let hevc: [[UInt8]] = [[0x46, 1, 0x50], [0x40, 1, 1], [0x42, 1, 1], [0x44, 1, 1], [0x26, 1, 0xAF]]
        #expect(try place(hevc, .hevc)?.count == 3 * 7)
    }
}
