internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitBitstream
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Finds out how a track of pictures is cut exactly with most of it copied. It reads samples, so it blocks.
struct SplicePlanner {
    /// Why pictures cannot be cut this way.
    struct Obstacle: Error, Hashable {
        var reason: String
    }

    let source: TrackSource
    let copy: LoadedSource
    let range: CMTimeRange
    /// Places of samples that no copied run may begin with: it was tried, and the pictures were others.
    var refused: Set<Int> = []

    var track: LoadedSource.Track { copy.tracks[0] }
    var facts: TrackFacts { source.facts }

    /// The plan; nil where nothing can be copied, because the range lies within one GOP. `edges` says how pictures are
    /// encoded where that is needed.
    func plan(_ session: ReadingSession, edges: () throws -> PictureRendering) throws -> SplicePlan? {
        let samples = try PlacedSamples(source, track.index, session)
        let stretches = try describedStretches()
        let splicers = try splicers(Set(stretches.map(\.description)))
        let cuts = try stretches.map { stretch, description in
            let splicer = splicers[description]
            let cutter = SpliceCutter(index: track.index, stretch: stretch) { try entry(of: $0, samples, splicer) }
            return (try splicer == nil ? cutter.standingAlone : cutter.cut(), description)
        }
        guard cuts.contains(where: { $0.0.run != nil }) else { return nil }
        var pictures = try cuts.contains { $0.0.head != nil || $0.0.tail != nil } ? edges() : nil
        var splice = SplicePlan(sections: [], timescale: 0, delay: 0)
        var chunks: [CMTimeRange] = []
        for (cut, description) in cuts {
            append(cut, description, pictures?.fileTimescale, to: &splice, &chunks)
        }
        let timescale = facts.timescale > 0 ? track.index.tick.denominator : 90_000
        splice.timescale = ExportTimescale.timescale(of: timescale, cutAt: range)
        splice.delay = splice.runs.map { SpliceRun.delay(of: $0.samples, in: track.index) }.max() ?? 0
        pictures?.chunks = chunks.map { CodableCMTimeRange($0) }
        guard var edges = pictures else { return splice }
        try adapt(&edges.encoding, to: splice, chunks, samples, splicers)
        splice.delay = max(splice.delay, edges.encoding.delay)
        splice.edges = edges
        return splice
    }

    // MARK: Parts

    private func append(
        _ cut: SpliceCut,
        _ description: Int,
        _ fileTimescale: CMTimeScale?,
        to splice: inout SplicePlan,
        _ chunks: inout [CMTimeRange]
    ) {
        func encode(_ range: CMTimeRange, _ why: String) {
            let count = pictureCount(in: range, fileTimescale)
            let edge = SpliceEdge(number: chunks.count, pictureCount: count, why: why, description: description)
            splice.sections.append(.encoded(edge))
            chunks.append(range)
        }
        if let head = cut.head {
            let why = cut.run == nil ? "no key picture to copy from is in it" : "its group begins before the cut"
            encode(head, why)
        }
        if let run = cut.run {
            splice.sections.append(
                .copied(
                    SpliceRun(
                        samples: run.samples,
                        entry: run.entry,
                        shift: run.offset - range.start,
                        range: run.range,
                        clipsFirst: run.clipsFirst,
                        description: description
                    )
                )
            )
        }
        if let tail = cut.tail { encode(tail, "the pictures before them in the file are shown behind the cut") }
    }

    /// How many pictures a file can show within a range of the asset's timeline.
    private func pictureCount(in range: CMTimeRange, _ fileTimescale: CMTimeScale?) -> Int {
        let index = track.index
        return track.stretches(in: range, copy).reduce(0) { sum, stretch in
            if stretch.isHeld { return sum + 1 }
            let cutter = StretchCutter(index: index, stretch: stretch)
            let bound = cutter.limit(stretch.source.end)
            guard let first = cutter.sample(shownAt: stretch.source.start, before: bound),
                let last = index.index(presentedAt: bound.subtractingClamped(1))
            else { return sum }
            let count = max(0, index.rank(of: last) - index.rank(of: first) + 1)
            // The first may show for less than the file counts.
            guard let fileTimescale, count > 1 else { return sum + count }
            let (start, end) = (stretch.target.start, stretch.assetTime(of: cutter.end(of: first)))
            let isTooShort = (start - self.range.start).isSameTick(as: end - self.range.start, fileTimescale)
            return sum + count - (isTooShort ? 1 : 0)
        }
    }

    // MARK: The codec

    /// What joins pictures of the codec, by their descriptions; nothing for one whose pictures stand alone.
    private func splicers(_ descriptions: Set<Int>) throws -> [Int: SampleSplicer] {
        if facts.hasStandaloneSamples { return [:] }
        let formats = facts.formatDescriptions
        guard Set(formats.map(\.subtype)).count <= 1 else {
            throw Obstacle(reason: "its samples are of several codecs")
        }
        var splicers: [Int: SampleSplicer] = [:]
        for number in descriptions {
            guard formats.indices.contains(number) else { throw Obstacle(reason: SpliceFormat.lackOfFormat) }
            do {
                splicers[number] = try facts.splicer(formats[number].codecHeader)
            } catch let obstacle as SpliceObstacle {
                throw Obstacle(reason: obstacle.reason)
            } catch let error as BitstreamError {
                throw Obstacle(reason: "the codec's header cannot be read (\(error))")
            }
        }
        return splicers
    }

    private func entry(
        of place: Int,
        _ samples: PlacedSamples,
        _ splicer: SampleSplicer?
    ) throws -> SpliceRun.Entry? {
        let sample = track.index[place]
        guard sample.isSync || sample.isPartialSync, !refused.contains(place), let splicer else { return nil }
        let entry = try samples.withBytes(of: place) { bytes in
            // One that makes no sense is encoded with what is around it.
            do { return try splicer.entry(bytes) } catch is BitstreamError { return .none }
        }
        switch entry {
        case .clean: return .clean
        case .rewritten: return .rewritten
        case .none, .decodeOnly: return nil
        }
    }
}

extension SpliceCutter {
    /// The cut of pictures that stand alone: all of them are copied, and the first one begins with the stretch.
    var standingAlone: SpliceCut {
        let times = StretchCutter(index: index, stretch: stretch)
        guard !stretch.isHeld, stretch.hasNormalRate,
            let cut = times.pictures(showsAccessPoint: false, endsComplete: true), let first = cut.samples.first,
            // Samples may be marked otherwise all the same.
            times.sample(shownAt: cut.source.start, before: .max) == first.lowerBound
        else { return SpliceCut(head: stretch.target) }
        let begin = index.tick.time(index.table.presentationTicks(of: first.lowerBound))
        return SpliceCut(
            run: .init(
                samples: cut.samples,
                entry: .clean,
                range: cut.target,
                offset: cut.target.start - cut.source.start,
                clipsFirst: begin < cut.source.start
            )
        )
    }
}

extension TrackFacts {
    /// Every picture stands alone.
    var hasStandaloneSamples: Bool { traits.habits.contains(.standsAlone) }
}
