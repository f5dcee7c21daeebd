import AssetKit
import Foundation

@testable import AssetKitBase
@testable import AssetKitMedia

extension CorpusChecker {
    /// Every stream that ffprobe lists, and every track that the boxes hold.
    func checkTracks(_ ledger: inout TruthLedger) {
        let listed = tracks.filter { !isInsidePictures($0) }
        if entry.bmff?.tracks.isEmpty == false {
            checkBoxTracks(&ledger)
        } else if !entry.streams.isEmpty {
            ledger.expect("track count", listed.count, is: entry.streams.count)
        }
        for (place, stream) in entry.streams.enumerated() {
            guard let track = track(of: stream, at: place, among: listed) else {
                ledger.record("stream \(stream.index)", holds: false, "no track", stream.codecName ?? "-")
                continue
            }
            let checker = CorpusStreamChecker(entry: entry, stream: stream, track: track)
            checker.check(&ledger)
        }
        checkMergeTracks(listed, &ledger)
    }

    /// Captions inside pictures are no stream of their own.
    private func isInsidePictures(_ track: AVAssetTrack) -> Bool {
        track.mediaType == .closedCaption && !entry.streams.contains { $0.codecName == "eia_608" }
    }

    /// MP4 and transport streams number their tracks; in others the order is all there is.
    private func track(of stream: ProbedStream, at place: Int, among listed: [AVAssetTrack]) -> AVAssetTrack? {
        let isNumbered = entry.bmff != nil || ["ts", "m2ts"].contains(entry.container)
        if isNumbered, let identifier = stream.identifier {
            let found = listed.filter { $0.trackID == identifier }
            if let only = found.first, found.count == 1 { return only }
        }
        return listed.indices.contains(place) ? listed[place] : nil
    }

    /// What Matroska stores about a track, read by mkvmerge.
    private func checkMergeTracks(_ listed: [AVAssetTrack], _ ledger: inout TruthLedger) {
        let isMatroska = ["mkv", "mka", "webm"].contains(entry.container)
        guard isMatroska, let merged = entry.mkvmerge?.tracks, !merged.isEmpty else { return }
        ledger.expect("track numbers", listed.map(\.trackID), is: merged.compactMap(\.number))
        for (track, merged) in zip(listed, merged) {
            let name = "track \(track.trackID)"
            ledger.expect("\(name) default", track.akDetails.isDefault, is: merged.defaultTrack)
            ledger.expect("\(name) forced", track.akDetails.isForced, is: merged.forcedTrack)
            ledger.expect("\(name) enabled", track.isEnabled, is: merged.enabledTrack)
            ledger.expect("\(name) name", track.akDetails.title, is: merged.trackName)
        }
    }

    // MARK: Boxes

    private func checkBoxTracks(_ ledger: inout TruthLedger) {
        let boxes = entry.bmff?.tracks ?? []
        let listed = tracks.filter { !isInsidePictures($0) }
        ledger.expect("track identifiers", listed.map(\.trackID), is: boxes.compactMap(\.id))
        for box in boxes {
            guard let id = box.id, let track = tracks.first(where: { $0.trackID == id }) else { continue }
            check(track, against: box, &ledger)
        }
    }

    private func check(_ track: AVAssetTrack, against box: BoxFacts.Track, _ ledger: inout TruthLedger) {
        let name = "track \(track.trackID)"
        ledger.expect("\(name) timescale", Int64(track.naturalTimeScale), is: box.timescale)
        ledger.expect("\(name) enabled", track.isEnabled, is: box.flags.map { $0 & 1 == 1 })
        ledger.expect("\(name) alternate group", track.akDetails.alternateGroup, is: box.altgroup)
        ledger.expect(
            "\(name) stored language",
            track.languageCode ?? "und",
            is: box.lang?.letters.flatMap { $0.isLanguageCode ? $0 : nil }
        )
        ledger.expect("\(name) media type", track.mediaType, is: box.handler.flatMap(Self.mediaType(ofHandler:)))
        ledger.expect("\(name) descriptions", track.formatDescriptions.count, is: box.stsd?.count)
        ledger.expect("\(name) protected", track.akDetails.hasProtectedContent, is: box.scheme.map { _ in true })
        if entry.bmff?.top.contains("moof") != true, let count = box.samples {
            ledger.expectIfTold("\(name) samples", track.akDetails.sampleCount, is: count)
        }
        if let matrix = box.matrix, matrix.count == 9, box.handler == "vide" {
            let turn = track.preferredTransform
            let ours = [turn.a, turn.b, turn.c, turn.d].map { Double($0) }
            ledger.expect("\(name) matrix", ours, is: [matrix[0], matrix[1], matrix[3], matrix[4]])
        }
        for reference in box.tref ?? [] {
            let type = AVAssetTrack.AssociationType(rawValue: reference.kind)
            let known = reference.tracks.filter { id in tracks.contains { $0.trackID == id } }
            ledger.expect("\(name) \(reference.kind)", track.associatedTracks(ofType: type).map(\.trackID), is: known)
        }
        checkEdits(track, box, &ledger)
    }

    /// The edit list: duration in movie time, start in media time (-1 shows nothing), rate.
    private func checkEdits(_ track: AVAssetTrack, _ box: BoxFacts.Track, _ ledger: inout TruthLedger) {
        guard let edits = box.edits, let movie = entry.bmff?.movie?.timescale, let media = box.timescale else { return }
        guard movie > 0, media > 0, !edits.isEmpty else { return }
        // A last edit without a length goes on to the end of the media, which the list does not tell.
        let isWithoutMedia = entry.class == .initSegment
        let listed = edits.filter { $0[0] > 0 || $0[1] >= 0 && !isWithoutMedia }
        let name = "track \(track.trackID)"
        ledger.expect("\(name) segments", track.segments.count, is: listed.count)
        guard track.segments.count == listed.count else { return }
        var start = CMTime.zero
        for (index, (segment, edit)) in zip(track.segments, listed).enumerated() {
            let mapping = segment.timeMapping
            expect("\(name) segment \(index) start", mapping.target.start, start, &ledger)
            ledger.expect("\(name) segment \(index) empty", segment.isEmpty, is: edit[1] < 0)
            let duration = CMTime(value: Int64(edit[0]), timescale: Int32(clamping: movie))
            if edit[0] > 0 { expect("\(name) segment \(index) duration", mapping.target.duration, duration, &ledger) }
            start = mapping.target.end
            guard edit[1] >= 0 else { continue }
            let source = CMTime(value: Int64(edit[1]), timescale: Int32(clamping: media))
            expect("\(name) segment \(index) source", mapping.source.start, source, &ledger)
            guard edit[0] > 0, edit.count > 2, edit[2] > 0 else { continue }
            let stretched = CMTimeMultiplyByFloat64(duration, multiplier: edit[2]).seconds
            let length = mapping.source.duration.seconds
            let holds = abs(length - stretched) <= 1 / Double(media)
            ledger.record("\(name) segment \(index) source duration", holds: holds, "\(length)", "\(stretched)")
        }
    }

    private func expect(_ fact: String, _ ours: CMTime, _ theirs: CMTime, _ ledger: inout TruthLedger) {
        ledger.record(fact, holds: ours == theirs, ours.exact, theirs.exact)
    }

    private static func mediaType(ofHandler handler: String) -> AVMediaType? {
        switch handler {
        case "vide": .video
        case "soun": .audio
        case "meta": .metadata
        case "clcp": .closedCaption
        case "tmcd": .timecode
        case "sbtl", "subt", "subp": .subtitle
        case "text": .text
        default: nil
        }
    }
}
