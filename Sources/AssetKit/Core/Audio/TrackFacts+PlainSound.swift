extension TrackFacts {
    /// Sound whose samples stand alone.
    var isPlainSound: Bool { mediaType == .audio && SoundPreroll(codecName: decoderName).isPlain }
}
