internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Shares a limit of bytes out among the tracks of a plan.
///
/// Sound gives way first: down to the fewest bits of its codec, with fewer channels where those are too few for all. Then
/// pictures become smaller, so that each pixel keeps enough bits, down to a side of 144; then their bits go down to a
/// quarter of that. What takes more all the same is refused. Pure.
struct SizeBudget {
    /// As the preset has it.
    let plan: ExportPlan
    let loaded: LoadedAsset
    let options: AKExportOptions
    private let seconds: Double

    init(_ plan: ExportPlan, _ loaded: LoadedAsset, _ options: AKExportOptions) throws {
        (self.plan, self.loaded, self.options) = (plan, loaded, options)
        seconds = plan.expectedSeconds
        guard seconds > 0 else { throw MediaProblem(code: .exportFailed, reason: "nothing says how long it is") }
    }

    /// What the tracks get.
    func share(of limit: Int64) throws -> SizeShare {
        guard isAdjustable else {
            guard smallest > limit else { return SizeShare() }
            throw refusal(limit, "what is copied, or is without loss, has the size it has: about \(smallest) bytes")
        }
        guard smallest <= limit else {
            throw refusal(limit, "the smallest file that could be made has \(smallest)")
        }
        var share = SizeShare()
        let bits = (Double(limit) * SizeLimit.aim - fixedBytes) * 8 / seconds - overheadRate(Double(limit))
        let sound = soundRate(of: bits)
        if !sounds.isEmpty { (share.soundRate, share.channelCount) = (sound.rate, sound.channels) }
        guard let picture = pictures.first else { return share }
        let rest = max(bits - sound.rate * Double(sounds.count), leastPictureRate)
        share.scale = picture.scale(for: rest / Double(pictures.count))
        share.pictureRate = min(rest / Double(pictures.count), picture.pixelRate * 8)
        if let wish = options.videoBitRate { share.pictureRate = min(share.pictureRate ?? rest, Double(wish)) }
        return share
    }

    /// About how many bytes the file has with the plan as it is.
    var expected: Int64 { byteCount { plan.bitRate(of: $0, loaded) } }

    /// From how many to how many bytes it has as a rule; nil where nothing but rates decides.
    var expectedRange: ClosedRange<Int64>? {
        guard plan.tracks.contains(where: { $0.spread != nil }) else { return nil }
        func rate(_ track: ExportTrack, _ bound: (ExportTrack.Spread) -> Double) -> Double? {
            plan.bitRate(of: track, loaded).map { $0 * (track.spread.map(bound) ?? 1) }
        }
        let least = byteCount { rate($0, \.least) }
        return least...max(least, byteCount { rate($0, \.most) })
    }

    /// The bytes of the file where its tracks take so many bits a second.
    private func byteCount(_ bitRate: (ExportTrack) -> Double?) -> Int64 {
        let payload = plan.tracks.reduce(0) { $0 + (bitRate($1) ?? 0) } * seconds / 8
        return Int64(pinning: (payload + overheadRate(payload) * seconds / 8 + metadataBytes).rounded(.up))
    }

    private func refusal(_ limit: Int64, _ rest: String) -> MediaProblem {
        let length = String(format: "%.4g", seconds)
        return MediaProblem(code: .exportFailed, reason: "\(limit) bytes cannot hold \(length) s of it: \(rest)")
    }

    // MARK: Tracks

    /// A track of pictures that can have fewer bits.
    private struct Pictures {
        var rendering: PictureRendering
        var keepsSize: Bool

        private var rates: (enough: Double, least: Double) { SizeRules.bitsPerPixel(rendering.encoding.codec) }
        private var size: CGSize { rendering.squareSize }
        var pictureRate: Double {
            Double(rendering.encoding.frameRate.frames) / Double(max(rendering.encoding.frameRate.seconds, 1))
        }
        /// Pixels a second.
        var pixelRate: Double { Double(rendering.encoding.width * rendering.encoding.height) * pictureRate }
        var enough: Double { pixelRate * rates.enough }

        private var smallestScale: Double {
            keepsSize ? 1 : min(1, SizeRules.smallestSide / max(min(size.width, size.height), 1))
        }

        private var smallestPixelRate: Double {
            smallestScale < 1 ? size.width * size.height * smallestScale * smallestScale * pictureRate : pixelRate
        }

        var least: Double { max(4000, smallestPixelRate * rates.least) }

        /// Each side beside that of the preset, for a bit rate.
        func scale(for rate: Double) -> Double {
            guard rate < enough else { return 1 }
            return max(
                smallestScale,
                min(1, (rate / (size.width * size.height * pictureRate * rates.enough)).squareRoot())
            )
        }
    }

    private var pictures: [Pictures] {
        plan.stretches.compactMap { stretch in
            guard case .pictures(let rendering) = stretch.treatment, rendering.encoding.codec.traits.takesBitRate else {
                return nil
            }
            return Pictures(rendering: rendering, keepsSize: options.matchesSource)
        }
    }

    /// Encodings of sound that can have fewer bits.
    private var sounds: [SoundEncoding] {
        plan.stretches.compactMap { stretch in
            guard case .sound(let rendering) = stretch.treatment, !rendering.encoding.codec.traits.isLossless else {
                return nil
            }
            return rendering.encoding
        }
    }

    private var isAdjustable: Bool { !pictures.isEmpty || !sounds.isEmpty }
    /// What was asked for may be less than what is planned otherwise.
    private var leastPictureRate: Double {
        let wish = options.videoBitRate.map(Double.init) ?? .infinity
        return pictures.reduce(0) { $0 + min($1.least, wish) }
    }

    // MARK: Sound

    /// Bits a second and channels of each track, where all bits are so many.
    private func soundRate(of bits: Double) -> (rate: Double, channels: Int?) {
        guard let model = sounds.first else { return (0, nil) }
        let count = Double(sounds.count)
        let enough = pictures.reduce(0) { $0 + $1.enough }
        var rate = (bits - enough) / count
        // Sound alone takes all there is; beside pictures no more than it usually would.
        let most = pictures.isEmpty ? mostSoundRate : wantedSoundRate
        rate = min(max(rate, leastSoundRate), most)
        if let wish = options.audioBitRate { rate = min(Double(wish), max(rate, leastSoundRate)) }
        let ladder = ladder(model)
        let step = ladder.first { $0.least <= rate + 1 } ?? ladder[ladder.count - 1]
        let own = model.codedChannels.count
        return (
            rate,
            step.channels < own && sounds.allSatisfy { $0.codedChannels.count > step.channels } ? step.channels : nil
        )
    }

    private func ladder(_ encoding: SoundEncoding) -> [(channels: Int, least: Double)] {
        let ladder = SizeRules.soundLadder(encoding.codec, encoding.codedChannels.count)
        // Channels that were asked for stay.
        return options.channelCount == nil && !options.matchesSource ? ladder : Array(ladder.prefix(1))
    }

    private var leastSoundRate: Double {
        // What was asked for is kept, also where it is less than what is planned otherwise.
        if let wish = options.audioBitRate { return Double(wish) }
        return sounds.compactMap { ladder($0).last?.least }.max() ?? 0
    }

    private var wantedSoundRate: Double {
        if let wish = options.audioBitRate { return Double(wish) }
        return sounds.map { encoding in
            Double(
                encoding.codedBitRate
                    ?? encoding.codec.traits.usualBitRate(encoding.sampleRate, encoding.codedChannels.count)
            )
        }.max() ?? 0
    }

    private var mostSoundRate: Double {
        sounds.map { encoding in
            let traits = encoding.codec.traits
            let range = traits.bitRateRange(encoding.sampleRate, encoding.codedChannels.count)
            return Double(traits.bitRates(encoding.sampleRate)?.last ?? range.upperBound)
        }.min() ?? 0
    }

    // MARK: Bytes

    /// No file that is planned is smaller.
    private var smallest: Int64 {
        guard isAdjustable else { return Int64(pinning: fixedBytes) }
        let bits = leastPictureRate + leastSoundRate * Double(sounds.count)
        let payload = fixedBytes + bits * seconds / 8
        let whole = payload + overheadRate(payload) * seconds / 8
        return Int64(pinning: (whole / SizeLimit.aim).rounded(.up))
    }

    /// What no rate changes.
    private var fixedBytes: Double {
        metadataBytes
            + plan.tracks.reduce(0) { sum, track in
                let isFixed = !track.stretches.contains(where: \.hasAdjustableRate)
                return isFixed ? sum + (plan.bitRate(of: track, loaded) ?? 0) * seconds / 8 : sum
            }
    }

    private var metadataBytes: Double {
        loaded.facts.metadata.reduce(Double(options.cover?.count ?? 0)) { sum, entry in
            switch entry.value {
            case .text(let text): sum + Double(text.utf8.count) + 40
            case .data(let bytes): sum + Double(bytes.count) + 40
            case .stored(let range): sum + Double(range.count) + 40
            case .integer, .number: sum + 48
            }
        }
    }

    /// Bits a second that are around all samples.
    private func overheadRate(_ payload: Double) -> Double {
        var (packets, shown) = (0.0, 0.0)
        for track in plan.tracks {
            guard let facts = loaded.facts.tracks.first(where: { $0.trackID == track.trackID }) else { continue }
            if track.mediaType == .video {
                var rate = facts.video?.nominalFrameRate ?? 30
                if case .pictures(let rendering) = track.stretches.first?.treatment {
                    rate = Pictures(rendering: rendering, keepsSize: true).pictureRate
                }
                shown += max(rate, 0) * seconds
            } else if track.mediaType == .audio {
                packets += (facts.audio?.sampleRate ?? 48_000) / 1000 * seconds
            }
        }
        let bytes = SizeRules.overhead(
            plan.fileType,
            tracks: plan.tracks.count,
            pictures: shown,
            packets: packets,
            seconds: seconds,
            payload: payload
        )
        return bytes * 8 / seconds
    }
}

extension PictureRendering {
    /// The size on a screen, in square pixels, as they are turned when they are shown.
    var squareSize: CGSize {
        let aspect = encoding.pixelAspect
        let ratio = Double(max(aspect.horizontal, 1)) / Double(max(aspect.vertical, 1))
        let size = CGSize(width: Double(encoding.width) * ratio, height: Double(encoding.height))
        guard !turns, let turn = transform?.value, PictureTurn(turn).swapsSides else { return size }
        return CGSize(width: size.height, height: size.width)
    }
}
