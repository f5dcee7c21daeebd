import Foundation
import TestSupport
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitSources
@testable import AssetKitFFmpeg
@testable import AssetKitMedia

/// Every picture that FFmpeg presents of media made by others has been listed, with its time and its bytes.
@Suite("Reader, the corpus' pictures", .enabled(if: Corpus.isExpected))
struct CorpusPictureTests {
    /// A stream of pictures, as the index has it.
    struct Frames: Decodable, Sendable {
        struct Digests: Decodable, Sendable {
            let first: String
            let middle: String
            let middleIndex: Int
            let last: String
        }

        let kind: String
        let count: Int?
        let timeBase: String?
        let md5: Digests?
        let md5SameWithoutSimd: Bool?
        /// FFmpeg made times of its own up.
        let framesWithoutPtsInFile: Int?
        let ptsAlteredByFfmpeg: Int?
    }

    struct Entry: Decodable, Sendable {
        let file: String
        let `class`: String
        let tags: [String]
        let frames: [String: Frames]?
    }

    static let entries: [Entry] = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let data = try? Data(contentsOf: Corpus.folder.appending(path: "index.json"))
        return data.flatMap { try? decoder.decode([Entry].self, from: $0) }?.filter { $0.class == "valid" } ?? []
    }()

    /// How many pictures of a film an everyday run looks at. More than half of all are those of three long films.
    private static let pictureLimit = LongRun.isOn ? Int.max : 300

    @Test("every picture is presented at the time at which FFmpeg presents it, and has its bytes")
    func pictures() throws {
        var ledger = TruthLedger()
        let folder = try ScratchFolder()
        var digests = PictureDigests(folder)
        for entry in Self.entries {
            let streams = (entry.frames ?? [:]).filter { $0.value.kind == "video" && $0.value.timeBase != nil }
            guard !streams.isEmpty else { continue }
            ledger.begin(entry.file)
            ledger.tolerance = { fact, _, _ in CorpusPictureRules.rule(for: fact, of: entry) }
            let asset = AVURLAsset(url: Corpus.folder.appending(path: entry.file))
            for (stream, frames) in streams.sorted(by: { $0.key < $1.key }) {
                try compare(entry, stream, frames, asset, &digests, &ledger)
            }
        }
        try digests.compare(in: &ledger)
        ledger.printReport("corpus pictures")
        #expect(ledger.failures.isEmpty, "\(ledger.failures.joined(separator: "\n"))")
        #expect(ledger.files > 150)
    }

    private func compare(
        _ entry: Entry,
        _ stream: String,
        _ frames: Frames,
        _ asset: AVURLAsset,
        _ digests: inout PictureDigests,
        _ ledger: inout TruthLedger
    ) throws {
        let loaded = try asset.requireLoaded()
        let session = ReadingSession(loaded.input)
        let media = try OpenedMedia(loaded.input, counters: session.counters, flag: session.flag)
        let identifier = Int(stream).flatMap {
            $0 < media.demuxer.streams.count ? media.demuxer.streams[$0].identifier : nil
        }
        let found =
            loaded.tracks.first { $0.facts.streamIndex.map(String.init) == stream }
            ?? loaded.tracks.first { $0.facts.streamIndex == nil && Int($0.trackID) == identifier }
        // Cover art is a stream for FFmpeg.
        guard let found else { return }
        // Still pictures have no list.
        guard let list = try CorpusPictureList(entry.file, stream) else { return }
        let track = loaded.source(of: found)
        let (reader, origin) = try session.reader(of: track, decoding: true, false)
        let range = CMTimeRange(start: .zero, duration: .positiveInfinity)
        let stretches = track.stretches(in: range, origin: origin)
        let pictures = PictureStream(
            try PictureTrackDecoder(reader, counters: session.counters, flag: session.flag),
            stretches,
            startsAtBeginning: track.index == nil
        )
        let frame = Frame()
        var times: [CMTime] = []
        let base = frames.timeBase?.split(separator: "/").compactMap { Int32($0) } ?? []
        var hidden = CorpusPictureRules.firstPicturesLeftOut(stretches, track.index)
        let isWhole = list.times.count <= Self.pictureLimit
        let count =
            isWhole ? list.times.count - CorpusPictureRules.lastPicturesOfNoTime(track.index) : Self.pictureLimit
        let wanted = CorpusPictureList.wanted(of: isWhole ? list.times.count : count)
        // One that is read to its end must have no more either.
        while isWhole || times.count < count, let time = try pictures.next(into: frame) {
            guard hidden == 0 else {
                hidden -= 1
                continue
            }
            let number = times.count
            times.append(time.start)
            guard wanted.contains(number), frames.md5SameWithoutSimd != false else { continue }
            // The lists are of FFmpeg's own decoder, which leaves out alpha that is stored beside samples.
            let planeCount = found.facts.hasAlphaBeside ? 3 : 4
            let name = "\(entry.file) stream \(stream) picture \(number)"
            try digests.add(frame, planeCount, name, list.digest(number))
        }
        ledger.expect("stream \(stream) pictures", times.count, is: count)
        guard times.count == count, base.count == 2 else { return }
        let wrong = times.indices.filter { number in
            let ticks = (list.times[number] - list.times[0]) * Int64(base[0])
            return times[number] - times[0] != CMTime(value: ticks, timescale: base[1])
        }
        let ours = wrong.first.map { "\($0): \((times[$0] - times[0]).exact)" } ?? ""
        let theirs = wrong.first.map { "\($0): \(list.times[$0] - list.times[0]) x \(frames.timeBase ?? "")" } ?? ""
        ledger.record("stream \(stream) times (\(wrong.count) of \(times.count))", holds: wrong.isEmpty, ours, theirs)
    }
}

/// One of the lists of presented pictures.
private struct CorpusPictureList {
    var times: [Int64] = []
    private var digests: [String] = []

    init?(_ file: String, _ stream: String) throws {
        let relative = file.split(separator: "/").dropFirst().joined(separator: "/")
        let url = Corpus.folder.appending(path: "truth/frames/\(relative).s\(stream).csv")
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n").dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            times.append(try #require(Int64(fields[1])))
            digests.append(String(fields[4]))
        }
    }

    /// Of so many pictures those whose bytes are compared: enough of them to notice one that is not the right one.
    static func wanted(of count: Int) -> Set<Int> { [0, count / 3, count / 2, count - 1] }

    func digest(_ number: Int) -> String? { digests.indices.contains(number) ? digests[number] : nil }
}

/// Pictures in files without padding, as FFmpeg counts their digests.
private struct PictureDigests {
    private let folder: ScratchFolder
    private var expected: [(name: String, digest: String)] = []

    init(_ folder: ScratchFolder) { self.folder = folder }

    mutating func add(_ frame: borrowing Frame, _ planeCount: Int, _ name: String, _ digest: String?) throws {
        guard let digest else { return }
        var bytes = Data()
        for (plane, shape) in frame.planeShapes.prefix(planeCount).enumerated() {
            for row in 0..<shape.rowCount {
                frame.withRow(row, ofPlane: plane) { bytes.append(contentsOf: $0.prefix(shape.byteCount)) }
            }
        }
        try bytes.write(to: folder.url("\(expected.count)"))
        expected.append((name, digest))
    }

    func compare(in ledger: inout TruthLedger) throws {
        let process = Process.limited("/usr/bin/md5sum", expected.indices.map { folder.url("\($0)").path })
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(
            separator: "\n"
        )
        process.waitUntilExit()
        try #require(lines.count == expected.count)
        for (line, (name, digest)) in zip(lines, expected) {
            ledger.expect("bytes of \(name)", String(line.prefix(32)), is: digest)
        }
    }
}

/// Where FFmpeg's lists are no truth, and why.
enum CorpusPictureRules {
    /// An edit that begins within a picture: it shows from then on, and FFmpeg leaves it out.
    static func firstPicturesLeftOut(_ stretches: [MediaStretch], _ index: SampleIndex?) -> Int {
        guard let index, let start = stretches.first?.edit.source.start, let ticks = index.tick.ticks(at: start),
            let sample = index.index(presentedAt: ticks)
        else { return 0 }
        return index.tick.time(index.table.presentationTicks(of: sample)) < start ? 1 : 0
    }

    /// Samples of no duration at the end: nobody ever sees them, and FFmpeg counts them.
    static func lastPicturesOfNoTime(_ index: SampleIndex?) -> Int {
        guard let index, index.count > 1 else { return 0 }
        return index[index.order[index.count - 1]].durationTicks == 0 ? 1 : 0
    }

    static func rule(for fact: String, of entry: CorpusPictureTests.Entry) -> String? {
        let isWithoutTimes = (entry.frames ?? [:]).values.contains { ($0.framesWithoutPtsInFile ?? 0) > 0 }
        if isWithoutTimes, fact.contains("times") { return "the file stores no times, and FFmpeg makes some up" }
        return nil
    }
}
