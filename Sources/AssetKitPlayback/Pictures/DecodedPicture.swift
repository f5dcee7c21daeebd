internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// A picture of an item that has been decoded, and when it shows. What a target wishes for is made of it when its time is near.
///
/// SAFETY: the frame is filled before anybody else sees the picture, and only looked at from then on; what is made of it is behind
/// a lock.
final class DecodedPicture: @unchecked Sendable {
    let range: CMTimeRange
    /// What the pixels mean.
    let description: PictureDescription
    /// As it is presented: upright, as a rule with square pixels.
    let size: CGSize
    /// Which part of it that is.
    let aperture: PictureRequest.Aperture
    /// What it is fitted into; nil where it stands for itself.
    let canvas: PictureCanvas?
    /// Why it is the one before it once more; nil where it is one of its own.
    let problem: (any Error)?
    private let stored: StoredFrame
    /// Those before and behind it, where its fields are put together with theirs.
    private let neighbours = Protected<(previous: StoredFrame?, next: StoredFrame?)>((nil, nil))
    private let made = Protected<(wish: PictureWish, pixels: CVPixelBuffer)?>(nil)

    init(
        _ frame: borrowing Frame,
        _ range: CMTimeRange,
        _ description: PictureDescription,
        size: CGSize,
        _ aperture: PictureRequest.Aperture = .clean,
        in canvas: PictureCanvas? = nil,
        _ problem: (any Error)? = nil
    ) throws {
        stored = try StoredFrame(frame)
        (self.range, self.description, self.size, self.aperture) = (range, description, size, aperture)
        (self.canvas, self.problem) = (canvas, problem)
    }

    /// Two fields of it show two moments.
    var isInterlaced: Bool { stored.frame.isInterlaced }

    /// It is the next one behind another.
    func follow(_ previous: DecodedPicture) {
        neighbours.withLock { $0.previous = previous.stored }
        previous.neighbours.withLock { $0.next = stored }
    }

    /// What a converter makes of it.
    func pixelBuffer(by converter: PictureConverter) throws -> CVPixelBuffer {
        let around = neighbours.withLock { $0 }
        let frame = try Self.view(stored)
        let previous = try Self.view(around.previous)
        let next = try Self.view(around.next)
        return try converter.pixelBuffer(frame, between: previous, and: next)
    }

    /// The same memory; empty where there is none.
    private static func view(_ stored: StoredFrame?) throws -> Frame {
        let view = Frame()
        if let stored { try view.share(stored.frame) }
        return view
    }

    /// What was made of it for a target last.
    var shown: CVPixelBuffer? { made.withLock { $0?.pixels } }

    /// What was made of it for a wish; nil where nothing was yet.
    func pixels(for wish: PictureWish) -> CVPixelBuffer? { made.withLock { $0?.wish == wish ? $0?.pixels : nil } }

    func keep(_ pixels: CVPixelBuffer, for wish: PictureWish) { made.withLock { $0 = (wish, pixels) } }
}

/// A frame that several pictures have.
///
/// SAFETY: it is filled before anybody else sees it, and only looked at from then on.
private final class StoredFrame: @unchecked Sendable {
    let frame = Frame()

    init(_ frame: borrowing Frame) throws { try self.frame.share(frame) }
}
