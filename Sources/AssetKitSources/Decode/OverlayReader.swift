internal import AssetKitMedia
internal import CMTimeLib

/// The pictures of an overlay. One that stays the same is always the same object, so that it is brought into the planes of the
/// output once. Not Sendable: one stage owns it.
final class OverlayReader {
    private let overlay: LayerOverlay
    private var last: (time: CMTime, picture: LayerPicture)?

    init(_ overlay: LayerOverlay) { self.overlay = overlay }

    /// The picture that shows at a time.
    func picture(at time: CMTime) throws -> LayerPicture {
        if let last, isStill || last.time == time { return last.picture }
        let picture = try LayerPicture(overlay: buffer(at: time))
        last = (time, picture)
        return picture
    }

    private var isStill: Bool {
        switch overlay {
        case .still: true
        case .drawn: false
        }
    }

    private func buffer(at time: CMTime) throws -> CVPixelBuffer {
        switch overlay {
        case .still(let buffer): buffer
        case .drawn(let draw): try draw(time)
        }
    }
}
