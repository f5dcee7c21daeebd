internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import AssetKitTimePitch
internal import CMTimeLib
internal import Foundation

extension ExportPlan {
    /// The plan in public words.
    func published(_ loaded: LoadedAsset, _ settings: ExportSettings) -> AKExportPlan {
        var chunks: [CMTimeRange] = []
        for case .pictures(let rendering) in stretches.map(\.treatment) where chunks.isEmpty {
            chunks = rendering.chunks.map { $0.wrappedValue.clipped(to: loaded.facts.duration) }
        }
        var plan = AKExportPlan(
            fileType: fileType,
            range: range.clipped(to: loaded.facts.duration),
            stretches: tracks.flatMap { track in track.stretches.flatMap { published($0, of: track, loaded) } },
            chunks: chunks,
            warnings: warnings
        )
        (plan.speed, plan.duration) = (speed.value, speed.target(plan.range.duration))
        if let budget = try? SizeBudget(self, loaded, settings.options) {
            let most = limit?.byteCount ?? .max
            plan.expectedByteCount = min(budget.expected, most)
            plan.expectedByteRange = budget.expectedRange.map { min($0.lowerBound, most)...min($0.upperBound, most) }
        }
        return plan
    }

    private func published(
        _ planned: PlannedStretch,
        of track: ExportTrack,
        _ loaded: LoadedAsset
    ) -> [AKExportPlan.Stretch] {
        let facts = loaded.facts.tracks.first { $0.trackID == track.trackID }
        let shown = planned.source.clipped(to: loaded.facts.duration)
        var codec = facts?.codecName ?? ""
        switch planned.treatment {
        case .spliced(let splice): if let facts { return stretches(of: splice, track, facts, shown) }
        case .pictures(let rendering): codec = rendering.encoding.codec.traits.name
        case .sound(let rendering): codec = rendering.encoding.codecTitle
        case .text: codec = SubtitleTarget(fileType)?.title ?? codec
        case .copied: break
        }
        var stretch = AKExportPlan.Stretch(
            trackID: track.trackID,
            mediaType: track.mediaType,
            action: planned.treatment == .copied ? .copy : .encode,
            codec: codec,
            range: shown,
            sampleCount: facts.flatMap { loaded.sampleCount(of: $0, in: shown) },
            why: planned.why
        )
        stretch.encoding = planned.encoding
        let seconds = shown.duration.isNumeric ? planned.speed.target(shown.duration).seconds : 0
        if seconds > 0, let rate = bitRate(of: planned, of: track, loaded), rate > 0 {
            stretch.expectedByteCount = Int64((rate * seconds / 8).rounded())
        }
        return [stretch]
    }

    /// What happens to the parts of a track of pictures, one after the other.
    private func stretches(
        of splice: SplicePlan,
        _ track: ExportTrack,
        _ facts: TrackFacts,
        _ shown: CMTimeRange
    ) -> [AKExportPlan.Stretch] {
        splice.sections.map { section in
            var stretch = AKExportPlan.Stretch(
                trackID: track.trackID,
                mediaType: track.mediaType,
                action: .copy,
                codec: facts.codecName,
                range: shown,
                why: "samples are copied as they are"
            )
            switch section {
            case .encoded(let edge):
                stretch.action = .encode
                stretch.range = splice.edges?.chunks[edge.number].wrappedValue.clipped(to: shown.end) ?? shown
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

extension PlannedStretch {
    /// How it is encoded, in public words.
    fileprivate var encoding: AKExportPlan.Encoding? {
        var result = AKExportPlan.Encoding()
        switch treatment {
        case .copied, .text, .spliced: return nil
        case .sound(let rendering): return AKExportPlan.Encoding(rendering.encoding)
        case .pictures(let rendering):
            switch rendering.encoding.rate {
            case .bitRate(let rate): result.bitRate = Int(rate)
            case .quality(let value): if rendering.encoding.codec.traits.scale != nil { result.quality = value }
            case .crf(let value): result.constantRateFactor = value
            case .lossless: result.isLossless = true
            case .quantizer: break
            }
            if rendering.encoding.codec.traits.losslessness == .always { result.isLossless = true }
            (result.width, result.height) = (rendering.encoding.width, rendering.encoding.height)
            let rate = rendering.encoding.frameRate
            result.frameRate = Double(rate.frames) / Double(max(rate.seconds, 1))
        }
        return result
    }
}

extension AKExportPlan.Encoding {
    /// How sound is encoded.
    init(_ sound: SoundEncoding) {
        self.init()
        bitRate = sound.codedBitRate
        if bitRate == nil, case .quality(let value) = sound.rate { quality = value }
        isLossless = sound.codec.traits.isLossless
        (channelCount, sampleRate) = (sound.codedChannels.count, sound.codedRate)
    }
}

extension LoadedAsset {
    /// How many samples a track shows within a range, where tables tell.
    fileprivate func sampleCount(of facts: TrackFacts, in range: CMTimeRange) -> Int? {
        guard let track = tracks.first(where: { $0.trackID == facts.trackID }), let index = source(of: track).index,
            range.start.isNumeric, range.end.isNumeric
        else { return nil }
        return index.shownCount(in: range, hasOneEdit: facts.segments.count { !$0.isEmpty } < 2)
    }
}

extension SampleIndex {
    /// How many samples show within a range of the asset's timeline. `hasOneEdit`: they show in the order of their times, so that
    /// only those at the ends of the range have to be looked at.
    fileprivate func shownCount(in range: CMTimeRange, hasOneEdit: Bool) -> Int {
        func isShown(_ sample: Int) -> Bool {
            let time = assetTime(of: sample)
            return time < range.end && time + tick.time(max(0, self[sample].durationTicks)) > range.start
        }
        guard hasOneEdit else { return (0..<count).count(where: isShown) }
        let order = order
        func last(_ holds: (CMTime) -> Bool) -> Int {
            BinarySearch.last(in: 0..<count) { holds(assetTime(of: order[$0])) }.map { $0 + 1 } ?? 0
        }
        let (begun, end) = (last { $0 <= range.start }, last { $0 < range.end })
        // Of those that have begun before, the last ones may go on.
        let first = (0..<min(begun, end)).reversed().prefix { isShown(order[$0]) }.count
        return first + max(0, end - begun)
    }
}
