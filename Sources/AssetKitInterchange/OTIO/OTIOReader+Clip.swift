internal import CMTimeLib

extension OTIOReader {
    /// A clip; nil, with a warning, for one without a duration.
    mutating func clip(_ object: OTIOObject) throws(InterchangeError) -> EditClip? {
        let name = try object.string("name")
        let media = try media(of: object)
        let written = try object.range("source_range")
        guard let range = written ?? media.availableRange else {
            let reason =
                "the clip '\(name.shortened)' has neither a source_range nor an available_range, so its length is not known"
            throw InterchangeError(reason, at: object.path)
        }
        guard range.duration.time > .zero else {
            warnings.add("the clip '\(name.shortened)' without a duration is left out (\(object.path))")
            return nil
        }
        let target = CMTimeRange(start: .zero, duration: range.duration.time)
        let source = CMTimeRange(start: range.start.time.minus(media.media.start), duration: range.duration.time)
        var clip = EditClip(name: name, media: media.media, sourceRange: source, targetRange: target)
        clip.isEnabled = try object.bool("enabled", otherwise: true)
        clip.extras.metadata = try object.dictionary("metadata")
        let known: Set = [
            "name", "enabled", "source_range", "effects", "markers", "metadata", "media_reference", "media_references",
            "active_media_reference_key",
        ]
        clip.extras.fields = object.leftovers(besides: known).merging(media.fields) { first, _ in first }
        try readEffects(of: &clip, object)
        readExactValues(of: &clip, rate: range.duration.rate)
        for marker in try object.objects("markers") {
            clip.markers.append(try self.marker(marker, from: media.media.start))
        }
        warnAboutMedia(of: clip, object)
        return clip
    }

    private mutating func readEffects(of clip: inout EditClip, _ object: OTIOObject) throws(InterchangeError) {
        var rate = Rational128.one
        for effect in try object.objects("effects") {
            let isOn = try effect.bool("enabled", otherwise: true)
            guard isOn, effect.schema == "LinearTimeWarp" || effect.schema == "FreezeFrame" else {
                clip.extras.effects.append(try keptEffect(effect, of: "the clip '\(clip.name.shortened)'"))
                continue
            }
            let scalar = effect.schema == "FreezeFrame" ? .zero : effect.member("time_scalar")?.rational
            guard let scalar, let product = rate.multiplied(by: scalar) else {
                throw InterchangeError("the time_scalar of a LinearTimeWarp is a number", at: effect.path)
            }
            rate = product
            let kept = effect.leftovers(besides: ["time_scalar", "enabled", "effect_name"]).filter { !$0.value.isBlank }
            if !kept.isEmpty { clip.extras.fields[OTIOWriter.speedEffectKey] = .object(kept) }
        }
        guard rate != .one else { return }
        try setSpeed(rate, of: &clip, at: object.path)
    }

    /// The clip keeps its duration on the track; what it uses of the media from its start on follows from the rate.
    private func setSpeed(_ rate: Rational128, of clip: inout EditClip, at path: String) throws(InterchangeError) {
        let duration = clip.targetRange.duration
        let used = duration.scaled(by: rate.magnitude)
        guard used.isWithinLimits else { throw InterchangeError("a clip plays too fast to be read", at: path) }
        let start = clip.sourceRange.start
        let ends = rate.isNegative ? (start.plus(used), start) : (start, start.plus(used))
        clip.speed = [
            EditSpeedPoint(source: ends.0, target: .zero), EditSpeedPoint(source: ends.1, target: duration),
        ]
        clip.sourceRange = CMTimeRange(start: start, duration: used)
    }

    private mutating func readExactValues(of clip: inout EditClip, rate: Rational128) {
        let name = "the clip '\(clip.name.shortened)'"
        guard let exact = takeMetadata(from: &clip.extras, of: name) else { return }
        let (effects, broken) = ExactMetadata.effects(exact)
        clip.effects = effects
        for list in broken { warnings.add("the list '\(list)' of \(name) is no list of ramps, and is left out") }
        let frame = frameRate?.frameDuration ?? CMTime(seconds: rate.reciprocal ?? 1)
        if let mapping = exact["mapping"], !ExactMetadata.apply(mapping: mapping, to: &clip, within: frame) {
            warnings.add("\(name) was changed after its exact times were written; the plain ones count")
        }
    }

    private mutating func warnAboutMedia(of clip: EditClip, _ object: OTIOObject) {
        let name = clip.name.isEmpty ? "the clip at \(object.path)" : "the clip '\(clip.name.shortened)'"
        switch clip.media.kind {
        case .file:
            if let warning = clip.earlyStartWarning { warnings.add(warning) }
        case .missing:
            let media = clip.media.name.isEmpty ? "the media" : "the media '\(clip.media.name.shortened)'"
            warnings.add("\(media) of \(name) is missing; it shows nothing")
        case .generator(let kind):
            let generator = kind.isEmpty ? "a generator" : "a generator ('\(kind.shortened)')"
            warnings.add("\(name) is made by \(generator); it shows nothing")
        case .imageSequence: warnings.add("\(name) is a sequence of images; it shows nothing")
        case .unknown(let kind):
            warnings.add("the media of \(name) is a '\(kind.shortened)', which is not known here; it shows nothing")
        }
    }
}

extension JSONValue {
    fileprivate var isBlank: Bool { self == .string("") || self == .object([:]) }
}
