/// What came of an order to a renderer of sound.
struct SoundResult<Owner: AnyObject>: @unchecked Sendable {
    // SAFETY: as with the order.
    let order: SoundOrder<Owner>
    var pieces: [SoundPiece<Owner>] = []
    /// Nothing follows of the item.
    var isFinished = false
    /// More blocks are needed first.
    var isHungry = false
    var error: (any Error)?
}
