internal import Foundation

/// The head of a WAV file of 32-bit floating-point numbers: RIFF, or RF64 (EBU Tech 3306) where 32 bits do not hold its sizes.
struct WaveHeader {
    var format: AKAudioTargetFormat
    var frameCount: Int64 = 0
    /// The size of file from which on it is RF64.
    var mostBytes = Int64(UInt32.max)

    private var isExtensible: Bool { format.channelCount > 2 }
    private var formatSize: Int { isExtensible ? 40 : 18 }
    private var bytesPerFrame: Int { format.channelCount * 4 }

    /// Of how many bytes it is, whatever the number of frames.
    var byteCount: Int { 12 + (8 + 28) + (8 + formatSize) + (8 + 4) + 8 }

    /// Its bytes.
    var data: Data {
        let soundSize = frameCount * Int64(bytesPerFrame)
        let riffSize = Int64(byteCount) - 8 + soundSize
        let isLong = riffSize + 8 > mostBytes
        var data = Data()
        func size(_ value: Int64) -> UInt32 { isLong ? .max : UInt32(value) }
        data.append(contentsOf: (isLong ? "RF64" : "RIFF").utf8)
        data.appendNumber(size(riffSize))
        data.append(contentsOf: "WAVE".utf8)
        // Room for the long sizes, which is junk where there are none.
        data.append(contentsOf: (isLong ? "ds64" : "JUNK").utf8)
        data.appendNumber(UInt32(28))
        data.appendNumber(isLong ? riffSize : 0)
        data.appendNumber(isLong ? soundSize : 0)
        data.appendNumber(isLong ? frameCount : 0)
        data.appendNumber(UInt32(0))
        appendFormat(to: &data)
        data.append(contentsOf: "fact".utf8)
        data.appendNumber(UInt32(4))
        data.appendNumber(size(frameCount))
        data.append(contentsOf: "data".utf8)
        data.appendNumber(size(soundSize))
        return data
    }

    private func appendFormat(to data: inout Data) {
        let (floatingPoint, extensible): (UInt16, UInt16) = (3, 0xFFFE)
        data.append(contentsOf: "fmt ".utf8)
        data.appendNumber(UInt32(formatSize))
        data.appendNumber(isExtensible ? extensible : floatingPoint)
        data.appendNumber(UInt16(format.channelCount))
        data.appendNumber(UInt32(format.sampleRate))
        data.appendNumber(UInt32(format.sampleRate * bytesPerFrame))
        data.appendNumber(UInt16(bytesPerFrame))
        data.appendNumber(UInt16(32))
        data.appendNumber(UInt16(isExtensible ? 22 : 0))
        guard isExtensible else { return }
        data.appendNumber(UInt16(32))
        // No channel is said to be at a place.
        data.appendNumber(UInt32(0))
        data.appendNumber(floatingPoint)
        data.append(contentsOf: [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71])
    }
}

extension Data {
    fileprivate mutating func appendNumber(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
