import Foundation

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitISOMedia
@testable import AssetKitMedia

/// Compares the samples of one track with FFmpeg's packets of it.
struct ISOPacketComparison {
    let entry: ISOCorpus.Entry
    let movie: ISOMovie
    let track: ISOTrack
    let packets: [String: Any]
    /// FFmpeg makes packets of many samples, which only their bytes tell of.
    let isPCM: Bool

    private var name: String { "\(entry) track \(track.id)" }
    private func number(_ key: String) -> Int { packets[key] as? Int ?? Int.min }

    /// The one edit that shows something, and how long nothing is shown before it, in ticks of the movie.
    private var edit: (edit: ISOEditList.Edit, empty: UInt64)? {
        guard let edits = track.edits?.edits, let last = edits.last, !last.isEmpty else { return nil }
        return (last, edits.dropLast().reduce(0) { $0 + $1.duration })
    }

    /// FFmpeg ends an edit with the first sample that reaches its end. Of pictures and the like it must be a key sample, so
    /// that what lies between is still there; and the second one, when they are reordered.
    private var samples: [ISOSample] {
        let all = Array(track.samples.samples())
        guard let edit = edit?.edit, edit.duration > 0 else { return all }
        let length = Double(edit.duration) * Double(track.media.timescale) / Double(movie.header.timescale)
        let end = edit.mediaTime + Int64(length.rounded())
        let isSound = track.handler.type == "soun"
        let ends = all.indices.lazy.filter { all[$0].presentationEnd >= end && (all[$0].isSync || isSound) }
        let waits = !isSound && track.samples.compositionOffsets.count > 0
        return ends.dropFirst(waits ? 1 : 0).first.map { Array(all[...$0]) } ?? all
    }

    func compare(_ window: ByteWindow, _ findings: inout ISOFindings) throws {
        let samples = samples
        let bytes = samples.reduce(0) { $0 + Int($1.size) }
        // FFmpeg gives up at a fragment whose encryption it cannot keep apart from the last one's.
        if entry.tags.contains("encrypted"), movie.fragmentCount > 1, number("packets") < samples.count {
            findings.compare("\(name) first fragment", number("packets") > 0, true)
            return
        }
        // FFmpeg unwraps captions, whose bytes change by that.
        if track.descriptions.first??.format != "c608" { findings.compare("\(name) bytes", bytes, number("bytes")) }
        if isPCM {
            findings.compare("\(name) bytes of all", Int(track.samples.facts.byteCount), number("bytes"))
            return
        }
        findings.compare("\(name) count", samples.count, number("packets"))
        let keys = samples.filter(\.isSync).count - (try fakeKeys(samples, window))
        findings.compare("\(name) key samples", keys, number("keyframes"))
        let times = samples.map(\.presentationTime)
        guard let first = times.min(), let last = times.max() else { return }
        findings.compare("\(name) first time", Int(first) + shift, number("min_pts"))
        findings.compare("\(name) last time", Int(last) + shift, number("max_pts"))
        let isReordered = zip(times, times.dropFirst()).contains { $0 > $1 }
        findings.compare("\(name) reordering", isReordered, packets["reordered"] as? Bool)
        if samples.count == track.samples.count {
            let facts = track.samples.facts
            findings.compare("\(name) fact of the first time", facts.firstPresentationTime, first)
            findings.compare("\(name) fact of the last time", facts.lastPresentationTime, last)
            findings.compare("\(name) fact of reordering", facts.needsReordering, isReordered)
            findings.compare("\(name) fact of the end", facts.presentationEnd, samples.map(\.presentationEnd).max())
        }
        compareLookups(samples, &findings)
    }

    /// FFmpeg moves the start of an edit to 0 behind what is shown of nothing; with pictures it moves the first one that
    /// is shown there, wherever between two pictures the edit starts.
    private var shift: Int {
        guard let (edit, empty) = edit else { return 0 }
        let delay = Double(empty) * Double(track.media.timescale) / Double(movie.header.timescale)
        var start = Int(edit.mediaTime)
        let shown = track.samples.samples().map { Int($0.presentationTime) }.filter { $0 >= start }.min()
        if track.handler.type == "vide" || track.handler.type == "pict" { start = shown ?? start }
        // When all samples start before the edit, unless they are sound, nothing is moved.
        if shown == nil, track.handler.type != "soun" { start = 0 }
        return Int(delay.rounded()) - start
    }

    /// FFmpeg asks its parser of H.264 whether a sample that the file calls a key really has a key picture.
    private func fakeKeys(_ samples: [ISOSample], _ window: ByteWindow) throws -> Int {
        guard entry.tags.contains("fragmented"), track.descriptions.first??.format == "avc1",
            number("keyframes") < samples.filter(\.isSync).count
        else { return 0 }
        return try samples.filter(\.isSync).count { sample in
            let bytes = try window.bytes(at: sample.offset, count: Int(sample.size))
            var fields = ISOFields(bytes, of: "mdat")
            while let size = try? fields.u32(), var unit = try? fields.part(Int(size)), let head = try? unit.u8() {
                if head & 31 == 5 { return false }
            }
            return true
        }
    }

    /// Looking samples up one by one gives what going through them does.
    private func compareLookups(_ samples: [ISOSample], _ findings: inout ISOFindings) {
        let step = max(1, samples.count / 50)
        for sample in samples where sample.index % step == 0 {
            if track.samples[sample.index] != sample { findings.note("\(name): sample \(sample.index) is not found") }
            let found = track.samples.index(decodedAt: sample.decodeTime).flatMap { track.samples[$0] }
            if found?.decodeTime != sample.decodeTime {
                findings.note("\(name): time \(sample.decodeTime) is not found")
            }
        }
    }

    /// The end of the last packet, which FFmpeg often guesses.
    var endIsEqual: Bool {
        guard let end = track.samples.facts.presentationEnd else { return false }
        return Int(end) + shift == number("end_pts")
    }
}
