import AssetKit
import Foundation

@testable import AssetKitBase
@testable import AssetKitContainers

/// Holds what an asset says of a corpus file against what other tools measured.
struct CorpusChecker {
    let entry: CorpusEntry
    let asset: AVURLAsset
    let tracks: [AVAssetTrack]

    /// Opens the file and checks what its class asks for.
    static func check(_ entry: CorpusEntry, in ledger: inout TruthLedger) async {
        ledger.begin("\(entry.class.rawValue) \(entry.file)")
        ledger.tolerance = { fact, ours, theirs in
            ToleratedDifference.rule(for: fact, ours, theirs, of: entry)
        }
        let options = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
        let asset = AVURLAsset(url: Corpus.url(entry), options: options)
        let result: Result<[AVAssetTrack], any Error>
        do {
            result = .success(try await asset.load(.tracks))
        } catch {
            result = .failure(error)
        }
        let seconds = OpeningCost.seconds(for: Corpus.url(entry))
        ledger.record("work of opening", holds: seconds < 5, "\(seconds) s", "below 5 s")
        await judge(entry, asset, result, &ledger)
    }

    private static func judge(
        _ entry: CorpusEntry,
        _ asset: AVURLAsset,
        _ result: Result<[AVAssetTrack], any Error>,
        _ ledger: inout TruthLedger
    ) async {
        switch (entry.expectation, result) {
        case (.refused, .success(let tracks)):
            ledger.record("opening", holds: false, "\(tracks.count) tracks", "an error")
        case (.refused, .failure(let error)), (.answer, .failure(let error)), (.either, .failure(let error)):
            checkError(error, &ledger)
        case (.tracks, .failure(let error)):
            ledger.record("opening", holds: false, "\(error)", "tracks")
        case (.answer, .success(let tracks)):
            let checker = CorpusChecker(entry: entry, asset: asset, tracks: tracks)
            checker.checkUsable(&ledger)
        case (.tracks, .success(let tracks)), (.either, .success(let tracks)):
            let checker = CorpusChecker(entry: entry, asset: asset, tracks: tracks)
            checker.checkUsable(&ledger)
            await checker.checkFile(&ledger)
            checker.checkTracks(&ledger)
        }
    }

    /// One sentence of a typed error, without a line break.
    private static func checkError(_ error: any Error, _ ledger: inout TruthLedger) {
        let sentence = (error as? AVError)?.localizedDescription ?? ""
        let isSentence = sentence.hasPrefix("cannot open '") && !sentence.contains("\n")
        ledger.record("error", holds: isSentence && sentence.count < 500, "\(error)", "one sentence of an AVError")
    }

    /// An asset that opened answers everything with something that makes sense.
    private func checkUsable(_ ledger: inout TruthLedger) {
        ledger.record(
            "tracks",
            holds: Set(tracks.map(\.trackID)).count == tracks.count,
            "\(tracks.map(\.trackID))",
            "unique"
        )
        let duration = asset.duration
        let makesSense = duration.isIndefinite || (duration.isNumeric && duration >= .zero)
        ledger.record("duration's kind", holds: makesSense, duration.exact, "a time or indefinite")
        for track in tracks {
            let sizes = track.akDetails.video.map { $0.width >= 0 && $0.height >= 0 } ?? true
            let rate = track.nominalFrameRate
            let holds = sizes && rate.isFinite && rate >= 0 && track.totalSampleDataLength >= 0
            ledger.record("track \(track.trackID) sense", holds: holds, "\(track.akDetails), \(rate)", "in range")
        }
    }

    // MARK: The file

    private func checkFile(_ ledger: inout TruthLedger) async {
        let isProtected = entry.bmff?.tracks.contains { $0.scheme != nil } ?? false
        ledger.expect("protected", asset.hasProtectedContent, is: isProtected || entry.class == .encrypted)
        if entry.bmff?.top.contains("moov") == true {
            ledger.expect("fragmented", asset.containsFragments, is: entry.bmff?.top.contains("moof"))
        }
        checkDuration(&ledger)
        let covers = asset.commonMetadata.filter { $0.commonKey == .commonKeyArtwork }
        ledger.expect("covers", covers.count, is: entry.coverCount)
        checkCommonMetadata(&ledger)
        await checkChapters(&ledger)
    }

    /// Within 60 ms or 3 % of any tool.
    private func checkDuration(_ ledger: inout TruthLedger) {
        let tools = entry.durations.sorted()
        guard !tools.isEmpty else { return }
        let ours = asset.duration.seconds
        let holds = ours.isFinite && tools.contains { abs($0 - ours) <= max(0.06, $0 * 0.03) }
        ledger.record("duration", holds: holds, "\(ours)", "one of \(tools)")
    }

    private func checkCommonMetadata(_ ledger: inout TruthLedger) {
        let tags = Dictionary((entry.ffprobe?.format?.tags ?? [:]).map { ($0.key.lowercased(), $0.value) }) {
            first,
            _ in first
        }
        let keys: [(String, AVMetadataKey)] = [
            ("title", .commonKeyTitle), ("artist", .commonKeyArtist), ("album", .commonKeyAlbumName),
        ]
        for (name, key) in keys {
            guard let value = tags[name], !value.isEmpty else { continue }
            let found = asset.commonMetadata.filter { $0.commonKey == key }.compactMap(\.stringValue)
            // FFmpeg joins several values of one key.
            let holds = found.contains { $0 == value || value.hasPrefix($0) && !$0.isEmpty }
            ledger.record("common \(key.rawValue)", holds: holds, "\(found)", value)
        }
    }

    private func checkChapters(_ ledger: inout TruthLedger) async {
        guard let chapters = entry.ffprobe?.chapters else { return }
        let groups = try? await asset.loadChapterMetadataGroups(bestMatchingPreferredLanguages: ["en"])
        ledger.expect("chapters", groups?.count, is: chapters.count)
        for (index, (group, chapter)) in zip(groups ?? [], chapters).enumerated() {
            let start = group.timeRange.start.seconds
            if let theirs = chapter.startTime.flatMap(Double.init) {
                ledger.record("chapter \(index) start", holds: abs(start - theirs) < 0.002, "\(start)", "\(theirs)")
            }
            let title = group.items.first { $0.commonKey == .commonKeyTitle }?.stringValue
            ledger.expect("chapter \(index) title", title, is: chapter.tags?["title"])
        }
    }
}
