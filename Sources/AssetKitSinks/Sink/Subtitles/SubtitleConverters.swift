internal import CMTimeLib

/// The converters of a new file's tracks. Not Sendable: one stage owns it.
package final class SubtitleConverters {
    private var converters: [SubtitleConverter?]
    /// How many texts have been written that did not come of one sample each, by their tracks.
    package private(set) var textCounts: [Int: Int] = [:]

    /// For each track what its text becomes; nil for samples that stay as they are.
    package init(_ targets: [SubtitleTarget?], _ tracks: [SinkTrack]) {
        converters = zip(targets, tracks).map { target, track in
            target.map { SubtitleConverter(to: $0, timescale: track.timescale) }
        }
    }

    package func write(_ sample: SinkSample, from form: SubtitleForm, to track: Int, _ sink: any MediaSink) throws {
        for made in try converters[track]?.convert(sample, from: form) ?? [sample] { try sink.write(made, to: track) }
    }

    /// Writes a text that came of several samples.
    package func write(_ cue: SubtitleFile.Cue, to track: Int, _ sink: any MediaSink) throws {
        textCounts[track, default: 0] += 1
        let samples = try converters[track]?.convert([cue.text], from: cue.start, to: cue.end) ?? []
        for made in samples { try sink.write(made, to: track) }
    }

    /// Hands over what is left at the end.
    package func finish(_ sink: any MediaSink) throws {
        for track in converters.indices {
            for made in try converters[track]?.finish() ?? [] { try sink.write(made, to: track) }
        }
    }
}
