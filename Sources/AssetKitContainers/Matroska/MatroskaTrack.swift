internal import CMTimeLib

/// One track as its `TrackEntry` describes it.
package struct MatroskaTrack: Sendable {
    package enum Kind: Hashable, Sendable {
        case video, audio, complex, logo, subtitle, buttons, control, metadata
        case other(UInt64)

        package init(_ number: UInt64) {
            switch number {
            case 1: self = .video
            case 2: self = .audio
            case 3: self = .complex
            case 0x10: self = .logo
            case 0x11: self = .subtitle
            case 0x12: self = .buttons
            case 0x20: self = .control
            case 0x21: self = .metadata
            default: self = .other(number)
            }
        }
    }

    /// The number that blocks name the track by, and the one that tags and chapters do.
    package var number: UInt64 = 0
    package var uniqueNumber: UInt64 = 0
    package var kind = Kind.other(0)
    package var codecID = ""
    package var codecName: String?
    /// The decoder's setup record; nil when there is none.
    package var codecPrivate: [UInt8]?
    var codecPrivateExtent: ByteExtent?
    package var name: String?
    /// The ISO 639-2 code that the file gives, or "eng", which the format means by giving none.
    package var language = "eng"
    /// The BCP 47 language, which outranks `language`.
    package var extendedLanguage: String?

    package var isEnabled = true
    package var isDefault = true
    package var isForced = false
    var usesLacing = true
    /// nil where the file says neither yes nor no.
    package var isForHearingImpaired: Bool?
    package var isForVisualImpaired: Bool?
    var hasTextDescriptions: Bool?
    package var isOriginal: Bool?
    package var isCommentary: Bool?

    /// Nanoseconds, as the file has them.
    package var codecDelay: Int64 = 0
    package var seekPreRoll: Int64 = 0
    package var defaultDuration: Int64?
    /// A factor on the track's times that old files may have; 1 otherwise.
    var timestampFactor = 1.0
    /// Nanoseconds that are added to the times of the track in old files.
    var timeOffset: Int64 = 0
    var attachmentNumbers: [UInt64] = []
    package var maximumAdditionNumber: UInt64 = 0
    var additionMappings: [AdditionMapping] = []
    package var video: MatroskaVideo?
    package var audio: MatroskaAudio?
    package var encodings: [MatroskaEncoding] = []

    /// What a kind of additional data of blocks means, such as Dolby Vision's record.
    struct AdditionMapping: Hashable, Sendable {
        var number: UInt64 = 0
        var name: String?
        var kind: UInt64 = 0
        var extraData: [UInt8]?
    }

    /// True when samples cannot be decoded without a key.
    package var isProtected: Bool { encodings.contains { $0.isEncryption } }
    /// The MP4-style code of the format; nil for what has none.
    package var fourCharCode: UInt32? { MatroskaCodec.fourCharCode(of: self) }

    package init() {}

    package init(_ node: EBMLNode, problems: inout ProblemList) {
        var found = problems
        let isSound = node.forEachChild { child in
            readIdentity(child)
            readFlags(child)
            readTiming(child)
            readParts(child, problems: &found)
            return true
        }
        problems = found
        if !isSound { problems.add("a track entry is damaged", at: node.offset) }
    }

    private mutating func readIdentity(_ child: EBMLNode) {
        switch child.id {
        case 0xD7: number = child.unsigned ?? 0
        case 0x73C5: uniqueNumber = child.unsigned ?? 0
        case 0x83: kind = Kind(child.unsigned ?? 0)
        case 0x86: codecID = child.text
        case 0x258688: codecName = child.text
        case 0x63A2:
            codecPrivate = child.binary
            codecPrivateExtent = child.extent
        case 0x536E: name = child.text
        case 0x22B59C: language = child.text
        case 0x22B59D: extendedLanguage = child.text
        default: break
        }
    }

    private mutating func readFlags(_ child: EBMLNode) {
        switch child.id {
        case 0xB9: isEnabled = child.flag ?? true
        case 0x88: isDefault = child.flag ?? true
        case 0x55AA: isForced = child.flag ?? false
        case 0x9C: usesLacing = child.flag ?? true
        case 0x55AB: isForHearingImpaired = child.flag
        case 0x55AC: isForVisualImpaired = child.flag
        case 0x55AD: hasTextDescriptions = child.flag
        case 0x55AE: isOriginal = child.flag
        case 0x55AF: isCommentary = child.flag
        default: break
        }
    }

    private mutating func readTiming(_ child: EBMLNode) {
        switch child.id {
        case 0x56AA: codecDelay = Int64(clamping: child.unsigned ?? 0)
        case 0x56BB: seekPreRoll = Int64(clamping: child.unsigned ?? 0)
        case 0x23E383: defaultDuration = child.unsigned.flatMap { $0 > 0 ? Int64(exactly: $0) : nil }
        case 0x23314F: timestampFactor = child.float ?? 1
        case 0x537F: timeOffset = child.signed ?? 0
        default: break
        }
    }

    private mutating func readParts(_ child: EBMLNode, problems: inout ProblemList) {
        switch child.id {
        case 0xE0: video = MatroskaVideo(child)
        case 0xE1: audio = MatroskaAudio(child)
        case 0x6D80: encodings = MatroskaEncoding.list(child, problems: &problems)
        case 0x7446: if attachmentNumbers.count < 256 { attachmentNumbers.append(child.unsigned ?? 0) }
        case 0x55EE: maximumAdditionNumber = child.unsigned ?? 0
        case 0x41E4: if additionMappings.count < 64 { additionMappings.append(AdditionMapping(child)) }
        default: break
        }
    }
}

extension MatroskaTrack.AdditionMapping {
    init(_ node: EBMLNode) {
        node.forEachChild { child in
            switch child.id {
            case 0x41F0: number = child.unsigned ?? 0
            case 0x41A4: name = child.text
            case 0x41E7: kind = child.unsigned ?? 0
            case 0x41ED: extraData = child.binary
            default: break
            }
            return true
        }
    }
}

/// The sound of a track.
package struct MatroskaAudio: Hashable, Sendable {
    package var sampleRate = 8_000.0
    /// The rate after decoding where it differs, as with spectral band replication.
    package var outputSampleRate: Double?
    package var channelCount = 1
    package var bitDepth: Int?

    package init(_ node: EBMLNode) {
        node.forEachChild { child in
            switch child.id {
            case 0xB5: sampleRate = child.float ?? 8_000
            case 0x78B5: outputSampleRate = child.float
            case 0x9F: channelCount = child.int ?? 1
            case 0x6264: bitDepth = child.int
            default: break
            }
            return true
        }
    }
}

/// How the payload of a track was changed before it was stored.
package struct MatroskaEncoding: Hashable, Sendable {
    package enum Compression: Hashable, Sendable { case zlib, bzlib, lzo1x, headerStripping, other(UInt64) }

    package var order: UInt64 = 0
    /// Bit 0: every frame; bit 1: the codec's setup record; bit 2: the next encoding.
    package var scope: UInt64 = 1
    package var compression: Compression?
    /// The bytes that header stripping took away.
    package var settings: [UInt8] = []
    var isEncryption = false
    /// 5 is AES, which WebM uses; 0 stands for "only signed".
    var encryptionAlgorithm: UInt64 = 0
    var keyIdentifier: [UInt8]?

    package static func list(_ node: EBMLNode, problems: inout ProblemList) -> [MatroskaEncoding] {
        var result: [MatroskaEncoding] = []
        let isSound = node.forEachChild { child in
            if child.id == 0x6240 { result.append(MatroskaEncoding(child)) }
            return result.count < 16
        }
        if !isSound { problems.add("content encodings are damaged", at: node.offset) }
        return result.sorted { $0.order > $1.order }
    }

    package init(_ node: EBMLNode) {
        var isCompression = true
        node.forEachChild { child in
            switch child.id {
            case 0x5031: order = child.unsigned ?? 0
            case 0x5032: scope = child.unsigned ?? 1
            case 0x5033: isCompression = (child.unsigned ?? 0) == 0
            case 0x5034: readCompression(child)
            case 0x5035: readEncryption(child)
            default: break
            }
            return true
        }
        isEncryption = !isCompression
        if isCompression, compression == nil { compression = .zlib }
        if !isCompression { compression = nil }
    }

    private mutating func readCompression(_ node: EBMLNode) {
        compression = .zlib
        node.forEachChild { child in
            switch child.id {
            case 0x4254: compression = Self.compression(child.unsigned ?? 0)
            case 0x4255: settings = child.binary
            default: break
            }
            return true
        }
    }

    private mutating func readEncryption(_ node: EBMLNode) {
        node.forEachChild { child in
            switch child.id {
            case 0x47E1: encryptionAlgorithm = child.unsigned ?? 0
            case 0x47E2: keyIdentifier = child.binary
            default: break
            }
            return true
        }
    }

    private static func compression(_ number: UInt64) -> Compression {
        switch number {
        case 0: .zlib
        case 1: .bzlib
        case 2: .lzo1x
        case 3: .headerStripping
        default: .other(number)
        }
    }
}
