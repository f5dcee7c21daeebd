internal import AssetKitBitstream
package import Foundation

/// What a sequence parameter set says about the pictures and the decoder.
package struct SequenceParameters: Equatable {
    package var width = 0
    package var height = 0
    package var chromaFormat: UInt32 = 1
    var lumaBits: UInt32 = 8
    var chromaBits: UInt32 = 8
    /// HEVC: general profile, compatibility, constraints and level, twelve bytes as the record repeats them.
    var profileTierLevel: [UInt8] = []
    var temporalLayers: UInt32 = 1
    var isTemporallyNested = false

    package init(
        width: Int = 0,
        height: Int = 0,
        chromaFormat: UInt32 = 1,
        lumaBits: UInt32 = 8,
        chromaBits: UInt32 = 8,
        profileTierLevel: [UInt8] = [],
        temporalLayers: UInt32 = 1,
        isTemporallyNested: Bool = false
    ) {
        self.width = width
        self.height = height
        self.chromaFormat = chromaFormat
        self.lumaBits = lumaBits
        self.chromaBits = chromaBits
        self.profileTierLevel = profileTierLevel
        self.temporalLayers = temporalLayers
        self.isTemporallyNested = isTemporallyNested
    }

    /// Reads an H.264 sequence parameter set; nil where it is damaged.
    package static func h264(_ unit: Data) -> SequenceParameters? {
        guard let set = try? H264SequenceParameterSet(unit: ArraySlice(unit)) else { return nil }
        return SequenceParameters(
            width: set.displaySize.width,
            height: set.displaySize.height,
            chromaFormat: UInt32(set.chroma.format.rawValue),
            lumaBits: UInt32(set.chroma.lumaBitDepth),
            chromaBits: UInt32(set.chroma.chromaBitDepth)
        )
    }

    /// Reads an HEVC sequence parameter set; nil where it is damaged.
    package static func hevc(_ unit: Data) -> SequenceParameters? {
        guard let set = try? HEVCSequenceParameterSet(unit: ArraySlice(unit)) else { return nil }
        // Behind the unit's header of two bytes: four bits of the video set's number, three of the layers, one of nesting.
        let payload = EmulationPrevention.removed(from: ArraySlice(unit), limit: 15)
        guard payload.count == 15 else { return nil }
        return SequenceParameters(
            width: set.displaySize.width,
            height: set.displaySize.height,
            chromaFormat: UInt32(set.chromaFormat.rawValue),
            lumaBits: UInt32(set.lumaBitDepth),
            chromaBits: UInt32(set.chromaBitDepth),
            profileTierLevel: Array(payload[3...]),
            temporalLayers: UInt32(set.subLayers),
            isTemporallyNested: payload[2] & 1 == 1
        )
    }
}
