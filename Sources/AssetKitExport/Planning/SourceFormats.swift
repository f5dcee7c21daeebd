internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources

// Tracks that stay in the source's formats where they can: AKExportOptions.prefersSourceFormats.

extension PicturePlanner {
    /// The planner of pictures that keep their format, where that is preferred and can be; otherwise this one, and why they do
    /// not keep it, which is nil where nobody asks. `isLimited`: the file may have only so many bytes.
    func preferringSource(isLimited: Bool) throws -> (planner: PicturePlanner, obstacle: String?) {
        guard options.prefersSourceFormats, !options.matchesSource, options.video == .byPreset,
            let usual = preset.pictures
        else { return (self, nil) }
        if let obstacle = facts.obstacle(in: fileType) { return (self, obstacle) }
        var own = self
        own.options.matchesSource = true
        own.matchedQuality = usual.quality ?? 0.6
        do {
            let traits = try own.rendering().encoding.codec.traits
            guard isLimited, !traits.takesBitRate else { return (own, nil) }
            return (self, traits.unlimited)
        } catch let problem as MediaProblem {
            return (self, problem.reason)
        }
    }
}

extension SoundPlanner {
    /// The planner of sound that keeps its format, where that is preferred and can be; otherwise this one, and why it does not
    /// keep it, which is nil where nobody asks. `isLimited`: the file may have only so many bytes.
    func preferringSource(isLimited: Bool) throws -> (planner: SoundPlanner, obstacle: String?) {
        guard options.prefersSourceFormats, !options.matchesSource, options.audio == .byPreset, preset.sound != nil
        else { return (self, nil) }
        if let oddity = CopyTarget(fileType: fileType).oddity(of: source.facts) { return (self, oddity) }
        var own = self
        own.options.matchesSource = true
        own.matchedQuality = nil
        do {
            let encoding = try own.rendering().encoding
            if isLimited, encoding.codec.traits.isLossless { return (self, encoding.codec.traits.unlimited) }
            let format = try EncoderHeaders().sound(of: encoding).format
            if let obstacle = MediaSinks.obstacle(to: format, in: fileType) { return (self, obstacle) }
            return (own, nil)
        } catch let problem as MediaProblem {
            return (self, problem.reason)
        }
    }
}

extension PlannedStretch.Treatment {
    /// What is made has the codec that a track has already, under whatever name.
    func keepsCodec(of track: TrackFacts) -> Bool {
        switch self {
        case .pictures(let rendering): rendering.encoding.codec.traits.subtype == track.plainCode
        // Of the kinds of AAC one is made.
        case .sound(let rendering):
            rendering.encoding.codec != .aac && SoundEncoding.Codec(track.traits) == rendering.encoding.codec
        case .copied, .spliced, .text: true
        }
    }
}

extension TrackFacts {
    /// What there is to say of a track that does not keep its format, a sentence; nil for files of sound alone, whose name
    /// says already what is in them. `name`: what people call the codec that it gets.
    func formatLoss(_ name: String, because why: String, in type: AVFileType) -> String? {
        guard !MediaSinks.isSingleSound(type) else { return nil }
        let own = codecName.isEmpty ? "codec" : codecName
        let change = own == name ? "is made in another format" : "becomes \(name)"
        return "track \(trackID): its \(own) \(change): \(why)"
    }

    /// Why samples of its codec cannot be in files of a type; nil where they can, and for a codec that is not known.
    fileprivate func obstacle(in type: AVFileType) -> String? {
        knownCodec.flatMap { MediaSinks.obstacle(to: $0, called: codecName, of: mediaType, in: type) }
    }
}

extension PictureCodecTraits {
    /// Why a file with a limit of bytes is not made with it.
    fileprivate var unlimited: String { "\(name) takes as many bits as it needs, and the file has a limit of bytes" }
}

extension SoundCodecTraits {
    /// Why a file with a limit of bytes is not made with it.
    fileprivate var unlimited: String { "\(name) takes as many bits as it needs, and the file has a limit of bytes" }
}
