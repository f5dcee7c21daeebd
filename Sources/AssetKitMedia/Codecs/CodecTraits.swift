package import AssetKitBase
package import AssetKitBitstream
package import CMTimeLib

/// What is known of a codec: one row of the table of all of them. Facts about tracks of one codec share one object.
package final class CodecTraits: Sendable {
    package enum Kind: Sendable { case picture, sound, text, other }

    /// How much earlier than wanted decoding must start for sound to come out as if it had started at the beginning.
    package struct Preroll: Sendable {
        package var time = CMTime(value: 100, timescale: 1000)
        /// At least so many packets earlier, however long they are.
        package var packetCount = 2

        package static let none = Preroll(time: .zero, packetCount: 0)
    }

    /// What holds of some codecs and not of others.
    package struct Habits: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Pictures may be stored in another order than they are shown.
        package static let reorders = Habits(rawValue: 1 << 0)
        /// Every picture is a key frame.
        package static let standsAlone = Habits(rawValue: 1 << 1)
        /// Decoding gives back exactly what was encoded.
        package static let isLossless = Habits(rawValue: 1 << 2)
        /// Samples tell by themselves what they need, so that the first one that can be decoded is found.
        package static let tellsEntries = Habits(rawValue: 1 << 3)
        /// Neither a sample entry nor a header that is read here tells the pixel format.
        package static let hidesPixelFormat = Habits(rawValue: 1 << 4)
        /// Colours stand in the pictures, and containers are known to tell them wrong.
        package static let hasColorInside = Habits(rawValue: 1 << 5)
        /// A decoder cannot do without the header, which stands nowhere but in the description.
        package static let needsHeader = Habits(rawValue: 1 << 6)
        /// Every packet is as long as the others: one that lasts shorter is cut.
        package static let hasWholePackets = Habits(rawValue: 1 << 7)
        /// The last packet may really be shorter than the others.
        package static let endsShort = Habits(rawValue: 1 << 8)
        /// Every frame is coded by itself (PCM): nothing has to be decoded before it.
        package static let isPlain = Habits(rawValue: 1 << 9)
        /// Packets all have the same size in bytes.
        package static let hasFixedPackets = Habits(rawValue: 1 << 10)
        /// Samples are text, not pictures of it.
        package static let isText = Habits(rawValue: 1 << 11)
    }

    /// What samples of uncompressed sound look like.
    package struct Numbers: Sendable {
        package var isFloatingPoint = false
        package var isSigned = true
        package var isBigEndian = false

        package init(isFloatingPoint: Bool = false, isSigned: Bool = true, isBigEndian: Bool = false) {
            self.isFloatingPoint = isFloatingPoint
            self.isSigned = isSigned
            self.isBigEndian = isBigEndian
        }
    }

    /// nil for one that the table does not list.
    package let codec: MediaCodec?
    /// FFmpeg's short name of the codec.
    package let name: String
    /// What sentences call the codec.
    package let title: String
    package let kind: Kind
    package let habits: Habits
    /// The codes of the codec in MP4 and MOV, the usual one first.
    package let codes: [String]
    /// What people say of codes that stand for kinds of the codec.
    package let titles: [String: String]
    /// Codes in format descriptions that our readers make up, or that other containers use.
    let otherCodes: [String]
    /// Core Audio's numbers, the usual one first.
    package let audioFormats: [AudioFormatID]
    /// Matroska's name; nil for what Matroska has no name for, or what is not written into it here.
    package let matroskaName: String?
    /// The box of MP4 that has the codec's header, and names the codec; nil where there is none such.
    package let headerBox: String?
    /// The box of MP4 that is made of the first sample, where a container has none.
    package let sampleBox: String?
    /// What joins its pictures with those of an encoder; nil where nothing does, or nothing need.
    package let splicing: SampleSplicer.Codec?
    /// FFmpeg's name of the decoder that also decodes alpha beside the samples.
    package let alphaDecoder: String?
    package let preroll: Preroll
    /// The preroll of a copy. Every packet more is heard by players that ignore edit lists, so it is as short as
    /// decoding allows.
    package let copiedPreroll: Preroll
    package let numbers: Numbers

    package init(
        _ codec: MediaCodec?,
        named name: String? = nil,
        _ title: String? = nil,
        _ kind: Kind = .other,
        _ habits: Habits = [],
        codes: [String] = [],
        titles: [String: String] = [:],
        otherCodes: [String] = [],
        audioFormats: [AudioFormatID] = [],
        matroskaName: String? = nil,
        headerBox: String? = nil,
        sampleBox: String? = nil,
        splicing: SampleSplicer.Codec? = nil,
        alphaDecoder: String? = nil,
        preroll: Preroll? = nil,
        copiedPreroll: Preroll? = nil,
        numbers: Numbers = Numbers()
    ) {
        let name = codec?.rawValue ?? name ?? ""
        let usual = habits.contains(.isPlain) ? Preroll.none : Preroll()
        self.codec = codec
        self.name = name
        self.title = title ?? name.uppercased()
        self.kind = kind
        self.habits = habits
        self.codes = codes
        self.titles = titles
        self.otherCodes = otherCodes
        self.audioFormats = audioFormats
        self.matroskaName = matroskaName
        self.headerBox = headerBox
        self.sampleBox = sampleBox
        self.splicing = splicing
        self.alphaDecoder = alphaDecoder
        self.preroll = preroll ?? usual
        self.copiedPreroll = copiedPreroll ?? preroll ?? usual
        self.numbers = numbers
    }

    /// Nobody has said which codec it is.
    package static let unknown = CodecTraits(nil)

    package var isUnknown: Bool { name.isEmpty }

    /// The usual code in MP4 and MOV; 0 where there is none.
    package var code: FourCharCode { codes.first?.fourCharCode ?? 0 }

    /// What people say of the codec where it goes by this code.
    package func title(of code: FourCharCode) -> String {
        titles.isEmpty ? title : titles[code.letters] ?? title
    }
}

extension CodecTraits {
    /// What is known of the codec that FFmpeg calls `name`. One that is not listed has no codes, and FFmpeg's name in
    /// capitals; to a family of codecs it may belong all the same.
    package static func named(_ name: String) -> CodecTraits { name.isEmpty ? unknown : byName[name] ?? unlisted(name) }

    /// The codec with this code in MP4, MOV or Matroska.
    package static func of(code: FourCharCode) -> CodecTraits? { byCode[code] }

    /// The codec whose header a box of MP4 has.
    package static func of(headerBox name: String) -> CodecTraits? { byHeaderBox[name] }

    /// The codec with this code in a format description, which may be one that only our readers use.
    package static func ofDescription(_ code: FourCharCode) -> CodecTraits? { byOtherCode[code] ?? byCode[code] }

    package static func of(audioFormat: AudioFormatID) -> CodecTraits? { byAudioFormat[audioFormat] }

    private static let all = MediaCodec.allCases.map(\.row)
    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    /// Uncompressed sound has many names and one code, which tells none of them.
    private static let byCode = index { $0.codes.map(\.fourCharCode).filter { $0 != kAudioFormatLinearPCM } }
    private static let byHeaderBox = Dictionary(
        all.compactMap { traits in traits.headerBox.map { ($0, traits) } }
    ) { first, _ in first }
    private static let byOtherCode = index { $0.otherCodes.map(\.fourCharCode) }
    private static let byAudioFormat = index { $0.audioFormats }

    private static func index(_ keys: (CodecTraits) -> [UInt32]) -> [UInt32: CodecTraits] {
        Dictionary(all.flatMap { traits in keys(traits).map { ($0, traits) } }) { first, _ in first }
    }

    /// FFmpeg's names of uncompressed sound and of ADPCM begin alike.
    private static func unlisted(_ name: String) -> CodecTraits {
        if name.hasPrefix("pcm_") { return linear(nil, name) }
        let isFixed = ["adpcm_", "gsm", "ilbc"].contains { name.hasPrefix($0) }
        return CodecTraits(nil, named: name, nil, isFixed ? .sound : .other, isFixed ? .hasFixedPackets : [])
    }

    /// Uncompressed sound with samples like these.
    package static func linear(bits: Int, _ numbers: Numbers) -> CodecTraits {
        let kind = numbers.isFloatingPoint ? "f" : numbers.isSigned ? "s" : "u"
        return named(bits <= 8 ? "pcm_\(kind)8" : "pcm_\(kind)\(bits)\(numbers.isBigEndian ? "be" : "le")")
    }

    /// Uncompressed sound, whose name says what its samples look like.
    package static func linear(_ codec: MediaCodec?, _ name: String, matroskaName: String? = nil) -> CodecTraits {
        let sample = name.dropFirst("pcm_".count)
        return CodecTraits(
            codec,
            named: name,
            "Linear PCM",
            .sound,
            .isPlain,
            codes: ["lpcm"],
            matroskaName: matroskaName,
            numbers: Numbers(
                isFloatingPoint: sample.hasPrefix("f"),
                isSigned: !sample.hasPrefix("u"),
                isBigEndian: sample.hasSuffix("be")
            )
        )
    }
}
