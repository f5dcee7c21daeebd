internal import AssetKitCore
internal import AssetKitSinks
internal import AssetKitSources
internal import Foundation

// What pictures lose when they are encoded.
extension PicturePlanner {
    /// What the source has and the encoder cannot make, and what was asked for and does not come out: sentences.
    func losses(of encoding: PictureEncoding) throws -> [String] {
        let precision = precisionLosses(encoding)
        let others = [try rounding(encoding), precision.isEmpty ? certaintyLoss(encoding) : nil].compactMap { $0 }
        return alphaLosses(encoding) + precision + others
    }

    /// Fewer bits or less colour, where all of it was to be kept: as the source has it, or in a codec that people
    /// choose for that.
    private func precisionLosses(_ encoding: PictureEncoding) -> [String] {
        guard options.matchesSource || encoding.codec.traits.isForKeeping else { return [] }
        let (name, depth) = (encoding.codec.traits.name, video.bitDepth ?? 8)
        var losses: [String] = []
        if depth > encoding.storedDepth {
            losses.append("its pictures have \(depth) bits, and \(name) is made with \(encoding.storedDepth) here")
        }
        if let made = encoding.madeChroma, let own = ownChroma, made.rawValue < own.rawValue {
            losses.append("its pictures have \(own.title) colour, and \(name) is made with \(made.title) here")
        }
        return losses
    }

    /// How many pixels of the source share colour, in the words of encoders; nil for what nothing tells.
    private var ownChroma: EncoderLayout.Chroma? {
        switch video.chroma {
        case "4:2:0": .yuv420
        case "4:2:2", "4:1:1": .yuv422
        case "4:4:4", "4:4:0", "RGB": .yuv444
        default: nil
        }
    }

    /// A source without loss, whose codec cannot be made so.
    private func certaintyLoss(_ encoding: PictureEncoding) -> String? {
        guard options.matchesSource, facts.isLossless, encoding.rate != .lossless, options.encodesByHabit else {
            return nil
        }
        let (name, depth) = (encoding.codec.traits.name, video.bitDepth ?? 8)
        return "its pictures are without loss, and \(name) of \(depth) bits cannot be made so here"
    }

    /// What is said where the size that was asked for, or the source's own, is not what comes out.
    private func rounding(_ encoding: PictureEncoding) throws -> String? {
        let layout = try layout(encoding.codec)
        let (name, coded) = (encoding.codec.traits.name, encoding.codedSize)
        let isTurned = !layout.turns && PictureTurn(transform).swapsSides
        func text(_ width: Int, _ height: Int) -> String { isTurned ? "\(height)x\(width)" : "\(width)x\(height)" }
        if layout.isScaled {
            guard let side = layout.missedSide else { return nil }
            return "its pictures become \(text(layout.width, layout.height)): sides that are made smaller are even "
                + "numbers, and \(side) is none"
        }
        if layout.crop != nil, (layout.width, layout.height) != (encoding.width, encoding.height) {
            return "pixels share colour in its \(name), so the part to keep becomes "
                + "\(text(encoding.width, encoding.height)) instead of \(text(layout.width, layout.height))"
        }
        guard coded != (encoding.width, encoding.height) else { return nil }
        return "pixels share colour in its \(name), so its pictures are stored as \(text(coded.width, coded.height)) "
            + "instead of \(text(encoding.width, encoding.height))"
    }
}

extension AKExportOptions {
    /// Nobody says how fine pictures are to be.
    fileprivate var encodesByHabit: Bool { videoBitRate == nil && constantRateFactor == nil && quality == nil }
}

/// What is lost of a track's bits where its pictures become like those of another one.
enum DepthLoss {
    /// A sentence; nil where nothing is lost.
    static func warning(_ track: TrackFacts, like model: TrackFacts) -> String? {
        guard let own = track.video?.bitDepth, let other = model.video?.bitDepth else { return nil }
        let codec = PictureEncoding.Codec.allCases.first { $0.traits.subtype == model.plainCode }
        let made = min(other, codec?.traits.deepest ?? other)
        guard own > made else { return nil }
        return "track \(track.trackID): its pictures have \(own) bits, and become like the first file's, with \(made)"
    }
}

extension PictureCodecTraits {
    /// The most bits of a component that it is made with, other than of red, green and blue.
    fileprivate var deepest: Int {
        let usual = inputs.compactMap { EncoderLayout($0) }.filter { !$0.isRGB }.map(\.depth)
        return (usual + plainLayouts.map(\.depth)).max() ?? 8
    }
}

extension PictureEncoding {
    /// How many pixels share colour in what is made; nil where there is no colour, or where it is red, green and blue.
    fileprivate var madeChroma: EncoderLayout.Chroma? {
        switch plainLayout?.components {
        case .gray, .rgb: nil
        case .yuv420: .yuv420
        case .yuv411, .yuv422: .yuv422
        case .yuv440, .yuv444: .yuv444
        case nil: storesRGB ? nil : storedLayout?.chroma
        }
    }
}

extension EncoderLayout.Chroma {
    /// Such as 4:2:0.
    fileprivate var title: String { rawValue.map { String($0) }.joined(separator: ":") }
}
