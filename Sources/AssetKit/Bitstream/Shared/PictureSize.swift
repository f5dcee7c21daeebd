/// A size in samples of luma.
struct PictureSize: Hashable, Sendable {
    var width: Int
    var height: Int
}

/// The largest width or height that is believed: what 16 bits of a container can say, beyond every level.
let largestPictureSide = 65_536
