internal import Glibc

/// Files of raw floats in the machine's byte order, channels by turns.
enum SampleFile {
    static func read(_ path: String) throws(Complaint) -> [Float] {
        guard let file = fopen(path, "rb") else { throw Complaint("cannot open '\(path)'") }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let count = max(ftell(file), 0) / MemoryLayout<Float>.stride
        fseek(file, 0, SEEK_SET)
        return [Float](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = fread(buffer.baseAddress, MemoryLayout<Float>.stride, count, file)
        }
    }

    static func write(_ samples: [Float], to path: String) throws(Complaint) {
        guard let file = fopen(path, "wb") else { throw Complaint("cannot write '\(path)'") }
        let written = fwrite(samples, MemoryLayout<Float>.stride, samples.count, file)
        guard fclose(file) == 0, written == samples.count else { throw Complaint("cannot write '\(path)'") }
    }

    static func interleaved(_ channels: [[Float]]) -> [Float] {
        (0..<(channels.first?.count ?? 0)).flatMap { index in channels.map { $0[index] } }
    }

    static func planes(_ samples: [Float], channels: Int) -> [[Float]] {
        (0..<channels).map { channel in stride(from: channel, to: samples.count, by: channels).map { samples[$0] } }
    }
}

/// What is wrong with what was asked, for whoever asked it.
struct Complaint: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
