internal import CScaling

/// Scales planes of samples of one size into those of another, bicubically, with libzimg, which is loaded when the first
/// one is made. Not Sendable: one stage owns it.
package final class PlaneScaler {
    /// The vector instructions to use at most. The numbers that come out do not depend on them.
    package enum Vectors: Int32, CaseIterable, Sendable {
        case none
        case sse2
        case avx2
    }

    /// What scaling depends on.
    package struct Scaling: Hashable, Sendable {
        /// Bits of a sample, 8 to 16.
        package var depth: Int
        package var sourceWidth: Int
        package var sourceHeight: Int
        package var targetWidth: Int
        package var targetHeight: Int
        /// What of the source the target shows, in samples of the source. May go beyond its edges.
        package var left: Double
        package var top: Double
        package var width: Double
        package var height: Double

        package init(
            depth: Int,
            sourceWidth: Int,
            sourceHeight: Int,
            targetWidth: Int,
            targetHeight: Int,
            left: Double,
            top: Double,
            width: Double,
            height: Double
        ) {
            self.depth = depth
            self.sourceWidth = sourceWidth
            self.sourceHeight = sourceHeight
            self.targetWidth = targetWidth
            self.targetHeight = targetHeight
            self.left = left
            self.top = top
            self.width = width
            self.height = height
        }
    }

    /// What rows and planes begin at a multiple of, in bytes.
    package static let alignment = 64

    private let scaler: OpaquePointer

    /// nil where the library is not installed, or has no filter for such sizes.
    package init?(_ scaling: Scaling, vectors: Vectors = .avx2) {
        var wish = ak_PlaneScaling()
        wish.depth = UInt32(clamping: scaling.depth)
        wish.source_width = UInt32(clamping: scaling.sourceWidth)
        wish.source_height = UInt32(clamping: scaling.sourceHeight)
        wish.target_width = UInt32(clamping: scaling.targetWidth)
        wish.target_height = UInt32(clamping: scaling.targetHeight)
        (wish.left, wish.top, wish.width, wish.height) = (scaling.left, scaling.top, scaling.width, scaling.height)
        wish.vectors = vectors.rawValue
        guard let scaler = ak_plane_scaler_open(&wish) else { return nil }
        self.scaler = scaler
    }

    deinit { ak_plane_scaler_close(scaler) }

    /// Fills a plane. Answers 0, or the number of libzimg's error.
    package func scale(
        _ source: UnsafeRawPointer,
        bytesPerRow: Int,
        into target: UnsafeMutableRawPointer,
        targetBytesPerRow: Int
    ) -> Int {
        Int(ak_plane_scaler_run(scaler, source, bytesPerRow, target, targetBytesPerRow))
    }
}
