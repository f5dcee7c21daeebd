internal import AssetKitBase
internal import AssetKitMedia
internal import Foundation

extension AKWaveform {
    /// Writes the binary file, all numbers with the lowest byte first.
    func writeBinary(_ bitDepth: BitDepth, _ write: (Data) throws -> Void) rethrows {
        var header = Data()
        let fields = [2, bitDepth == .bits8 ? 1 : 0, sampleRate, samplesPerPoint, pointCount, channelCount]
        for field in fields { header.append(littleEndian: UInt32(truncatingIfNeeded: field)) }
        try write(header)
        for start in stride(from: 0, to: points.peaks.count, by: Self.valuesPerPiece) {
            let piece = points.peaks[start..<min(start + Self.valuesPerPiece, points.peaks.count)]
            switch bitDepth {
            case .bits8: try write(Data(piece.map { UInt8(bitPattern: Int8(truncatingIfNeeded: $0 / 256)) }))
            case .bits16:
                // Number by number, data would grow slowly.
                try write(piece.map { $0.littleEndian }.withUnsafeBytes { Data($0) })
            }
        }
    }

    /// Reads a binary file of version 1, which has one channel, or 2. Throws for everything else, and for one byte too
    /// few or too many.
    init(binary data: Data) throws(AVError) {
        let bytes = Array(data)
        func field(_ index: Int) -> UInt32 {
            bytes[4 * index..<4 * index + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard bytes.count >= 20 else { throw Self.unreadable("it is shorter than its header") }
        let version = field(0)
        guard version == 1 || version == 2 else { throw Self.unreadable("its version is \(version)") }
        let headerSize = version == 1 ? 20 : 24
        guard bytes.count >= headerSize else { throw Self.unreadable("it is shorter than its header") }
        let header = PeaksHeader(
            sampleRate: Int(Int32(bitPattern: field(2))),
            samplesPerPoint: Int(Int32(bitPattern: field(3))),
            bits: field(1) & 1 == 1 ? 8 : 16,
            pointCount: Int(field(4)),
            channelCount: version == 1 ? 1 : Int(Int32(bitPattern: field(5)))
        )
        let count = try header.valueCount()
        guard bytes.count - headerSize == count * header.bits / 8 else {
            throw Self.unreadable("it has \(bytes.count - headerSize) bytes of points, not \(count * header.bits / 8)")
        }
        let body = bytes[headerSize...]
        let peaks =
            header.bits == 8
            ? body.map { Int16(Int8(bitPattern: $0)) * 256 }
            : stride(from: headerSize, to: bytes.count, by: 2).map {
                Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
            }
        try self.init(header, WaveformPoints(peaks: peaks))
    }
}

extension Data {
    fileprivate mutating func append(littleEndian value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
