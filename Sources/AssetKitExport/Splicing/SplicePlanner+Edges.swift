internal import AssetKitAssets
internal import AssetKitBitstream
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

extension SplicePlanner {
    /// The quantizer of encoded pictures beside the mean one of those they stand for: so much finer that what is lost again
    /// is less than half a decibel. Where much has been lost already, less is enough.
    private static func edgeQuantizer(_ quantizer: Double) -> Int {
        Int(quantizer.rounded()) - (quantizer < 23 ? 9 : quantizer < 25 ? 8 : 7)
    }

    /// Makes what the edges are encoded with fit what is copied.
    func adapt(
        _ encoding: inout PictureEncoding,
        to splice: SplicePlan,
        _ chunks: [CMTimeRange],
        _ samples: PlacedSamples,
        _ splicers: [Int: SampleSplicer]
    ) throws {
        encoding.timescale = splice.timescale
        encoding.threadCount = PictureEncoding.usualThreadCount
        matchProfile(&encoding)
        // The whole edge is one GOP: only its first picture is a key frame.
        encoding.keyFrameInterval.pictures = Int(Int32.max)
        switch encoding.codec {
        case .h264, .hevc: encoding.allowsReordering = splice.delay >= 2
        // Their headers say whether pictures are out of order, and decoders go wrong where the next one says otherwise.
        case .mpeg4, .mpeg2: encoding.allowsReordering = splice.delay > 0 || facts.requiresReordering
        default: encoding.allowsReordering = false
        }
        // A header that makes no sense is refused by the splicer, which compares it with the encoder's.
        if encoding.codec == .mpeg4, let own = facts.formatDescriptions.first?.codecHeader,
            let header = try? MPEG4VideoHeader(stream: own[...])
        {
            encoding.usesQuantizerMatrices = header.layer.usesQuantizerMatrices == true
        }
        // A rate factor would follow what pictures hold instead; other codecs do not tell their quantizers.
        guard encoding.codec == .h264, encoding.rate != .lossless, !splicers.isEmpty else { return }
        if let quantizer = try quantizer(chunks, samples, splicers) {
            encoding.rate = .quantizer(Self.edgeQuantizer(quantizer))
        }
    }

    /// The same for a cut of which nothing can be copied.
    func whole(_ rendering: PictureRendering) -> PictureRendering {
        var rendering = rendering
        matchProfile(&rendering.encoding)
        if track.index.order.isDecodeOrder { rendering.encoding.allowsReordering = false }
        return rendering
    }

    /// Who decodes the source decodes what is made of it.
    private func matchProfile(_ encoding: inout PictureEncoding) {
        // A header that makes no sense is refused by the splicer.
        guard encoding.codec == .h264, encoding.profile == nil,
            let header = facts.formatDescriptions.first?.codecHeader,
            let configuration = try? AVCConfiguration(record: header[...])
        else { return }
        encoding.profile = configuration.profile.encoderName
    }

    /// The mean quantizer of the pictures that the edges are decoded from; nil where the codec does not tell it.
    private func quantizer(
        _ chunks: [CMTimeRange],
        _ samples: PlacedSamples,
        _ splicers: [Int: SampleSplicer]
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
                    guard let splicer = splicers[track.index[place].descriptionIndex] else { continue }
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
    var delay: Int {
        guard allowsReordering, codec.traits.reorders else { return 0 }
        return [.h264, .hevc].contains(codec) ? 2 : 1
    }
}

extension H264Profile {
    /// What x264 calls it; nil for one that it does not make.
    fileprivate var encoderName: String? {
        [66: "baseline", 77: "main", 100: "high", 110: "high10", 122: "high422", 244: "high444"][profileIDC]
    }
}
