internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// Sees to it that what is encoded of some clips can be in one track with what is copied of others. Where the encoder's
/// header is another than the files' and one track cannot have both, all clips of the track are encoded.
struct JoinUnion {
    let target: CopyTarget
    /// Tracks of sound that are encoded in one run over all clips, which agree with themselves.
    var encodings: SoundEncodings = [:]

    /// Finds out from the encoders' own headers which clips are to be encoded besides, and says why.
    func unite(_ inputs: inout [JoinInput]) throws {
        guard inputs.contains(where: \.isMadeAnew) else { return }
        let expected = try inputs.indices.map { try inputs[$0].forecast(target) }
        for type in [AVMediaType.video, .audio] {
            for ordinal in 0..<(expected.map { $0.tracks(of: type).count }.max() ?? 0) {
                if type == .audio, encodings[ordinal] != nil { continue }
                let tracks = expected.compactMap { $0.track(type, ordinal) }
                if !agree(tracks) { encodeAll(type, ordinal, &inputs) }
            }
        }
    }

    /// Whether one track can hold all of these.
    private func agree(_ tracks: [LoadedSource.Track]) -> Bool {
        var agreement = CopyFormats(allowsSeveral: target.hasEdits)
        return tracks.allSatisfy { (try? agreement.places(of: $0.facts)) != nil }
    }

    private func encodeAll(_ type: AVMediaType, _ ordinal: Int, _ inputs: inout [JoinInput]) {
        func difference(_ input: JoinInput) -> JoinModel.Difference? {
            input.differences.first { $0.trackID == input.track(type, ordinal)?.facts.trackID }
        }
        /// Where nothing differs but what cuts encode, the first clip is the model.
        func model(_ type: AVMediaType, _ ordinal: Int, _ input: JoinInput) -> (LoadedSource.Track, LoadedSource)? {
            if let known = difference(input) { return (known.model, known.source) }
            guard !hasDifference else { return nil }
            return input.track(type, ordinal).map { ($0, input.source) }
        }
        let hasDifference = inputs.contains { difference($0) != nil }
        guard let known = inputs.lazy.compactMap({ model(type, ordinal, $0) }).first else { return }
        for number in inputs.indices where difference(inputs[number]) == nil {
            guard let track = inputs[number].track(type, ordinal) else { continue }
            inputs[number].differences.append(
                JoinModel.Difference(
                    trackID: track.facts.trackID,
                    model: known.0,
                    source: known.1,
                    reason: "what is encoded of other files cannot be in one track with its \(type.noun) as it is"
                )
            )
        }
    }
}

extension JoinInput {
    /// The tracks of pictures, or those of sound, in their order.
    fileprivate func tracks(of type: AVMediaType) -> [LoadedSource.Track] {
        source.tracks.filter { $0.facts.mediaType == type }
    }

    /// A track of its source by its place among those of its kind, which a file of its own has too.
    func track(_ type: AVMediaType, _ ordinal: Int) -> LoadedSource.Track? {
        let tracks = tracks(of: type)
        return tracks.indices.contains(ordinal) ? tracks[ordinal] : nil
    }
}
