/// What decides whether a player plays. A plain value.
struct PlayerSituation: Hashable {
    var rate: Float = 0
    var hasItem = true
    /// The item is loaded.
    var isReady = true
    /// It is on its way to another place.
    var isSeeking = false
    /// It ran out of something to play.
    var isStalled = false
    /// Its time goes.
    var isMoving = false
    /// It is at its end.
    var hasEnded = false

    /// What that is called, and why it waits.
    var control: (AVPlayer.TimeControlStatus, AVPlayer.WaitingReason?) {
        guard rate != 0 else { return (.paused, nil) }
        guard hasItem else { return (.waitingToPlayAtSpecifiedRate, .noItemToPlay) }
        if isMoving { return (.playing, nil) }
        if hasEnded { return (.paused, nil) }
        if isStalled { return (.waitingToPlayAtSpecifiedRate, .toMinimizeStalls) }
        return (.waitingToPlayAtSpecifiedRate, isReady && !isSeeking ? .toMinimizeStalls : .evaluatingBufferingRate)
    }
}
