/// What came of an order to a renderer of sound.
struct SoundResult<Owner: AnyObject>: @unchecked Sendable {
    // SAFETY: as with the order.
    let order: SoundOrder<Owner>
    /// From which frame on what was ready has been dropped, and what of the item follows there; nil where all of it was kept.
    var cut: (frame: Int64, source: Int64)?
    /// They follow what is ready, or the cut.
    var stretches: [SoundStretch<Owner>] = []
    /// Nothing follows of the item.
    var isFinished = false
    /// More blocks are needed first.
    var isHungry = false
    var error: (any Error)?
}
