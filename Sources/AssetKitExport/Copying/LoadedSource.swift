internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// A file whose samples are copied, with the lists of its samples.
struct LoadedSource: Sendable {
    let input: MediaInput
    let facts: MediaFacts
    let tracks: [Track]
    /// What people know it by, where it is a file that has been made of the one that they know.
    var original: String?
    /// That file, where nobody needs it when it has been copied.
    var clipFile: ClipFile?

    /// A track that has samples.
    struct Track: Sendable {
        let facts: TrackFacts
        let index: SampleIndex
        /// The container has a table of the samples, so that they are found without a demuxer.
        let isTabled: Bool
        /// The stored time that is zero on the asset's timeline, for containers without edits.
        var origin = CMTime.zero
        /// How much the container's clock may be off, where times have been counted that it rounds.
        var clockError = CMTime.zero

        /// Samples are found in the file without a demuxer, so many bytes behind where the list has them; nil where one is
        /// needed.
        var payloadOffset: Int64? { isTabled ? 0 : index.table.payloadOffset }

        /// How much of the last packet of sound is over before its own length says so.
        var hiddenAtEnd: CMTime {
            switch facts.knownCodec {
            case .mp3: hiddenByContainer
            case .opus, .vorbis: shortenedAtEnd == .zero ? hiddenByContainer : .zero
            default: .zero
            }
        }

        /// How much longer the last packet of sound is than the demuxer says, which has taken off what is hidden.
        var shortenedAtEnd: CMTime {
            switch facts.knownCodec {
            // In Ogg; of packets that are counted all is as long as their blocks make it.
            case .vorbis: return clockError > .zero ? .zero : hiddenByContainer
            case .opus:
                // In Ogg it is shorter than the one before; in Matroska it is not.
                guard index.count > 1, let hidden = index.tick.ticks(at: hiddenByContainer) else { return .zero }
                let (last, usual) = (index[index.count - 1].durationTicks, index[index.count - 2].durationTicks)
                return last.addingClamped(hidden) <= usual ? hiddenByContainer : .zero
            default: return .zero
            }
        }

        private var hiddenByContainer: CMTime {
            guard let table = index.table as? PacketTable, let rate = facts.audio?.sampleRate, rate >= 1 else {
                return .zero
            }
            // No packet is longer than a second.
            let count = min(max(0, table.framesHiddenAtEnd), Int(rate))
            return CMTime(value: Int64(count), timescale: CMTimeScale(rate))
        }

        /// The stretches of a range of the asset's timeline.
        func stretches(in range: CMTimeRange, _ source: LoadedSource) -> [MediaStretch] {
            let track = TrackSource(
                input: source.input,
                container: source.facts.container,
                facts: facts,
                index: isTabled ? index : nil
            )
            return track.stretches(in: range, origin: isTabled ? .zero : origin)
        }
    }

    /// It is what a file will be that has not been made yet: its samples are in no file.
    var isForecast: Bool { original != nil && clipFile == nil }

    /// What people know it by.
    var name: String { original ?? input.name }

    /// From zero to the end of what is presented.
    var duration: CMTime {
        if facts.duration.isNumeric { return facts.duration }
        let ends = tracks.compactMap { track -> CMTime? in
            let everything = CMTimeRange(start: .zero, duration: .positiveInfinity)
            guard let last = track.stretches(in: everything, self).last else { return nil }
            let cutter = StretchCutter(index: track.index, stretch: last)
            return cutter.lastNeeded(before: .max).map { last.assetTime(of: cutter.end(of: $0)) }
        }
        return ends.filter(\.isNumeric).max() ?? .zero
    }
}

extension LoadedSource.Track {
    /// The same track for those who plan, and for those who read it.
    func trackSource(in source: LoadedSource) -> TrackSource {
        TrackSource(
            input: source.input,
            container: source.facts.container,
            facts: facts,
            index: isTabled ? index : nil,
            startTime: source.facts.startTime
        )
    }
}

extension LoadedSource {
    /// The same source with the stored times that are zero on the asset's timeline, and times of sound counted from there
    /// where the container rounds them. It may have to open the file.
    func withOrigins() throws -> LoadedSource {
        guard tracks.contains(where: { !$0.isTabled }) else { return self }
        // FFmpeg counts an MP3's declared delay as time, and says that the sound starts behind it.
        let media = facts.knownContainer == .mp3 ? try opened() : nil
        let tracks = try tracks.map { track in
            var track = track
            let source = TrackSource(
                input: input,
                container: facts.container,
                facts: track.facts,
                index: nil,
                startTime: facts.startTime
            )
            track.origin = (try media?.origin(of: source) ?? facts.startTime).inLowestTerms
            return track.counted
        }
        return LoadedSource(input: input, facts: facts, tracks: tracks)
    }

    private func opened() throws -> OpenedMedia {
        try OpenedMedia(input, counters: RenderCounters(), flag: CancellationFlag())
    }
}

extension LoadedAsset {
    /// What lists the samples of a track; nil for one that has none of its own, because what it tells stands in others.
    /// Throws where there are samples and they cannot be listed or copied.
    func listableSamples(of track: AVAssetTrack) throws -> AssetSamples? {
        let trackID = track.trackID
        guard !facts.chapterTracks.contains(trackID), let samples = track.samples else { return nil }
        if let obstacle = samples.obstacle(toListing: trackID) { throw obstacle }
        guard samples.canList(trackID) else { return nil }
        if track.facts.isProtected {
            throw MediaProblem(code: .contentIsProtected, reason: "track \(trackID) is encrypted")
        }
        guard track.facts.isSelfContained else {
            let reason = "the samples of track \(trackID) lie in another file, which it may not open"
            throw MediaProblem(code: .referenceForbiddenByReferencePolicy, reason: reason)
        }
        return samples
    }
}

extension CMTime {
    /// The same time at the smallest timescale that has it: sums with it are less likely to need rounding.
    var inLowestTerms: CMTime {
        guard isNumeric, timescale > 0, value != .min else { return self }
        var (left, right) = (abs(value), Int64(timescale))
        while right != 0 { (left, right) = (right, left % right) }
        return left > 1 ? CMTime(value: value / left, timescale: CMTimeScale(Int64(timescale) / left)) : self
    }
}
