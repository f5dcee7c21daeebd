internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

/// A track of a new file whose pictures are copied clip by clip, where it is not the clips' own: sound that a mix makes of
/// all tracks, encoded in one run, or sound, text and the like that is copied as it is. A plain value.
struct WholeTrack: Sendable {
    /// What becomes of it.
    enum Treatment: Sendable {
        /// What is heard of sound, as the only clip.
        case encoded(EncodedSound.Clip, SoundEncoding)
        /// As in a file of it alone.
        case copied(CopyPlan)
    }

    /// The track of the composition, or the first of those that are mixed.
    let track: TrackFacts
    let treatment: Treatment
    /// When it ends, on the timeline of the composition.
    let end: CMTime
    /// Why that becomes of it, a sentence.
    let why: String
    /// What is lost where it cannot keep its format, each a sentence.
    var losses: [String] = []

    /// How sound is encoded; nil for what is copied.
    var encoding: SoundEncoding? { if case .encoded(_, let encoding) = treatment { encoding } else { nil } }

    /// What text becomes; nil for what stays as it is.
    private var text: SubtitleTarget? { if case .copied(let own) = treatment { own.texts[0] } else { nil } }

    /// Its samples are made anew.
    var isEncoded: Bool { encoding != nil || text != nil }

    /// What people call its codec.
    var codecName: String { encoding?.codecTitle ?? text?.title ?? track.codecName }

    /// Makes it a track of a file, behind those that are there.
    func append(to plan: inout CopyPlan, _ encoders: EncoderHeaders) throws {
        switch treatment {
        case .encoded(let clip, let encoding): try append(clip, encoding, to: &plan, encoders)
        case .copied(let own): append(own, to: &plan)
        }
    }

    private func append(
        _ clip: EncodedSound.Clip,
        _ encoding: SoundEncoding,
        to plan: inout CopyPlan,
        _ encoders: EncoderHeaders
    ) throws {
        let header = try encoders.sound(of: encoding)
        var track = SinkTrack(
            mediaType: .audio,
            formats: [header.format],
            timescale: CMTimeScale(encoding.codedRate)
        )
        track.priming = header.priming
        track.describe(clip.track.facts)
        track.metadata = []
        let place = plan.sink.tracks.count
        plan.append(track, edits: nil, text: nil)
        plan.encodedSounds.append(EncodedSound(track: place, encoding: encoding, clips: [clip]))
        plan.warnings += losses
    }

    /// Its clips are copied beside those that are there.
    private func append(_ own: CopyPlan, to plan: inout CopyPlan) {
        let (place, source) = (plan.sink.tracks.count, plan.sources.count)
        let row = (plan.clips.map(\.row).max() ?? 0) + 1
        plan.append(own.sink.tracks[0], edits: own.edits[0], text: own.texts[0])
        plan.sources += own.sources
        plan.clips += own.clips.map { clip in
            var clip = clip
            (clip.source, clip.row) = (clip.source + source, row)
            for number in clip.copiedRuns.indices { clip.copiedRuns[number].track = place }
            return clip
        }
        plan.warnings += own.warnings + losses
    }
}

extension CopyPlan {
    fileprivate mutating func append(_ track: SinkTrack, edits own: [CMTimeMapping]?, text: SubtitleTarget?) {
        sink.tracks.append(track)
        edits.append(own)
        texts.append(text)
    }
}
