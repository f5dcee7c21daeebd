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
    /// How many nanoseconds each seek took that was asked for and done, until its picture and its sound were there.
    public internal(set) var seeks: [Int64] = []
    /// For pictures that were shown while the time passed, how many nanoseconds after its time each was: of the last 65,536, in
    /// no order.
    public internal(set) var lateness: [Int64] = []
    /// Why nothing is heard, or not all of it; nil where nothing is wrong.
    public internal(set) var soundProblem: String?
    /// Why nothing is seen, or not all of it; nil where nothing is wrong.
    public internal(set) var pictureProblem: String?
    private var latenessCount = 0

    mutating func addLateness(_ nanoseconds: Int64) {
        if lateness.count < 65_536 {
            lateness.append(nanoseconds)
        } else {
            lateness[latenessCount % lateness.count] = nanoseconds
        }
        latenessCount += 1
    }
}
