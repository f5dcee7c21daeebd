internal import AssetKitFFmpeg
internal import CMTimeLib

/// The pictures of a track one after the other, each with the one before it and, where that is asked for, the one behind.
final class StillPictures {
    private let stream: PictureStream
    let previous = Frame()
    let shown = Frame()
    let following = Frame()
    /// When `shown` is shown; nil before the first picture.
    private(set) var range: CMTimeRange?
    private var followingRange: CMTimeRange?

    init(_ stream: PictureStream) { self.stream = stream }

    /// Goes to the next picture; false at the end, where the last one stays.
    func advance() throws -> Bool {
        guard try look(), let next = followingRange else { return false }
        previous.take(from: shown)
        shown.take(from: following)
        (range, followingRange) = (next, nil)
        return true
    }

    /// Decodes the picture behind unless it is there; false where there is none.
    @discardableResult
    func look() throws -> Bool {
        if followingRange == nil { followingRange = try stream.next(into: following) }
        return followingRange != nil
    }
}
