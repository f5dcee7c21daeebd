import AssetKit
import Foundation

@testable import AssetKitMedia

/// Holds what an asset says of a sample file against the truth.
struct SampleChecker {
    let truth: TruthFile
    let asset: AVURLAsset
    let tracks: [AVAssetTrack]

    private init(_ truth: TruthFile, _ asset: AVURLAsset, _ tracks: [AVAssetTrack]) {
        self.truth = truth
        self.asset = asset
        self.tracks = tracks
    }

    /// Opens the sample and checks everything.
    static func check(_ truth: TruthFile, in ledger: inout TruthLedger) async {
        ledger.begin(truth.name)
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: SampleMedia.url(truth.name), options: options)
        do {
            let tracks = try await asset.load(.tracks)
            let checker = SampleChecker(truth, asset, tracks.filter { isListed($0, among: tracks) })
            try await checker.checkFile(&ledger)
            try await checker.checkChapters(&ledger)
            try await checker.checkMetadata(&ledger)
            checker.checkTracks(&ledger)
        } catch {
            ledger.fail("does not open: \(error)")
        }
    }

    /// The truth leaves out chapter texts, and captions that lie inside pictures.
    private static func isListed(_ track: AVAssetTrack, among tracks: [AVAssetTrack]) -> Bool {
        let chapters = tracks.flatMap { $0.associatedTracks(ofType: .chapterList) }
        if chapters.contains(where: { $0.trackID == track.trackID }) { return false }
        return track.mediaType != .closedCaption
    }

    private func checkFile(_ ledger: inout TruthLedger) async throws {
        let duration = try await asset.load(.duration)
        compare("duration", duration, truth.duration?.time, &ledger)
        ledger.expect("byte count", asset.akDetails.byteCount, is: truth.byteCount)
        ledger.expect("file type", asset.akDetails.fileType, is: expectedFileType)
        if let start = truth.startTime?.time { compare("start time", asset.akDetails.startTime, start, &ledger) }
        ledger.expect("fragmented", asset.containsFragments, is: truth.layout?.fragmented)
        ledger.expect("protected", asset.hasProtectedContent, is: false)
        ledger.expect("readable", asset.isReadable, is: true)
        let captions = asset.tracks(withMediaType: .closedCaption).count
        let expected = truth.tracks.filter { $0.video?.closedCaptions != nil }.count
        ledger.expect("closed caption tracks", captions, is: expected)
    }

    private var expectedFileType: AVFileType? {
        switch truth.container {
        case "mp4": .mp4
        case "mov": .mov
        case "m4a": .m4a
        case "matroska": .akMatroska
        case "webm": .akWebM
        case "mpegts": .akMPEGTransportStream
        case "mp3": .mp3
        case "flac": .akFLAC
        case "wav": .wav
        case "aiff": .aiff
        case "caf": .caf
        case "ogg": .akOgg
        default: nil
        }
    }

    /// Containers that count in ticks of their own cannot be closer to the truth than one of those.
    var tick: CMTime {
        switch truth.container {
        case "matroska", "webm": CMTime(value: 1, timescale: 1000)
        case "mpegts": CMTime(value: 1, timescale: 90_000)
        default: .zero
        }
    }

    func compare(_ fact: String, _ ours: CMTime, _ theirs: CMTime?, _ ledger: inout TruthLedger) {
        guard let theirs else { return }
        let holds = ours.isNumeric && CMTimeAbsoluteValue(ours - theirs) <= tick
        ledger.record(fact, holds: holds, ours.exact, theirs.exact)
    }

    private func checkChapters(_ ledger: inout TruthLedger) async throws {
        let groups = try await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
        ledger.expect("chapters", groups.count, is: truth.chapters?.count ?? 0)
        for (group, chapter) in zip(groups, truth.chapters ?? []) {
            compare("chapter start", group.timeRange.start, chapter.start.time, &ledger)
            compare("chapter end", group.timeRange.end, chapter.end.time, &ledger)
            let title = group.items.first { $0.commonKey == .commonKeyTitle }
            ledger.expect("chapter title", title?.stringValue, is: chapter.title)
        }
    }

    private func checkTracks(_ ledger: inout TruthLedger) {
        ledger.expect("track count", tracks.count, is: truth.tracks.count)
        for (index, (track, truth)) in zip(tracks, truth.tracks).enumerated() {
            let checker = SampleTrackChecker(file: self, track: track, truth: truth, name: "track \(index + 1)")
            checker.check(&ledger)
        }
    }
}

extension CMTime {
    /// Value and timescale, so that a failure shows what is stored.
    var exact: String { isNumeric ? "\(value)/\(timescale)" : "\(self)" }
}
