import AssetKit

/// What keeps playing from being heard or seen, in one sentence with what to do about it.
struct PlayProblem {
    let error: WorkError

    /// nil where nothing is wrong.
    init?(_ figures: AKPlayerFigures, _ options: PlayOptions) {
        if let reason = figures.soundProblem {
            error = WorkError(message: "\(reason)\(Self.advice(options.sound == .automatic, "audio", "file:OUT.wav"))")
        } else if let reason = figures.pictureProblem {
            error = WorkError(message: "\(reason)\(Self.advice(options.pictures == .automatic, "video", "file:%04d.png"))")
        } else {
            return nil
        }
    }

    private static func advice(_ isAutomatic: Bool, _ option: String, _ file: String) -> String {
        isAutomatic ? "; --\(option) none plays without, --\(option) \(file) into a file" : ""
    }
}
