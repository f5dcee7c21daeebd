import CMTimeLib
import Testing

@testable import AssetKit
@testable import AssetKitCore
@testable import AssetKitExport

private let second = CMTime(value: 1, timescale: 1)

@Suite("What is wanted of an export")
struct ExportWishesTests {
    /// What is set, and how that is cut.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let preset: String
        let cutting: Cutting
        let obstacle: String?
        let set: @Sendable (inout ExportSettings) -> Void

        init(
            _ name: String,
            _ cutting: Cutting,
            preset: String = AVAssetExportPresetPassthrough,
            because obstacle: String? = nil,
            _ set: @escaping @Sendable (inout ExportSettings) -> Void
        ) {
            (self.name, self.cutting, self.preset, self.obstacle, self.set) = (name, cutting, preset, obstacle, set)
        }

        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row("nothing is set", .hidden) { _ in },
        Row("edits hide", .hidden) { $0.trimMode = .presentsExactly },
        Row("key frames", .keyFrames) { $0.trimMode = .keyframe },
        Row("smart", .spliced) { $0.trimMode = .smart },
        Row("exact", .encoded) { $0.trimMode = .exact },
        // Copies stay copies under a limit, in fragments and with their index in front.
        Row("key frames under a limit", .keyFrames) { ($0.trimMode, $0.fileLengthLimit) = (.keyframe, 9000) },
        Row("key frames in fragments", .keyFrames) {
            $0.trimMode = .keyframe
            $0.options.fragmentInterval = second
        },
        Row("edits hide, index in front", .hidden) { $0.shouldOptimizeForNetworkUse = true },
        // Segments are always made anew, or of tracks that are copied one by one.
        Row("key frames in segments", .encoded) {
            $0.trimMode = .keyframe
            $0.options.streamSegmentDuration = second
        },
        // What is asked of one kind of tracks is a matter of each track.
        Row("pictures are encoded", .encoded) { $0.options.video = .encoded(.hevc) },
        Row("pictures are left out", .encoded) { $0.options.video = .leftOut },
        Row("pictures are copied by name", .encoded) { $0.options.video = .copied },
        Row("sound is copied by name", .encoded) { ($0.trimMode, $0.options.audio) = (.keyframe, .copied) },
        Row("sound is left out", .encoded) { $0.options.audio = .leftOut },
        Row("all is like the source", .encoded) { $0.options.matchesSource = true },
        Row("smart, sound is left out", .spliced) { ($0.trimMode, $0.options.audio) = (.smart, .leftOut) },
        Row("smart, pictures are left out", .encoded) { ($0.trimMode, $0.options.video) = (.smart, .leftOut) },
        Row("smart, pictures are copied", .encoded) { ($0.trimMode, $0.options.video) = (.smart, .copied) },
        Row("smart, all is like the source", .spliced) { ($0.trimMode, $0.options.matchesSource) = (.smart, true) },
        // Splices cannot be taken back there.
        Row("smart under a limit", .encoded, because: "the file has a limit of bytes") {
            ($0.trimMode, $0.fileLengthLimit) = (.smart, 9000)
        },
        Row("smart in fragments", .encoded, because: "the file is made of fragments") {
            $0.trimMode = .smart
            $0.options.fragmentInterval = second
        },
        Row("smart in segments", .encoded, because: "the stream is made of segments") {
            $0.trimMode = .smart
            $0.options.streamSegmentDuration = second
        },
        Row("smart under a limit, pictures are left out", .encoded) {
            ($0.trimMode, $0.fileLengthLimit, $0.options.video) = (.smart, 9000, .leftOut)
        },
        // Presets that make something of their own encode, whatever is set.
        Row("another preset", .encoded, preset: AVAssetExportPreset1280x720) { _ in },
        Row("another preset, smart", .encoded, preset: AVAssetExportPreset1280x720) { $0.trimMode = .smart },
        Row("another preset, key frames", .encoded, preset: AKExportPresetAAC) { $0.trimMode = .keyframe },
        Row("another preset, smart in fragments", .encoded, preset: AVAssetExportPreset1280x720) {
            $0.trimMode = .smart
            $0.options.fragmentInterval = second
        },
    ]

    private func wishes(_ row: Row, _ change: (inout ExportSettings) -> Void = { _ in }) throws -> ExportWishes {
        var settings = ExportSettings()
        row.set(&settings)
        change(&settings)
        return ExportWishes(try #require(ExportPreset(named: row.preset)), settings)
    }

    @Test("decides how the source is cut", arguments: rows)
    func cutting(row: Row) throws {
        let wishes = try wishes(row)
        #expect(wishes.cutting == row.cutting)
        #expect(wishes.obstacle == row.obstacle)
        #expect(wishes.warnings == (row.obstacle.map { ["all of it is encoded: \($0)"] } ?? []))
        try wishes.check()
    }

    @Test("what is cut exactly is like its source", arguments: rows)
    func likeness(row: Row) throws {
        let wishes = try wishes(row)
        var set = ExportSettings()
        row.set(&set)
        let isExact = wishes.preset.copies && (set.trimMode == .smart || set.trimMode == .exact)
        #expect(wishes.settings.options.matchesSource == (isExact || set.options.matchesSource))
        #expect(wishes.settings.options.keepsInterlacing == isExact)
    }

    @Test("a size is looked for where all is encoded into one file", arguments: rows)
    func size(row: Row) throws {
        let limited = try wishes(row) { $0.fileLengthLimit = 5000 }
        let isStream = limited.settings.options.streamSegmentDuration != nil
        #expect(limited.searchesSize == (limited.cutting == .encoded && !isStream))
        let unlimited = try wishes(row) { $0.fileLengthLimit = 0 }
        #expect(!unlimited.searchesSize)
    }

    @Test("who wants no encoding instead of a splice is told why there can be none", arguments: rows)
    func refusal(row: Row) throws {
        let strict = try wishes(row) { $0.fallsBackToEncoding = false }
        guard let obstacle = row.obstacle else { return try strict.check() }
        let error = try #require(throws: MediaProblem.self) { try strict.check() }
        #expect(error.reason == "pictures cannot be copied between the edges: \(obstacle)")
    }
}
