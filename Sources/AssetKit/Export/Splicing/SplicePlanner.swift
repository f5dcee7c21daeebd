internal import CMTimeLib
internal import Foundation

/// Finds out how a track of pictures is cut exactly with most of it copied. It reads samples, so it blocks.
struct SplicePlanner {
    /// Why pictures cannot be cut this way.
    struct Obstacle: Error, Hashable {
        var reason: String
    }

    let source: TrackSource
    let copy: CopySource
    let range: CMTimeRange
    /// Places of samples that no copied run may begin with: it was tried, and the pictures were others.
    var refused: Set<Int> = []

    /// The quantizer of encoded pictures beside the mean one of those they stand for: so much finer that what is lost again
    /// is less than half a decibel. Where much has been lost already, less is enough.
    private static func edgeQuantizer(_ quantizer: Double) -> Int {
        Int(quantizer.rounded()) - (quantizer < 23 ? 9 : quantizer < 25 ? 8 : 7)
    }

    private var track: CopySource.Track { copy.tracks[0] }
    private var facts: TrackFacts { source.facts }

    /// The plan; nil where nothing can be copied, because the range lies within one group. `edges` says how pictures are
    /// encoded where that is needed.
    func plan(_ session: ReadingSession, edges: () throws -> PictureWork) throws -> SpliceWork? {
        guard facts.descriptions.count == 1 else {
            throw Obstacle(reason: "its samples have several descriptions")
        }
        let samples = try SpliceSamples(source, track.index, session)
        let splicer = try splicer()
        let cuts = try track.stretches(in: range, copy).map { stretch in
            let cutter = SpliceCutter(index: track.index, stretch: stretch) { try entry(of: $0, samples, splicer) }
            return try splicer == nil ? cutter.standingAlone : cutter.cut()
        }
        guard cuts.contains(where: { $0.run != nil }) else { return nil }
        var work = SpliceWork(parts: [], timescale: 0, delay: 0)
        var chunks: [CMTimeRange] = []
        for cut in cuts { append(cut, to: &work, &chunks) }
        let timescale = facts.timescale > 0 ? track.index.tick.denominator : 90_000
        work.timescale = ExportTimescale.timescale(of: timescale, startingAt: range.start)
        work.delay = work.runs.map { SpliceRun.delay(of: $0.samples, in: track.index) }.max() ?? 0
        guard !chunks.isEmpty else { return work }
        var pictures = try edges()
        pictures.chunks = chunks.map { CodableCMTimeRange($0) }
        try adapt(&pictures.encoding, to: work, chunks, samples, splicer)
        work.delay = max(work.delay, pictures.encoding.delay)
        work.edges = pictures
        return work
    }

    // MARK: Parts

    private func append(_ cut: SpliceCut, to work: inout SpliceWork, _ chunks: inout [CMTimeRange]) {
        func encode(_ range: CMTimeRange, _ why: String) {
            work.parts.append(.encoded(chunks.count, pictureCount: pictureCount(in: range), why: why))
            chunks.append(range)
        }
        if let head = cut.head {
            let why = cut.run == nil ? "no key picture to copy from is in it" : "its group begins before the cut"
            encode(head, why)
        }
        if let run = cut.run {
            work.parts.append(
                .copied(
                    SpliceRun(
                        samples: run.samples,
                        entry: run.entry,
                        shift: run.offset - range.start,
                        range: run.range,
                        clipsFirst: run.clipsFirst
                    )
                )
            )
        }
        if let tail = cut.tail { encode(tail, "the pictures before them in the file are shown behind the cut") }
    }

    /// How many pictures are shown within a range of the asset's timeline.
    private func pictureCount(in range: CMTimeRange) -> Int {
        let index = track.index
        return track.stretches(in: range, copy).reduce(0) { sum, stretch in
            if stretch.isHeld { return sum + 1 }
            let cutter = StretchCutter(index: index, stretch: stretch)
            let bound = cutter.limit(stretch.source.end)
            guard let first = cutter.sample(shownAt: stretch.source.start, before: bound),
                let last = index.index(presentedAt: bound.subtractingClamped(1))
            else { return sum }
            return sum + max(0, index.rank(of: last) - index.rank(of: first) + 1)
        }
    }

    // MARK: The codec

    /// What joins pictures of the codec; nil for one whose pictures stand alone.
    private func splicer() throws -> SampleSplicer? {
        if facts.hasStandaloneSamples { return nil }
        do {
            return try SampleSplicer(codec: facts.decoderName, header: facts.codecHeader)
        } catch let obstacle as SpliceObstacle {
            throw Obstacle(reason: obstacle.reason)
        } catch let error as BitstreamError {
            throw Obstacle(reason: "the codec's header cannot be read (\(error))")
        }
    }

    private func entry(
        of place: Int,
        _ samples: SpliceSamples,
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

    // MARK: The edges

    /// Makes what the edges are encoded with fit what is copied.
    private func adapt(
        _ encoding: inout PictureEncoding,
        to work: SpliceWork,
        _ chunks: [CMTimeRange],
        _ samples: SpliceSamples,
        _ splicer: SampleSplicer?
    ) throws {
        encoding.timescale = work.timescale
        encoding.threadCount = PictureEncoding.usualThreadCount
        // The whole edge is one group: only its first picture stands alone.
        encoding.keyFrameInterval.pictures = Int(Int32.max)
        switch encoding.codec {
        case .h264, .hevc: encoding.allowsReordering = work.delay >= 2
        // Their headers say whether pictures are out of order, and decoders go wrong where the next one says otherwise.
        case .mpeg4, .mpeg2: encoding.allowsReordering = work.delay > 0 || facts.requiresReordering
        default: encoding.allowsReordering = false
        }
        // A header that makes no sense is refused by the splicer, which compares it with the encoder's.
        if encoding.codec == .mpeg4, let header = try? MPEG4VideoHeader(stream: facts.codecHeader[...]) {
            encoding.usesQuantizerMatrices = header.layer.usesQuantizerMatrices == true
        }
        guard encoding.rate != .lossless, let splicer else { return }
        if let quantizer = try quantizer(chunks, samples, splicer) {
            // A rate factor would follow what pictures hold instead.
            if encoding.codec == .h264 { encoding.rate = .quantizer(Self.edgeQuantizer(quantizer)) }
        }
    }

    /// The mean quantizer of the pictures that the edges are decoded from; nil where the codec does not tell it.
    private func quantizer(
        _ chunks: [CMTimeRange],
        _ samples: SpliceSamples,
        _ splicer: SampleSplicer
    ) throws -> Double? {
        var (sum, count) = (0, 0)
        for chunk in chunks {
            for stretch in track.stretches(in: chunk, copy) {
                let cutter = StretchCutter(index: track.index, stretch: stretch)
                let bound = cutter.limit(stretch.source.end)
                guard let first = cutter.sample(shownAt: stretch.source.start, before: bound),
                    let last = cutter.lastNeeded(before: bound)
                else { continue }
                let start = track.index.decodingStart(for: first)
                for place in start...max(start, last) {
                    let found = try samples.withBytes(of: place) { bytes in
                        do { return try splicer.quantizers(bytes) } catch is BitstreamError {
                            return (sum: 0, count: 0)
                        }
                    }
                    (sum, count) = (sum + found.sum, count + found.count)
                }
            }
        }
        return count > 0 ? Double(sum) / Double(count) : nil
    }
}

extension PictureEncoding {
    /// How many samples are decoded before the first picture is shown, at most.
    fileprivate var delay: Int {
        guard allowsReordering, codec.traits.reorders else { return 0 }
        return [.h264, .hevc].contains(codec) ? 2 : 1
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
    var hasStandaloneSamples: Bool {
        [
            "prores", "mjpeg", "mjpegb", "dnxhd", "jpeg2000", "png", "rawvideo", "v210", "v210x", "v410", "r210",
            "huffyuv", "ffvhuff", "utvideo", "magicyuv", "hap", "cfhd", "dvvideo", "jpegls", "tiff", "bmp", "targa",
            "webp", "speedhq", "r10k", "avrp", "yuv4", "v308", "v408",
        ].contains(decoderName)
    }

    /// The codec's header, as the box that MP4 has for it holds it.
    var codecHeader: [UInt8] {
        let atoms = descriptions.first?.atoms ?? [:]
        if let header = ["avcC", "hvcC", "av1C", "vpcC"].lazy.compactMap({ atoms[$0] }).first { return header }
        // A descriptor that makes no sense has no header; the splicer asks the samples for it, or refuses.
        guard let record = atoms["esds"], let found = try? ElementaryStreamDescriptor(record: record[...])
        else { return [] }
        return found.decoderConfiguration ?? []
    }
}
