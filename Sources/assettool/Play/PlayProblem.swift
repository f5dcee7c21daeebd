import AssetKit

/// What keeps playing from being heard or seen.
struct PlayProblem {
    let reason: String
    /// In one sentence with what plays without.
    let sentence: String

    /// nil where nothing is wrong.
    init?(_ figures: AKPlayerFigures, _ options: PlayOptions) {
        let problems = [
            figures.soundProblem.map { ($0, Self.advice(options.sound)) },
            figures.pictureProblem.map { ($0, Self.advice(options.pictures)) },
        ].compactMap { $0 }
        guard let first = problems.first else { return nil }
        reason = first.0
        sentence = problems.map { $0 + $1 }.joined(separator: "; ")
    }

    /// With a file it is the file that something is wrong with.
    private static func advice(_ sound: PlayOptions.Sound) -> String {
        switch sound {
        case .automatic, .pulse, .alsa: "; --audio none plays without, --audio file:OUT.wav into a file"
        case .file, .none: ""
        }
    }

    private static func advice(_ pictures: PlayOptions.Pictures) -> String {
        switch pictures {
        case .automatic, .window:
            "; --video none plays without, --video terminal in the terminal, --video file:%04d.png into files"
        case .terminal, .files, .none: ""
        }
    }

    var error: WorkError { WorkError(message: sentence) }
}
