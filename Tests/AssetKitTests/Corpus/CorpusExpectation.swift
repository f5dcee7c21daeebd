/// What opening a file of the corpus has to come to.
enum CorpusExpectation {
    /// Tracks, with every fact about them.
    case tracks
    /// A typed error.
    case refused
    /// Tracks with every fact, or a typed error: there is more to read than FFmpeg reads.
    case either
    /// A typed error, or an asset that makes sense: the file is broken.
    case answer
}

extension CorpusEntry {
    var expectation: CorpusExpectation {
        switch self.class {
        case .valid, .dummyPayload, .initSegment, .presentation: opensInFfprobe == true ? .tracks : .either
        case .encrypted: .tracks
        case .unsupported: opensInFfprobe == true ? .tracks : .either
        case .malformed: .answer
        // Fragments mean nothing without what comes before them, and a manifest is text.
        case .segment, .text: .refused
        }
    }
}
