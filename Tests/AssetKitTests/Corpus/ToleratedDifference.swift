/// A difference from another tool that is that tool's mistake.
///
/// A rule goes by class, container, tags, boxes and `disagreements`, never by the name of a file, and says which tool is
/// wrong and what proves it.
struct ToleratedDifference: Sendable {
    let name: String
    /// The tool that is wrong.
    let tool: String
    /// The box or packet that proves it.
    let proof: String
    let applies: @Sendable (Difference) -> Bool

    /// The name of the rule that allows a difference; nil for none.
    static func rule(for fact: String, _ ours: String, _ theirs: String, of entry: CorpusEntry) -> String? {
        let difference = Difference(entry: entry, fact: fact, ours: ours, theirs: theirs)
        return all.first { $0.applies(difference) }?.name
    }

    static let all = boxes + pictures + sound
}

/// One fact that another tool has otherwise.
struct Difference {
    let entry: CorpusEntry
    let fact: String
    let ours: String
    let theirs: String

    /// The last word of the fact is one of these.
    func isAbout(_ words: String...) -> Bool { words.contains { fact == $0 || fact.hasSuffix(" " + $0) } }

    /// Something was told, only another thing.
    var isTold: Bool { ours != "not told" }

    func isOurs(seconds: Double?) -> Bool {
        guard let seconds, let ours = Double(ours) else { return false }
        return abs(ours - seconds) <= 0.06
    }

    /// Ours is so many less than theirs.
    func isBelowTheirs(by count: Int64) -> Bool {
        guard let ours = Int64(ours), let theirs = Int64(theirs) else { return false }
        return theirs - ours == count
    }

    var isBelowTheirs: Bool {
        guard let ours = Int64(ours), let theirs = Int64(theirs) else { return false }
        return ours < theirs
    }

    var isAboveTheirs: Bool {
        guard let ours = Int64(ours), let theirs = Int64(theirs) else { return false }
        return ours > theirs
    }

    /// The stream that the fact is about.
    var stream: ProbedStream? {
        let words = fact.split(separator: " ")
        guard words.count > 2, words[0] == "stream", let index = Int(words[1]) else { return nil }
        return entry.streams.first { $0.index == index }
    }

    /// The boxes count other samples than ffprobe has packets.
    var hasOtherBoxCount: Bool {
        guard let stream, let id = stream.identifier, let packets = entry.packets?["\(stream.index)"]?.packets,
            let count = entry.bmff?.tracks.first(where: { $0.id == id })?.samples, count > 0
        else { return false }
        return count != packets && (!isAbout("samples") || ours == "\(count)")
    }
}

extension CorpusEntry {
    /// How long the edits of the longest track are.
    var editedSeconds: Double? {
        guard let scale = bmff?.movie?.timescale, scale > 0 else { return nil }
        let lengths = (bmff?.tracks ?? []).compactMap { $0.edits?.reduce(0) { $0 + $1[0] } }
        return lengths.max().map { $0 / Double(scale) }
    }

    /// The end of the last packet of all, where every packet has a time.
    var packetSeconds: Double? {
        streams.compactMap { stream in
            guard let known = packets?["\(stream.index)"], known.noPts == 0, let end = known.endPts else { return nil }
            return stream.seconds(end)
        }.max()
    }

    /// How long the sound is that comes out of the only stream's decoder.
    var decodedSeconds: Double? {
        guard streams.count == 1, let stream = streams.first, let samples = frames?["\(stream.index)"]?.samples,
            let rate = stream.sampleRate.flatMap(Double.init), rate > 0
        else { return nil }
        return Double(samples) / rate
    }

    /// The duration that one tool measured.
    func seconds(by tool: String) -> Double? { duration?[tool] ?? nil }

    /// The presentation time of the first packet of all.
    var firstSeconds: Double? {
        streams.compactMap { stream in
            packets?["\(stream.index)"]?.minPts.flatMap(stream.seconds)
        }.min()
    }
}

extension ProbedStream {
    /// Pictures a second as ffprobe has them.
    var averageRate: Double? {
        let parts = (avgFrameRate ?? "").split(separator: "/").compactMap { Double($0) }
        return parts.count == 2 && parts[0] > 0 && parts[1] > 0 ? parts[0] / parts[1] : nil
    }

    /// Ticks of the stream in seconds.
    func seconds(_ ticks: Int64) -> Double? {
        let parts = (timeBase ?? "").split(separator: "/").compactMap { Double($0) }
        return parts.count == 2 && parts[1] > 0 ? Double(ticks) * parts[0] / parts[1] : nil
    }
}

extension CorpusEntry.Packets {
    /// Packets a second, from the first to the last.
    func rate(in stream: ProbedStream) -> Double? {
        guard let minPts, let maxPts, packets > 1, let span = stream.seconds(maxPts - minPts), span > 0 else {
            return nil
        }
        return Double(packets - 1) / span
    }
}
