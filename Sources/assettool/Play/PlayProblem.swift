import AssetKit

/// What keeps playing from being heard or seen.
struct PlayProblem {
    let reason: String
    /// What plays without; empty where the command line has chosen the place itself.
    let advice: String

    /// nil where nothing is wrong.
    init?(_ figures: AKPlayerFigures, _ options: PlayOptions) {
        if let problem = figures.soundProblem {
            reason = problem
            let ways = "; --audio none plays without, --audio file:OUT.wav into a file"
            advice = options.sound == .automatic ? ways : ""
        } else if let problem = figures.pictureProblem {
            reason = problem
            let ways =
                "; --video none plays without, --video terminal in the terminal, --video file:%04d.png into files"
            advice = options.pictures == .automatic ? ways : ""
        } else {
            return nil
        }
    }

    /// In one sentence with what to do about it.
    var error: WorkError { WorkError(message: reason + advice) }
}
