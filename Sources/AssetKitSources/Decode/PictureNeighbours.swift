/// When the pictures right before and right behind another one are shown, in ticks of the media. There is always one
/// before: the first picture of a track cannot be helped by the second.
struct PictureNeighbours: Hashable, Sendable {
    var previous: Int64
    var next: Int64?

    /// One or two: behind the last picture there is none.
    var ticks: [Int64] { next.map { [previous, $0] } ?? [previous] }
}
