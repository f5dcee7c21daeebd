/// A size in samples of luma.
package struct PictureSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// The largest width or height that is believed: what 16 bits of a container can say, beyond every level.
let largestPictureSide = 65_536
