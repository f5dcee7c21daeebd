/// The coding tool set of an MPEG-4 audio stream (ISO/IEC 14496-3, table 1.17).
package struct AudioObjectType: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int

    package static let main = AudioObjectType(rawValue: 1)
    static let lowComplexity = AudioObjectType(rawValue: 2)
    static let spectralBandReplication = AudioObjectType(rawValue: 5)
    static let scalable = AudioObjectType(rawValue: 6)
    static let parametricStereo = AudioObjectType(rawValue: 29)
    static let errorResilientScalable = AudioObjectType(rawValue: 20)
    static let bitSlicedCoding = AudioObjectType(rawValue: 22)
    static let lowDelay = AudioObjectType(rawValue: 23)
    static let enhancedLowDelay = AudioObjectType(rawValue: 39)
    package static let unifiedSpeechAndAudio = AudioObjectType(rawValue: 42)

    /// Reads 5 bits, or 11 for the types from 32 on.
    package init(from reader: inout BitReader) throws(BitstreamError) {
        let short = try reader.unsigned(5)
        rawValue = short == 31 ? 32 + (try reader.unsigned(6)) : short
    }

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The object type by the short name people know.
    package var name: String? {
        switch rawValue {
        case 1: "Main"
        case 2: "LC"
        case 3: "SSR"
        case 4: "LTP"
        case 5: "HE-AAC"
        case 17: "ER LC"
        case 22: "ER BSAC"
        case 23: "LD"
        case 29: "HE-AACv2"
        case 32: "Layer-1"
        case 33: "Layer-2"
        case 34: "Layer-3"
        case 36: "ALS"
        case 39: "ELD"
        case 42: "xHE-AAC"
        default: nil
        }
    }

    /// The type begins with a GASpecificConfig.
    var isGeneralAudio: Bool { [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23].contains(rawValue) }

    /// The GASpecificConfig of the type carries flags of error resilience.
    var isErrorResilient: Bool { [17, 19, 20, 23].contains(rawValue) }
}
