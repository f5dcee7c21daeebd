internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Reads PCM in any form that Core Audio can describe into FFmpeg's frames.
final class PCMReader {
    let description: CMFormatDescription?
    private let rate: Int
    private let channels: SoundChannels
    private let number: SoundShape.Number
    private let sampleBytes: Int
    private let bits: Int
    private let isFloat: Bool
    private let isBigEndian: Bool
    private let isUnsigned: Bool
    /// Samples that do not fill their bytes are in the low bits.
    private let isLow: Bool
    private let isInterleaved: Bool
    /// Where the sound that came last ends.
    private var end: Int64?

    /// Throws for what is not uncompressed sound, or in no known form.
    convenience init(_ format: CMFormatDescription) throws {
        guard let basic = format.audio?.basic, basic.mFormatID == kAudioFormatLinearPCM else {
            throw MediaProblem(
                code: .encodeFailed,
                reason: "sound of the format \(format.subtype.fourCharacterText) came where uncompressed sound has to"
            )
        }
        try self.init(basic, format.audio?.layout, format)
    }

    convenience init(_ format: LinearPCM.Resolved) throws {
        let description = format.formatDescription
        guard let basic = description.audio?.basic else { preconditionFailure("sound is described as sound") }
        try self.init(basic, format.layout, description)
    }

    private init(
        _ basic: AudioStreamBasicDescription,
        _ layout: ManagedAudioChannelLayout?,
        _ description: CMFormatDescription
    ) throws {
        self.description = description
        let flags = basic.mFormatFlags
        let count = Int(basic.mChannelsPerFrame)
        isInterleaved = flags & kAudioFormatFlagIsNonInterleaved == 0
        isFloat = flags & kAudioFormatFlagIsFloat != 0
        isBigEndian = flags & kAudioFormatFlagIsBigEndian != 0
        isUnsigned = !isFloat && flags & kAudioFormatFlagIsSignedInteger == 0
        isLow = !isFloat && flags & kAudioFormatFlagIsAlignedHigh == 0
        bits = Int(basic.mBitsPerChannel)
        sampleBytes = Int(basic.mBytesPerFrame) / max(isInterleaved ? count : 1, 1)
        rate = Int(exactly: basic.mSampleRate) ?? 0
        let known =
            isFloat
            ? [4: SoundShape.Number.float32, 8: .float64]
            : [1: .integer16, 2: .integer16, 3: .integer32, 4: .integer32]
        guard let number = known[sampleBytes], bits <= sampleBytes * 8, bits > 0, (1...64).contains(count),
            (1...10_000_000).contains(rate)
        else {
            throw MediaProblem(
                code: .encodeFailed,
                reason:
                    "uncompressed sound of \(bits) bits, \(count) channels and \(basic.mSampleRate) frames in a second "
                    + "cannot be read"
            )
        }
        self.number = number
        channels =
            layout.flatMap(SoundChannels.init).flatMap { $0.count == count ? $0 : nil }?.usual
            ?? SoundChannels(usualFor: count)
    }

    /// The place of sound at a time; nil where the time is not numeric. What misses the end of the sound before by the
    /// rounding of the time's own timescale follows it.
    func place(of time: CMTime, count: Int) -> SoundPlace? {
        guard time.isNumeric, time.timescale > 0 else { return nil }
        var start = time.nearestSample(rate: rate)
        let slack = Int64(rate / Int(time.timescale)) + 1
        if let end, abs(start.subtractingClamped(end)) <= slack { start = end }
        let place = SoundPlace(start: start, count: count, rate: rate)
        end = place.end
        return place
    }

    /// Fills a slot with samples in this form.
    func read(_ bytes: UnsafeRawBufferPointer, count: Int, into slot: borrowing Frame) throws {
        let isPlanar = !isInterleaved && channels.count > 1
        let shape = SoundShape(sampleRate: rate, number: number, isPlanar: isPlanar, channels: channels)
        let planes = isPlanar ? channels.count : 1
        let perPlane = count * (isPlanar ? 1 : channels.count)
        guard bytes.count >= perPlane * planes * sampleBytes else {
            throw MediaProblem(code: .encodeFailed, reason: "a piece of sound has fewer bytes than it says")
        }
        slot.take(from: try Frame(shape, sampleCount: count))
        for plane in 0..<planes {
            let start = plane * perPlane * sampleBytes
            let part = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + perPlane * sampleBytes)])
            if isNative {
                slot.fill(part, ofPlane: plane, from: 0)
            } else {
                let converted = number == .integer16 ? narrow(part, perPlane) : wide(part, perPlane)
                converted.withUnsafeBytes { slot.fill($0, ofPlane: plane, from: 0) }
            }
        }
    }

    /// Whether FFmpeg has the same form.
    private var isNative: Bool {
        !isBigEndian && !isUnsigned && sampleBytes != 1 && sampleBytes != 3 && (isFloat || bits == sampleBytes * 8)
    }

    private func narrow(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count * 2)
        for index in 0..<count { result.appendLittle(UInt16(truncatingIfNeeded: value(bytes, index) >> 16)) }
        return result
    }

    private func wide(_ bytes: UnsafeRawBufferPointer, _ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count * sampleBytes)
        for index in 0..<count {
            if number == .float64 {
                let word = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
                result.appendLittle(isBigEndian ? UInt64(bigEndian: word) : word)
            } else if isFloat {
                let word = bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
                result.appendLittle(isBigEndian ? UInt32(bigEndian: word) : word)
            } else {
                result.appendLittle(value(bytes, index))
            }
        }
        return result
    }

    /// A whole sample, moved to the top of 32 bits and with a sign.
    private func value(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
        var word: UInt32 = 0
        for place in 0..<sampleBytes {
            word = word << 8 | UInt32(bytes[index * sampleBytes + (isBigEndian ? place : sampleBytes - 1 - place)])
        }
        word <<= UInt32(32 - (isLow ? bits : sampleBytes * 8))
        return isUnsigned ? word ^ 0x8000_0000 : word
    }
}
