import Foundation

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitISOMedia

/// Makes boxes and small movies byte by byte.
enum ISOMake {
    static func integer<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    static func u8(_ values: UInt8...) -> [UInt8] { values }
    static func u16(_ values: UInt16...) -> [UInt8] { values.flatMap { integer($0) } }
    static func u32(_ values: UInt32...) -> [UInt8] { values.flatMap { integer($0) } }
    static func u64(_ values: UInt64...) -> [UInt8] { values.flatMap { integer($0) } }
    static func i32(_ values: Int32...) -> [UInt8] { values.flatMap { integer($0) } }
    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    /// Four characters, each of them one byte.
    static func code(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }

    static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        let content = parts.flatMap { $0 }
        return u32(UInt32(content.count + 8)) + code(type) + content
    }

    static func fullBox(_ type: String, _ version: UInt8 = 0, _ flags: UInt32 = 0, _ parts: [UInt8]...) -> [UInt8] {
        box(type, u32(UInt32(version) << 24 | flags) + parts.flatMap { $0 })
    }

    static let fileType = box("ftyp", code("isom"), u32(512), code("isom"), code("mp41"))
    static let matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000)

    static func movieHeader(timescale: UInt32 = 1000, duration: UInt32 = 0) -> [UInt8] {
        let head = u32(0, 0, timescale, duration, 0x10000) + u16(0x100) + zeros(10)
        return fullBox("mvhd", 0, 0, head, matrix, zeros(24), u32(9))
    }

    /// What a track of a test is made of. Every part that is not given is what a simple track has.
    struct Track {
        var id: UInt32 = 1
        var handler = "vide"
        var timescale: UInt32 = 1000
        var duration: UInt32 = 0
        var language: UInt16 = 0x55c4
        var edits: [UInt8] = []
        var extra: [UInt8] = []
        var descriptions: [[UInt8]] = [ISOMake.visualEntry("avc1")]
        var dataReferences = ISOMake.fullBox("dref", 0, 0, ISOMake.u32(1), ISOMake.fullBox("url ", 0, 1))
        var tables: [UInt8] = []

        var bytes: [UInt8] {
            let header = ISOMake.fullBox(
                "tkhd",
                0,
                7,
                ISOMake.u32(0, 0, id, 0, 0, 0, 0, 0, 0) + ISOMake.matrix + ISOMake.u32(64 << 16, 48 << 16)
            )
            let list = ISOMake.u32(UInt32(descriptions.count)) + descriptions.flatMap { $0 }
            let samples = ISOMake.box("stbl", ISOMake.fullBox("stsd", 0, 0, list), tables)
            let information = ISOMake.box("minf", ISOMake.box("dinf", dataReferences), samples)
            let name = ISOMake.u32(0) + ISOMake.code(handler) + ISOMake.zeros(12) + ISOMake.text("a handler\0")
            let media = ISOMake.box(
                "mdia",
                ISOMake.fullBox("mdhd", 0, 0, ISOMake.u32(0, 0, timescale, duration) + ISOMake.u16(language, 0)),
                ISOMake.fullBox("hdlr", 0, 0, name),
                information
            )
            return ISOMake.box("trak", header, edits, extra, media)
        }
    }

    static func visualEntry(_ format: String, _ extensions: [UInt8]...) -> [UInt8] {
        let sizes = u16(64, 48) + u32(0x48_0000, 0x48_0000, 0) + u16(1)
        let name = [UInt8(4)] + text("test") + zeros(27)
        let fixed = zeros(6) + u16(1) + zeros(16) + sizes + name + u16(24, 0xffff)
        return box(format, fixed, extensions.flatMap { $0 })
    }

    static func soundEntry(_ format: String, version: UInt16 = 0, _ more: [UInt8]...) -> [UInt8] {
        let fixed = zeros(6) + u16(1, version) + zeros(6) + u16(2, 16, 0, 0) + u32(48000 << 16)
        return box(format, fixed, more.flatMap { $0 })
    }

    /// Tables of samples of the given sizes, one chunk at `offset`, `delta` ticks each.
    static func tables(sizes: [UInt32], delta: UInt32, offset: UInt32, more: [UInt8]...) -> [UInt8] {
        let count = UInt32(sizes.count)
        return fullBox("stts", 0, 0, u32(1, count, delta)) + fullBox("stsc", 0, 0, u32(1, 1, count, 1))
            + fullBox("stsz", 0, 0, u32(0, count) + sizes.flatMap { u32($0) })
            + fullBox("stco", 0, 0, u32(1, offset)) + more.flatMap { $0 }
    }

    static func edits(_ list: [(duration: UInt32, mediaTime: Int32, rate: UInt32)]) -> [UInt8] {
        let entries = list.flatMap { u32($0.duration) + i32($0.mediaTime) + u32($0.rate) }
        return box("edts", fullBox("elst", 0, 0, u32(UInt32(list.count)) + entries))
    }

    /// A file with its movie header in front.
    static func file(_ tracks: [Track], movie: [UInt8] = [], behind: [UInt8] = []) -> [UInt8] {
        fileType + box("moov", movieHeader(), tracks.flatMap(\.bytes), movie) + behind
    }

    static func window(_ bytes: [UInt8]) throws -> ByteWindow { try ByteWindow(AKDataSource(Data(bytes))) }

    static func movie(_ bytes: [UInt8], limits: ISOLimits = ISOLimits()) throws -> ISOMovie {
        try ISOFileReader.read(window(bytes), limits: limits)
    }
}
