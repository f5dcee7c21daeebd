/// Puts bytes together for tests that need what no file at hand has.
enum ByteBuilder {
    static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
    static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }
    static func syncSafe(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (7 * (3 - $0)) & 0x7f) } }
    static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// A frame of ID3v2.3 or 2.4.
    static func frame(_ name: String, _ content: [UInt8], flags: UInt8 = 0, version: Int = 3) -> [UInt8] {
        text(name) + (version == 4 ? syncSafe(content.count) : big(content.count, 4)) + [0, flags] + content
    }
    /// A tag of ID3v2.
    static func tag(_ body: [UInt8], version: UInt8 = 3, flags: UInt8 = 0) -> [UInt8] {
        text("ID3") + [version, 0, flags] + syncSafe(body.count) + body
    }
    /// A chunk of RIFF.
    static func chunk(_ name: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
        text(name) + little(size ?? content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }
    /// A chunk of IFF.
    static func form(_ name: String, _ content: [UInt8]) -> [UInt8] {
        text(name) + big(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }
    /// A chunk of CAF.
    static func caf(_ name: String, _ content: [UInt8], size: Int? = nil) -> [UInt8] {
        text(name) + big(size ?? content.count, 8) + content
    }
    /// The comments of Vorbis.
    static func comments(_ comments: [String]) -> [UInt8] {
        little(4, 4) + text("test") + little(comments.count, 4)
            + comments.flatMap { little($0.utf8.count, 4) + text($0) }
    }
    /// A page of Ogg whose packets are each shorter than 255 bytes.
    static func page(_ packets: [[UInt8]], granule: Int, serial: Int = 1, number: Int = 0, flags: UInt8 = 0) -> [UInt8]
    {
        text("OggS") + [0, flags] + little(granule, 8) + little(serial, 4) + little(number, 4) + zeros(4)
            + [UInt8(packets.count)] + packets.map { UInt8($0.count) } + packets.flatMap { $0 }
    }
}
