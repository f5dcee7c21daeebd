internal import AssetKitBase
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Finds out how fine the edges of a cut have to be, for codecs whose samples do not tell how fine they are: the first
/// pictures are encoded on trial, and their bytes held against those of the source.
struct SpliceTrial {
    /// As many pictures are enough. The first one stands alone, which the source's may not, so it does not count.
    private static let pictureCount = 17
    /// What is fine enough for nobody to see takes about twice the bytes (measured with H.264, of which the quantizer is
    /// known).
    private static let bytes = 2.0

    let source: TrackSource
    let copy: LoadedSource
    /// The part of the asset's timeline that is cut out.
    let range: CMTimeRange
    let session: ReadingSession

    /// The same work at a rate that takes about so many bytes.
    func settled(_ rendering: PictureRendering) throws -> PictureRendering {
        guard case .quality(let quality) = rendering.encoding.rate, let scale = rendering.encoding.codec.traits.scale,
            let (stretch, places) = pictures(of: rendering)
        else { return rendering }
        let index = copy.tracks[0].index
        let own = places.dropFirst().reduce(0) { $0 + max(0, index[$1].byteCount) }
        let made = try trial(rendering, stretch)
        guard own > 0, made > 0 else { return rendering }
        var rendering = rendering
        let wanted = Self.bytes * Double(own)
        let factor = scale.refined(scale.value(quality), by: wanted / Double(made))
        rendering.encoding.rate = .crf(factor)
        return rendering
    }

    /// The pictures that are tried, and when they are shown; nil where there are too few.
    private func pictures(of rendering: PictureRendering) -> (CMTimeRange, [Int])? {
        let track = copy.tracks[0]
        for chunk in rendering.chunks.map(\.wrappedValue) {
            guard let stretch = track.stretches(in: chunk, copy).first, !stretch.isHeld else { continue }
            let cutter = StretchCutter(index: track.index, stretch: stretch)
            let bound = cutter.limit(stretch.source.end)
            guard let first = cutter.sample(shownAt: stretch.source.start, before: bound) else { continue }
            let start = track.index.rank(of: first)
            let ranks = (start..<min(start + Self.pictureCount, track.index.count)).prefix {
                cutter.ticks(of: track.index.order[$0]) < bound
            }
            guard ranks.count >= 4, let last = ranks.last.map({ track.index.order[$0] }) else { continue }
            let end = CMTimeMinimum(stretch.assetTime(of: cutter.end(of: last)), chunk.end)
            return (CMTimeRange(start: chunk.start, end: end), ranks.map { track.index.order[$0] })
        }
        return nil
    }

    /// The bytes of all samples but the first.
    private func trial(_ rendering: PictureRendering, _ stretch: CMTimeRange) throws -> Int {
        var short = rendering
        short.chunks = [CodableCMTimeRange(stretch)]
        let renderer = try ChunkRenderer(short, number: 0, of: source, in: range, session, isEdge: true)
        var sizes: [Int] = []
        try renderer.run { _ in
            try session.flag.check()
        } _: { sample in
            sizes.append(sample.data.dataLength)
        }
        return sizes.dropFirst().reduce(0, +)
    }
}

extension PictureCodecTraits.Scale {
    /// The number that gives so many times the bytes that another does. It stays within the finer half of the scale.
    func refined(_ number: Double, by ratio: Double) -> Double {
        // Bytes double as the quantizer halves: that is a step of six of x264's and x265's factors, and a sixth of the way
        // in other scales.
        let step = range.upperBound <= 51 ? 6 : 10.0
        let refined = isGeometric ? number / ratio : number - step * log2(ratio)
        return min(max(refined, best, range.lowerBound), value(0.5))
    }
}
