import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitBitstream
@testable import AssetKitContainers

/// The samples of a film that `ffmpeg` made, and what its decoder makes of them.
struct SpliceFilm {
    let codec: String
    let header: [UInt8]
    /// In decoding order.
    let samples: [[UInt8]]
    let times: [Int]
    /// In the order they are shown in.
    let pictures: [Data]

    /// Makes an MP4 file of pictures from a filter.
    init(_ name: String, codec: String, arguments: [String], in folder: TemporaryFolder) throws {
        let path = folder.path("\(name).mp4")
        try Oracle.run(arguments + ["-an", path])
        self.codec = codec
        let file = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let track = try #require(BoxWalker.tracks(of: file[...]).first)
        let entry = try #require(track.sampleEntry)
        header = try Self.header(of: entry, codec: codec)
        samples = track.samples(fileSize: file.count).map { Array(file[$0]) }
        times = try Self.times(path)
        try #require(times.count == samples.count)
        let decoded = try SpliceDecoder.decode(path)
        try #require(decoded.complaints == "")
        try #require(decoded.bytes.count % samples.count == 0)
        pictures = decoded.pictures(size: decoded.bytes.count / samples.count)
    }

    /// A film of samples that were made by hand.
    init(name: String, stream: SpliceStream, times: [Int], in folder: TemporaryFolder) throws {
        let path = folder.path("\(name).\(stream.fileExtension)")
        try Data(try stream.bytes()).write(to: URL(filePath: path))
        (codec, header, samples, self.times) = (stream.codec, stream.header, stream.samples, times)
        let decoded = try SpliceDecoder.decode(path)
        try #require(decoded.complaints == "")
        try #require(decoded.bytes.count % samples.count == 0)
        pictures = decoded.pictures(size: decoded.bytes.count / samples.count)
    }

    private init(copy film: SpliceFilm, count: Int) {
        (codec, header, samples, times) = (film.codec, film.header, Array(film.samples.prefix(count)), film.times)
        pictures = Array(film.pictures.prefix(count))
    }

    /// Only the first picture, which needs no other.
    var first: SpliceFilm { SpliceFilm(copy: self, count: 1) }

    private static func header(of entry: BoxWalker.SampleEntry, codec: String) throws -> [UInt8] {
        let boxes = [
            "h264": "avcC", "hevc": "hvcC", "av1": "av1C", "vp9": "vpcC", "mpeg4": "esds", "mpeg2video": "esds",
        ]
        let box = try #require(boxes[codec].flatMap { entry.box($0) })
        guard boxes[codec] == "esds" else { return Array(box) }
        return try ElementaryStreamDescriptor(record: box).decoderConfiguration.map(Array.init) ?? []
    }

    /// The times at which samples are shown.
    private static func times(_ path: String) throws -> [Int] {
        try Oracle.lines(of: path, ["-c", "copy", "-f", "framecrc"]).compactMap { line in
            guard !line.hasPrefix("#") else { return nil }
            let values = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return values.count > 2 ? Int(values[2]) : nil
        }
    }

    /// The place of a sample among the pictures.
    func place(of sample: Int) -> Int { times.count { $0 < times[sample] } }

    /// The longest run that begins with a sample and whose pictures are shown one after the other before a time.
    func run(from first: Int, before end: Int) -> [Int] {
        let candidates = (first..<samples.count).filter { times[$0] >= times[first] }
        var longest = 0
        var latest = Int.min
        for count in 1...candidates.count {
            latest = max(latest, times[candidates[count - 1]])
            guard latest < end else { break }
            if latest < candidates[count...].map({ times[$0] }).min() ?? .max { longest = count }
        }
        return Array(candidates.prefix(longest))
    }
}

/// Puts samples into a stream that a decoder reads without a container.
struct SpliceStream {
    let codec: String
    let header: [UInt8]
    let samples: [[UInt8]]

    var fileExtension: String {
        ["h264": "h264", "hevc": "hevc", "mpeg4": "m4v", "mpeg2video": "m2v"][codec] ?? "ivf"
    }

    func bytes() throws -> [UInt8] {
        switch codec {
        case "h264":
            let record = try AVCConfiguration(record: header[...])
            let sets = record.sequenceParameterSets + record.pictureParameterSets
            return Self.startCoded(sets) + (try samples.flatMap { try units(of: $0, lengthSize: record.lengthSize) })
        case "hevc":
            let record = try HEVCConfiguration(record: header[...])
            let sets = record.arrays.flatMap(\.units)
            return Self.startCoded(sets) + (try samples.flatMap { try units(of: $0, lengthSize: record.lengthSize) })
        // The first sample brings a header of its own; of two in one sample FFmpeg would read the first.
        case "mpeg4", "mpeg2video": return Array(samples.joined())
        default: return interchange
        }
    }

    private static func startCoded(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }

    private func units(of sample: [UInt8], lengthSize: Int) throws -> [UInt8] {
        var iterator = LengthPrefixedUnits(sample[...], lengthSize: lengthSize)
        var units: [[UInt8]] = []
        while let unit = try iterator.next() { units.append(Array(unit)) }
        return Self.startCoded(units)
    }

    /// An IVF file: a header, and samples each behind its size and its number.
    private var interchange: [UInt8] {
        let name = codec == "av1" ? "AV01" : codec == "vp9" ? "VP90" : "VP80"
        var bytes = Array("DKIF".utf8) + [0, 0, 32, 0] + Array(name.utf8) + [160, 0, 96, 0]
        for number in [30, 1, samples.count, 0] { bytes += Self.little(number, 4) }
        for (index, sample) in samples.enumerated() {
            bytes += Self.little(sample.count, 4) + Self.little(index, 8) + sample
        }
        return bytes
    }

    private static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// libavcodec, by way of `ffmpeg`.
enum SpliceDecoder {
    struct Result {
        let bytes: Data
        let complaints: String

        func pictures(size: Int) -> [Data] {
            stride(from: 0, to: bytes.count - size + 1, by: size).map { bytes[$0..<$0 + size] }
        }
    }

    static func decode(_ path: String) throws -> Result {
        let raw = "\(path).\(UUID().uuidString).yuv"
        let arguments = [
            "-v", "error", "-nostdin", "-y", "-i", path, "-vf", "setpts=N/TB", "-fps_mode", "passthrough",
            // Streams without a container begin their times anew where they like.
            "-f", "rawvideo", raw,
        ]
        let process = Process.limited("/usr/bin/ffmpeg", arguments)
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let bytes = try Data(contentsOf: URL(filePath: raw))
        try FileManager.default.removeItem(atPath: raw)
        return Result(bytes: bytes, complaints: text)
    }
}
