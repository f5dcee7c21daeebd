internal import Foundation

/// What a sequence parameter set says about the pictures and the decoder.
struct SequenceParameters: Equatable {
    var width = 0
    var height = 0
    var chromaFormat: UInt32 = 1
    var lumaBits: UInt32 = 8
    var chromaBits: UInt32 = 8
    /// HEVC: general profile, compatibility, constraints and level, twelve bytes as the record repeats them.
    var profileTierLevel: [UInt8] = []
    var temporalLayers: UInt32 = 1
    var isTemporallyNested = false

    /// The largest side that makes sense; codecs stop far below.
    private static let maximumSide: UInt32 = 1 << 16

    /// Reads an H.264 sequence parameter set (ITU-T H.264, 7.3.2.1.1); nil where it is damaged.
    static func h264(_ unit: Data) -> SequenceParameters? {
        guard unit.count > 4, unit.first.map({ $0 & 0x1f }) == 7 else { return nil }
        var bits = BitReader(escaped: unit.dropFirst())
        var result = SequenceParameters()
        guard let profile = bits.bits(8), bits.bits(16) != nil, bits.unsigned() != nil else { return nil }
        var separatePlanes: UInt32 = 0
        // The profiles that say more about colour.
        if [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile) {
            guard let chroma = bits.unsigned(), chroma <= 3 else { return nil }
            result.chromaFormat = chroma
            if chroma == 3 { separatePlanes = bits.bits(1) ?? 0 }
            guard let luma = bits.unsigned(), let chromaDepth = bits.unsigned(), luma <= 6, chromaDepth <= 6,
                bits.bits(1) != nil, let hasScaling = bits.bits(1)
            else { return nil }
            result.lumaBits = luma + 8
            result.chromaBits = chromaDepth + 8
            if hasScaling == 1 { guard bits.skipScalingLists(chroma == 3 ? 12 : 8) else { return nil } }
        }
        guard bits.unsigned() != nil, bits.skipPictureOrder(), bits.unsigned() != nil, bits.bits(1) != nil,
            let columns = bits.unsigned(), let rows = bits.unsigned(), columns < maximumSide / 16,
            rows < maximumSide / 16, let framesOnly = bits.bits(1)
        else { return nil }
        if framesOnly == 0 { guard bits.bits(1) != nil else { return nil } }
        guard bits.bits(1) != nil, let crop = bits.crop() else { return nil }
        let fields: UInt32 = framesOnly == 1 ? 1 : 2
        let hasChroma = result.chromaFormat != 0 && separatePlanes == 0
        let cropX: UInt32 = hasChroma && result.chromaFormat < 3 ? 2 : 1
        let cropY: UInt32 = (hasChroma && result.chromaFormat == 1 ? 2 : 1) * fields
        result.width = Int((columns + 1) * 16) - Int(crop.left + crop.right) * Int(cropX)
        result.height = Int((rows + 1) * 16 * fields) - Int(crop.top + crop.bottom) * Int(cropY)
        return result.width > 0 && result.height > 0 ? result : nil
    }

    /// Reads an HEVC sequence parameter set (ITU-T H.265, 7.3.2.2.1); nil where it is damaged.
    static func hevc(_ unit: Data) -> SequenceParameters? {
        guard unit.count > 15, unit.first.map({ $0 >> 1 & 0x3f }) == 33 else { return nil }
        var bits = BitReader(escaped: unit.dropFirst(2))
        var result = SequenceParameters()
        guard bits.bits(4) != nil, let layers = bits.bits(3), let nested = bits.bits(1) else { return nil }
        result.temporalLayers = layers + 1
        result.isTemporallyNested = nested == 1
        result.profileTierLevel = (0..<12).compactMap { _ in bits.bits(8).map { UInt8($0) } }
        guard result.profileTierLevel.count == 12, bits.skipSubLayers(Int(layers)), bits.unsigned() != nil,
            let chroma = bits.unsigned(), chroma <= 3
        else { return nil }
        result.chromaFormat = chroma
        let separatePlanes = chroma == 3 ? bits.bits(1) ?? 0 : 0
        guard let width = bits.unsigned(), let height = bits.unsigned(), width <= maximumSide, height <= maximumSide,
            let crop = bits.crop(), let luma = bits.unsigned(), let chromaDepth = bits.unsigned(), luma <= 8,
            chromaDepth <= 8
        else { return nil }
        result.lumaBits = luma + 8
        result.chromaBits = chromaDepth + 8
        let hasChroma = chroma != 0 && separatePlanes == 0
        let cropX = hasChroma && chroma < 3 ? 2 : 1
        let cropY = hasChroma && chroma == 1 ? 2 : 1
        result.width = Int(width) - Int(crop.left + crop.right) * cropX
        result.height = Int(height) - Int(crop.top + crop.bottom) * cropY
        return result.width > 0 && result.height > 0 ? result : nil
    }
}

/// Reads bits and Exp-Golomb codes of a NAL unit, without the bytes that keep start codes out.
private struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(escaped unit: Data) {
        var clean: [UInt8] = []
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            clean.append(byte)
        }
        bytes = clean
    }

    mutating func bits(_ count: Int) -> UInt32? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value: UInt32 = 0
        for _ in 0..<count {
            value = value << 1 | UInt32(bytes[position / 8] >> (7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    /// ue(v).
    mutating func unsigned() -> UInt32? {
        var zeros = 0
        while let bit = bits(1), bit == 0 {
            zeros += 1
            guard zeros < 32 else { return nil }
        }
        guard let rest = bits(zeros) else { return nil }
        return UInt32(1) << zeros - 1 + rest
    }

    /// se(v).
    mutating func signed() -> Int? {
        unsigned().map { $0 % 2 == 1 ? Int($0 / 2) + 1 : -Int($0 / 2) }
    }

    /// The four offsets behind their flag, zero where the flag is not set; nil where one is beyond sense.
    mutating func crop() -> (left: UInt32, right: UInt32, top: UInt32, bottom: UInt32)? {
        guard let flag = bits(1) else { return nil }
        guard flag == 1 else { return (0, 0, 0, 0) }
        guard let left = unsigned(), let right = unsigned(), let top = unsigned(), let bottom = unsigned(),
            [left, right, top, bottom].allSatisfy({ $0 < 1 << 16 })
        else { return nil }
        return (left, right, top, bottom)
    }

    mutating func skipScalingLists(_ count: Int) -> Bool {
        for index in 0..<count {
            guard let isPresent = bits(1) else { return false }
            guard isPresent == 1 else { continue }
            var last = 8
            var next = 8
            for _ in 0..<(index < 6 ? 16 : 64) {
                if next != 0 {
                    guard let delta = signed(), abs(delta) <= 255 else { return false }
                    next = (last + delta + 256) & 0xff
                }
                last = next == 0 ? last : next
            }
        }
        return true
    }

    mutating func skipPictureOrder() -> Bool {
        guard let kind = unsigned(), kind <= 2 else { return false }
        if kind == 0 { return unsigned() != nil }
        guard kind == 1 else { return true }
        guard bits(1) != nil, signed() != nil, signed() != nil, let count = unsigned(), count <= 255 else {
            return false
        }
        for _ in 0..<count {
            guard signed() != nil else { return false }
        }
        return true
    }

    mutating func skipSubLayers(_ count: Int) -> Bool {
        guard count > 0 else { return true }
        let flags = (0..<8).map { index in index < count ? (bits(1), bits(1)) : (bits(2), 0) }
        for (profile, level) in flags.prefix(count) {
            guard let profile, let level else { return false }
            // 88 bits of profile, 8 bits of level.
            for _ in 0..<(profile == 1 ? 11 : 0) + (level == 1 ? 1 : 0) {
                guard bits(8) != nil else { return false }
            }
        }
        return flags.allSatisfy { $0.0 != nil }
    }
}
