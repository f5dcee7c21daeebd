/// The fixed part of a time code entry (`tmcd`).
package struct ISOTimeCodeDescription: Hashable, Sendable {
    /// 1 drop frame, 2 wraps after 24 hours, 4 negative times are fine, 8 counts instead of a time.
    package let flags: UInt32
    package let timescale: UInt32
    /// In ticks of ``timescale``.
    package let frameDuration: UInt32
    /// Frames in a second, or in a count.
    package let frameCount: UInt8
    /// The name of the reel or tape, and its language.
    private(set) var reelName: String?
    private(set) var reelNameLanguage: ISOLanguage?

    package var isDropFrame: Bool { flags & 1 != 0 }

    package init(_ fields: inout ISOFields) throws(ISOMediaError) {
        try fields.skip(4)
        flags = try fields.u32()
        timescale = try fields.u32()
        frameDuration = try fields.u32()
        frameCount = try fields.u8()
        if !fields.isAtEnd { try fields.skip(1) }
    }

    package mutating func complete(with extensions: [ISOExtension]) {
        guard var fields = extensions.first(where: { $0.type == "name" })?.fields, let count = try? fields.u16(),
            let language = try? fields.u16(), let bytes = try? fields.take(min(Int(count), fields.remaining))
        else { return }
        let packed = ISOLanguage(packed: language)
        reelName = ISOText.text(bytes, language: packed)
        reelNameLanguage = packed
    }
}
