/// What playing has come to. An addition to AVFoundation.
public struct AKPlayerFigures: Sendable {
    /// Pictures that were shown.
    public internal(set) var shown = 0
    /// Pictures whose time had passed before they could be shown.
    public internal(set) var dropped = 0
    /// How often the target of sound ran dry.
    public internal(set) var underruns = 0
    /// How often there was nothing left to play while more was to come.
    public internal(set) var stalls = 0
    /// Seeks that were asked for and done.
    public internal(set) var seeks = 0
    /// For each picture that was shown while the time passed, how many nanoseconds after its time it was.
    public internal(set) var lateness: [Int64] = []
    /// Why nothing is heard, or not all of it; nil where nothing is wrong.
    public internal(set) var soundProblem: String?
    /// Why nothing is seen, or not all of it; nil where nothing is wrong.
    public internal(set) var pictureProblem: String?
    /// How often the pace of what is heard has changed.
    var paces = 0
}
