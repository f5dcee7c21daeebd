internal import AssetKitAssets
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

extension ExportPlan {
    /// The plan in public words.
    func published(_ loaded: LoadedAsset, _ settings: ExportSettings) -> AKExportPlan {
        let shown = range.clipped(to: loaded.facts.duration)
        var chunks: [CMTimeRange] = []
        let stretches = tracks.flatMap { track -> [AKExportPlan.Stretch] in
            let facts = loaded.facts.tracks.first { $0.trackID == track.trackID }
            var codec = facts?.codecName ?? ""
            if case .pictures(let work) = track.treatment {
                codec = work.encoding.codec.traits.name
                if chunks.isEmpty { chunks = work.chunks.map { $0.wrappedValue.clipped(to: loaded.facts.duration) } }
            }
            if case .splice(let work) = track.treatment, let facts {
                return self.stretches(of: work, track, facts, shown)
            }
            if case .sound(let work) = track.treatment { codec = work.encoding.codecTitle }
            if track.treatment == .text { codec = SubtitleTarget(AVFileType(rawValue: fileType))?.title ?? codec }
            var stretch = AKExportPlan.Stretch(
                trackID: track.trackID,
                mediaType: AVMediaType(rawValue: track.mediaType),
                action: track.isCopied ? .copy : .encode,
                codec: codec,
                range: shown,
                sampleCount: facts.flatMap { loaded.sampleCount(of: $0, in: shown) },
                why: track.why
            )
            stretch.encoding = track.encoding
            stretch.expectedByteCount = expectedByteCount(of: track, loaded)
            return [stretch]
        }
        var plan = AKExportPlan(
            fileType: AVFileType(rawValue: fileType),
            range: shown,
            stretches: stretches,
            chunks: chunks,
            warnings: warnings
        )
        if let budget = try? SizeBudget(self, loaded, settings.options) {
            let most = limit?.byteCount ?? .max
            plan.expectedByteCount = min(budget.expected, most)
            plan.expectedByteRange = budget.expectedRange.map { min($0.lowerBound, most)...min($0.upperBound, most) }
        }
        return plan
    }

    private func expectedByteCount(of track: ExportTrack, _ loaded: LoadedAsset) -> Int64? {
        guard expectedSeconds > 0, let rate = bitRate(of: track, loaded), rate > 0 else { return nil }
        return Int64((rate * expectedSeconds / 8).rounded())
    }
}

extension ExportPlan {
    /// What happens to the parts of a track of pictures, one after the other.
    private func stretches(
        of work: SplicePlan,
        _ track: ExportTrack,
        _ facts: TrackFacts,
        _ shown: CMTimeRange
    ) -> [AKExportPlan.Stretch] {
        work.sections.map { section in
            var stretch = AKExportPlan.Stretch(
                trackID: track.trackID,
                mediaType: AVMediaType(rawValue: track.mediaType),
                action: .copy,
                codec: facts.codecName,
                range: shown,
                why: "samples are copied as they are"
            )
            switch section {
            case .encoded(let edge):
                stretch.action = .encode
                stretch.range = work.edges?.chunks[edge.number].wrappedValue.clipped(to: shown.end) ?? shown
                (stretch.sampleCount, stretch.why) = (edge.pictureCount, edge.why)
            case .copied(let run):
                (stretch.range, stretch.sampleCount) = (run.range.clipped(to: shown.end), run.sampleCount)
                if run.entry == .rewritten {
                    stretch.why = "samples are copied, and their headers changed to begin where the cut is"
                }
            }
            return stretch
        }
    }
}

extension ExportTrack {
    /// How it is encoded, in public words.
    fileprivate var encoding: AKExportPlan.Encoding? {
        var result = AKExportPlan.Encoding()
        switch treatment {
        case .copy, .text, .splice: return nil
        case .pictures(let work):
            switch work.encoding.rate {
            case .bitRate(let rate): result.bitRate = Int(rate)
            case .quality(let value): if work.encoding.codec.traits.scale != nil { result.quality = value }
            case .crf(let value): result.constantRateFactor = value
            case .lossless: result.isLossless = true
            case .quantizer: break
            }
            if work.encoding.codec.traits.losslessness == .always { result.isLossless = true }
            (result.width, result.height) = (work.encoding.width, work.encoding.height)
            let rate = work.encoding.frameRate
            result.frameRate = Double(rate.frames) / Double(max(rate.seconds, 1))
        case .sound(let work):
            result.bitRate = work.encoding.codedBitRate
            if result.bitRate == nil, case .quality(let value) = work.encoding.rate { result.quality = value }
            result.isLossless = work.encoding.codec.traits.isLossless
            (result.channelCount, result.sampleRate) = (work.encoding.codedChannels.count, work.encoding.codedRate)
        }
        return result
    }
}

extension LoadedAsset {
    /// How many samples a track shows within a range, where tables tell.
    fileprivate func sampleCount(of facts: TrackFacts, in range: CMTimeRange) -> Int? {
        guard let track = tracks.first(where: { $0.trackID == facts.trackID }), let index = source(of: track).index,
            range.start.isNumeric, range.end.isNumeric
        else { return nil }
        return (0..<index.count).reduce(0) { count, sample in
            let time = index.assetTime(of: sample)
            let end = time + index.tick.time(max(0, index[sample].durationTicks))
            return count + (time < range.end && end > range.start ? 1 : 0)
        }
    }
}
