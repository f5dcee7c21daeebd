import Foundation
import Glibc

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitCore
@testable import AssetKitSinks
@testable import AssetKitSources
@testable import AssetKitBase
@testable import AssetKitMedia

/// A file whose samples are written again as they are, for tests of sinks.
struct ISORemux {
    /// A sample of the file in the order in which the samples are to be written.
    struct Place {
        let track: Int
        let index: Int
        let count: Int
        let time: CMTime
    }

    /// What has been found of a file that is written or compared several times.
    private struct Known {
        private var places: [Place]?
        private var lines: [Int: [Line]] = [:]

        mutating func places(of remux: ISORemux) -> [Place] {
            let found = places ?? remux.findPlaces()
            places = found
            return found
        }

        mutating func lines(of track: Int, of remux: ISORemux) -> [Line] {
            let found = lines[track] ?? remux.findLines(track, withDependencies: true)
            lines[track] = found
            return found
        }
    }

    private let known = Lock(Known())
    let facts: MediaFacts
    let data: Data
    /// The tracks with samples.
    let tracks: [Int]

    init(_ data: Data, name: String = "media.mp4") throws {
        self.data = data
        let ending = name.hasSuffix("mov") ? AVFileType.mov : name.hasSuffix("m4a") ? .m4a : .mp4
        let input = MediaInput(source: AKDataSource(data), fileType: ending, restrictions: [])
        let facts = try MediaInspector.inspect(input, isPrecise: true, flag: CancellationFlag())
        self.facts = facts
        tracks = facts.tracks.indices.filter { (facts.sampleTables[facts.tracks[$0].trackID]?.count ?? 0) > 0 }
    }

    init(sample name: String) throws {
        try self.init(Data(contentsOf: SampleMedia.url(name)), name: name)
    }

    init(_ sink: FakeByteSink, as type: AVFileType) throws {
        try self.init(Data(sink.bytes), name: "media." + (FileTypes.preferredExtension(of: type) ?? ""))
    }

    func table(_ track: Int) -> (any SampleTable)? { facts.sampleTables[facts.tracks[track].trackID] }

    func bytes(_ sample: IndexedSample, count: Int = 1) -> Data {
        let start = data.startIndex + Int(sample.position ?? 0)
        return data[start..<start + Int(sample.byteCount) * count]
    }

    func plan(
        _ type: AVFileType? = nil,
        _ layout: SinkPlan.Layout = .plain,
        keepsEntries: Bool = true
    ) -> SinkPlan {
        let places = Dictionary(uniqueKeysWithValues: tracks.enumerated().map { (facts.tracks[$1].trackID, $0) })
        var plan = SinkPlan(fileType: type ?? facts.fileType ?? .mp4, tracks: [])
        plan.layout = layout
        plan.metadata = loaded(facts.metadata)
        plan.chapters = facts.chapters
        plan.tracks = tracks.map { number in
            let track = facts.tracks[number]
            var result = SinkTrack(
                mediaType: track.mediaType,
                formats: keepsEntries ? track.formatDescriptions : track.formatDescriptions.map(\.withoutEntry),
                timescale: track.timescale
            )
            result.transform = track.video?.transform ?? .identity
            result.languageCode = track.languageCode
            result.extendedLanguageTag = track.extendedLanguageTag
            result.isEnabled = track.isEnabled
            result.alternateGroup = track.alternateGroup
            result.volume = track.preferredVolume
            result.metadata = loaded(track.metadata)
            result.references = track.references.mapValues { $0.compactMap { places[$0] } }
            return result
        }
        return plan
    }

    /// Metadata with values that were left in the file.
    private func loaded(_ entries: [MetadataEntry]) -> [MetadataEntry] {
        entries.map { entry in
            guard case .stored(let range) = entry.value else { return entry }
            var entry = entry
            let start = data.startIndex
            entry.value = .data(Array(data[start + Int(range.lowerBound)..<start + Int(range.upperBound)]))
            return entry
        }
    }

    var ending: SinkEnding { SinkEnding(edits: tracks.map { facts.tracks[$0].segments }) }

    func time(_ ticks: Int64, _ track: Int) -> CMTime {
        CMTime(value: ticks, timescale: facts.tracks[tracks[track]].timescale)
    }

    /// All samples by decode time; uncompressed sound in pieces.
    var places: [Place] { known.withLock { $0.places(of: self) } }

    private func findPlaces() -> [Place] {
        var result: [Place] = []
        for (track, number) in tracks.enumerated() {
            guard let table = table(number) else { continue }
            let most = facts.tracks[number].audio?.framesPerPacket == 1 ? 1000 : 1
            var index = 0
            while index < table.count {
                let first = table[index]
                var count = 1
                while count < most, index + count < table.count {
                    let next = table[index + count]
                    guard let position = first.position, next.position == position + first.byteCount * Int64(count),
                        next.byteCount == first.byteCount, next.durationTicks == first.durationTicks
                    else { break }
                    count += 1
                }
                result.append(Place(track: track, index: index, count: count, time: time(first.decodeTicks, track)))
                index += count
            }
        }
        return result.sorted { ($0.time, $0.track, $0.index) < ($1.time, $1.track, $1.index) }
    }

    func sample(_ place: Place) throws -> SinkSample {
        let sample = try samples(of: place.track)[place.index]
        let bytes = bytes(sample, count: place.count)
        let buffer = try CMBlockBuffer(length: bytes.count)
        try bytes.withUnsafeBytes { try buffer.replaceDataBytes(with: $0) }
        var result = SinkSample(
            data: buffer,
            presentationTime: time(sample.presentationTicks, place.track),
            decodeTime: time(sample.decodeTicks, place.track),
            duration: time(sample.durationTicks, place.track)
        )
        result.count = place.count
        result.format = sample.descriptionIndex
        result.isSync = sample.isSync
        result.isPartialSync = sample.isPartialSync
        result.dependsOnOthers = sample.dependsOnOthers
        result.othersDependOnIt = sample.othersDependOnIt
        return result
    }

    private func samples(of track: Int) throws -> any SampleTable {
        guard let table = table(tracks[track]) else { throw MediaProblem.empty }
        return table
    }
}

extension ISORemux {
    /// Writes everything into a sink of the plan.
    func write(_ plan: SinkPlan, into sink: any ByteSink) throws {
        let movie = try ISOMediaSink(plan, into: sink)
        for place in places { try movie.write(sample(place), to: place.track) }
        try movie.finish(ending)
    }

    /// A sample with its times from the first one on, and its bytes.
    struct Line: Equatable {
        let decodeTicks, presentationTicks, durationTicks: Int64
        let isSync: Bool
        let format: Int
        var isPartialSync = false
        var dependsOnOthers, othersDependOnIt: Bool?
        let bytes: Data
    }

    /// All samples of a track.
    func lines(_ track: Int, withDependencies: Bool = true) -> [Line] {
        guard withDependencies else { return findLines(track, withDependencies: false) }
        return known.withLock { $0.lines(of: track, of: self) }
    }

    private func findLines(_ track: Int, withDependencies: Bool) -> [Line] {
        guard let table = table(tracks[track]), table.count > 0 else { return [] }
        let zero = table[0].decodeTicks
        return (0..<table.count).map { index in
            let sample = table[index]
            var line = Line(
                decodeTicks: sample.decodeTicks - zero,
                presentationTicks: sample.presentationTicks - zero,
                durationTicks: sample.durationTicks,
                isSync: sample.isSync,
                format: sample.descriptionIndex,
                bytes: bytes(sample)
            )
            guard withDependencies else { return line }
            line.isPartialSync = sample.isPartialSync
            line.dependsOnOthers = sample.dependsOnOthers
            line.othersDependOnIt = sample.othersDependOnIt
            return line
        }
    }
}

extension CMFormatDescription {
    /// The description without the entry that a file had for it, so that one has to be made.
    var withoutEntry: CMFormatDescription {
        var values = extensionValues
        values[kCMFormatDescriptionExtension_VerbatimSampleDescription] = nil
        values[kCMFormatDescriptionExtension_VerbatimISOSampleEntry] = nil
        return CMFormatDescription(
            type: type,
            subtype: subtype,
            extensions: values,
            dimensions: videoDimensions,
            audio: audio,
            timeCode: timeCodeDetails
        )
    }

    /// The boxes with the codec's header.
    var codecHeaders: [String: Data] {
        let atoms = PropertyList.dictionary(
            extensionValues[kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms]
        )
        let names = ["avcC", "hvcC", "av1C", "vpcC", "esds", "dOps", "dfLa", "alac", "dac3", "dec3", "pasp", "clap"]
        return (atoms ?? [:]).filter { names.contains($0.key) }.compactMapValues { $0 as? Data }
    }
}

extension CMTimeMapping {
    /// Two mappings show the same, whatever timescales they are told in.
    var words: String {
        [source.start, source.duration, target.start, target.duration].map { "\($0.seconds)" }.joined(separator: " ")
    }
}
