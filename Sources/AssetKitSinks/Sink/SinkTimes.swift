package import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// Arithmetic on samples of sound on their way into a file.
enum SinkTimes {
    /// Ticks of a clock, rounded once.
    static func ticks(_ time: CMTime, _ timescale: Int32) -> Int64 {
        time.convertScale(timescale, method: .roundHalfAwayFromZero).value
    }

    /// How many frames of sound a packet decodes to, by what stands in it; nil where its codec does not tell here.
    static func frameCount(_ bytes: UnsafeRawBufferPointer, of format: SinkFormat) -> Int? {
        switch format.packetLength {
        case .constant(let frames): frames
        case .opus: opusFrameCount(bytes)
        case .flac: flacFrameCount(bytes, format.codecPrivate)
        case .unknown: nil
        }
    }

    /// How many frames at the end of a packet of so many are trimmed: those that the sample says, or those that its
    /// duration is too short for. Containers that round times are off by less than two milliseconds.
    static func trimmedFrames(_ sample: SinkSample, of frames: Int, _ format: SinkFormat) -> Int {
        guard format.isTrimmedByDuration, sample.duration.isNumeric, sample.duration > .zero else {
            return sample.trimmedFramesAtEnd
        }
        let missing = frames - Int(ticks(sample.duration, Int32(clamping: max(1, format.sampleRate))))
        return max(sample.trimmedFramesAtEnd, missing > format.sampleRate / 500 ? missing : 0)
    }

    /// RFC 6716, 3.1.
    private static func opusFrameCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let first = bytes.first else { return nil }
        let configuration = Int(first >> 3)
        // In steps of 2.5 ms, which are 120 frames.
        let length =
            switch configuration {
            case ..<12: [4, 8, 16, 24][configuration % 4]
            case ..<16: [4, 8][configuration % 2]
            default: [1, 2, 4, 8][configuration % 4]
            }
        var count = [1, 2, 2, 0][Int(first & 3)]
        if count == 0 {
            guard bytes.count > 1 else { return nil }
            count = Int(bytes[1] & 0x3F)
        }
        return count > 0 && count * length <= 48 ? count * length * 120 : nil
    }

    /// RFC 9639, 9.1.1.
    private static func flacFrameCount(_ bytes: UnsafeRawBufferPointer, _ streamInfo: [UInt8]) -> Int? {
        guard bytes.count > 6, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 else { return nil }
        let code = Int(bytes[2] >> 4)
        switch code {
        case 1: return 192
        case 2...5: return 144 << code
        case 8...15: return 1 << code
        case 6, 7:
            // Behind the number of the frame, which is coded as UTF-8 codes characters.
            let place = 4 + max(1, (~bytes[4]).leadingZeroBitCount)
            guard bytes.count > place + 1 else { return nil }
            return code == 6 ? Int(bytes[place]) + 1 : (Int(bytes[place]) << 8 | Int(bytes[place + 1])) + 1
        default: return nil
        }
    }
}

extension CMBlockBuffer {
    /// Lends the bytes contiguously; none where there are none.
    package func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
        if let bytes = bytesOfOneBlock { return try withExtendedLifetime(self) { try body(bytes) } }
        guard dataLength > 0 else { return try body(UnsafeRawBufferPointer(start: nil, count: 0)) }
        return try withContiguousStorage(body)
    }
}
