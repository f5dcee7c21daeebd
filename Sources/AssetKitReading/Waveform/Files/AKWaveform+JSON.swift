internal import AssetKitBase
internal import AssetKitMedia
internal import Foundation

extension AKWaveform {
    /// Writes the JSON file on one line, with the keys in audiowaveform's order.
    func writeJSON(_ bitDepth: BitDepth, _ write: (Data) throws -> Void) rethrows {
        var text = JSONBytes()
        text.append(#"{"version":2,"channels":\#(channelCount),"sample_rate":\#(sampleRate)"#)
        text.append(#","samples_per_pixel":\#(samplesPerPoint),"bits":\#(bitDepth.rawValue),"length":\#(pointCount)"#)
        let divisor = Int(bitDepth.divisor)
        text.append(#","data":"#)
        try text.append(points.peaks, divisor: divisor, write)
        if hasPower {
            text.append(#","rms":"#)
            try text.append(points.power, divisor: divisor, write)
        }
        text.append("}\n")
        try write(text.bytes)
    }

    /// Reads a JSON file of version 2 or of the older one without channels. Throws where a key is missing, a value is
    /// no number of its range, or the points are not as many as they should be.
    init(json data: Data) throws(AVError) {
        let document: PeaksDocument
        do {
            document = try JSONDecoder().decode(PeaksDocument.self, from: data)
        } catch {
            throw Self.unreadable("it is no JSON document with the keys of a waveform")
        }
        guard [nil, 1, 2].contains(document.version) else {
            throw Self.unreadable("its version is \(document.version ?? 0)")
        }
        let header = PeaksHeader(
            sampleRate: document.sampleRate,
            samplesPerPoint: document.samplesPerPixel,
            bits: document.bits,
            pointCount: document.length,
            channelCount: document.channels ?? 1
        )
        let count = try header.valueCount()
        guard document.data.count == count else {
            throw Self.unreadable("it has \(document.data.count) values, not \(count)")
        }
        guard document.rms.map({ $0.count == count / 2 }) ?? true else {
            throw Self.unreadable("it has \(document.rms?.count ?? 0) RMS values, not \(count / 2)")
        }
        let (divisor, limit) = header.bits == 8 ? (256, 128) : (1, 32768)
        guard document.data.allSatisfy({ (-limit..<limit).contains($0) }),
            document.rms?.allSatisfy({ (0...limit).contains($0) }) ?? true
        else { throw Self.unreadable("a value does not fit \(header.bits) bits") }
        let points = WaveformPoints(
            peaks: document.data.map { Int16($0 * divisor) },
            power: document.rms?.map { UInt16($0 * divisor) } ?? []
        )
        try self.init(header, points)
    }
}

/// The JSON file.
private struct PeaksDocument: Decodable {
    let version: Int?
    let channels: Int?
    let sampleRate: Int
    let samplesPerPixel: Int
    let bits: Int
    let length: Int
    let data: [Int]
    let rms: [Int]?

    enum CodingKeys: String, CodingKey {
        case version, channels, bits, length, data, rms
        case sampleRate = "sample_rate"
        case samplesPerPixel = "samples_per_pixel"
    }
}

/// JSON text as bytes, written out whenever there is a piece of it. Strings would take several times as long.
private struct JSONBytes {
    private(set) var bytes = Data()

    mutating func append(_ text: String) { bytes += text.utf8 }

    /// Appends an array of `values`, each divided and rounded towards zero.
    mutating func append(_ values: [some BinaryInteger], divisor: Int, _ write: (Data) throws -> Void) rethrows {
        bytes.append(UInt8(ascii: "["))
        var buffer: [UInt8] = []
        for (index, value) in values.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            Self.append(Int(value) / divisor, to: &buffer)
            if index % AKWaveform.valuesPerPiece == AKWaveform.valuesPerPiece - 1 {
                try write(bytes + buffer)
                bytes.removeAll(keepingCapacity: true)
                buffer.removeAll(keepingCapacity: true)
            }
        }
        bytes += buffer
        bytes.append(UInt8(ascii: "]"))
    }

    private static func append(_ number: Int, to buffer: inout [UInt8]) {
        if number < 0 { buffer.append(UInt8(ascii: "-")) }
        let start = buffer.count
        var rest = number.magnitude
        repeat {
            buffer.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        buffer[start...].reverse()
    }
}
