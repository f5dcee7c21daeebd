/// A wish for another place of an item. A plain value.
struct SeekRequest: Sendable {
    let start: PictureStart
    /// The client asked for it: it hears of it, and so does everybody who watches the time.
    let isJump: Bool
    let completion: (@Sendable (Bool) -> Void)?

    init(_ start: PictureStart, isJump: Bool = true, completion: (@Sendable (Bool) -> Void)? = nil) {
        (self.start, self.isJump, self.completion) = (start, isJump, completion)
    }
}
