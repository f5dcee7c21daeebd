import CMTimeLib
import Foundation
import Testing

@testable import AssetKit
@testable import AssetKitAssets
@testable import AssetKitExport
@testable import AssetKitSinks
@testable import AssetKitSources

/// A file of the sample media, looked at as smart cuts do.
struct SpliceKit {
    let loaded: LoadedAsset
    let source: TrackSource
    let copy: LoadedSource
    let session: ReadingSession

    init(_ name: String) async throws {
        let asset = AVURLAsset(url: SampleMedia.url(name))
        _ = try await asset.load(.tracks)
        let loaded = try asset.requireLoaded()
        let track = try #require(loaded.tracks.first { $0.mediaType == .video })
        self.loaded = loaded
        source = loaded.source(of: track)
        copy = try await LoadedSource.load(asset, tracks: [track.trackID])
        session = ReadingSession(loaded.input)
    }

    /// What joins the samples of the first description in an MP4 file.
    func joint(_ splice: SplicePlan) throws -> SpliceFormat? {
        try SpliceFormat.formats(splice, of: source.facts, in: .mp4, EncoderHeaders())[0]
    }

    func check(_ joint: SpliceFormat, _ run: SpliceRun) throws {
        let check = SpliceCheck(joint, of: source, copy, session)
        try check.check(run, behind: nil) { try session.flag.check() }
    }

    func plan(_ range: CMTimeRange, refusing refused: Set<Int> = []) throws -> SplicePlan? {
        let preset = try #require(ExportPreset(named: AVAssetExportPresetPassthrough))
        let edges = PicturePlanner(
            source: source,
            preset: preset,
            options: .matchingSource,
            range: range,
            canTurn: true
        )
        let planner = SplicePlanner(source: source, copy: copy, range: range, refused: refused)
        return try planner.plan(session) { try edges.rendering() }
    }
}
