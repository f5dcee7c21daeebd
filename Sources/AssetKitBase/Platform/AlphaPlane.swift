internal import CScaling

/// A plane of a picture, and the alpha that goes with it. Lent memory: for the length of one call.
package struct AlphaPlane {
    private let raw: ak_AlphaPlane

    /// `shift`: how many columns and rows of alpha, as powers of two, share a sample. `zero`: the code that stands for
    /// nothing.
    package init(
        depth: Int,
        size: (width: Int, height: Int),
        samples: (start: UnsafeMutableRawPointer, stride: Int),
        alpha: (start: UnsafeRawPointer, stride: Int),
        alphaSize: (width: Int, height: Int),
        shift: (columns: Int, rows: Int),
        zero: Int
    ) {
        raw = ak_AlphaPlane(
            depth: UInt32(depth),
            width: UInt32(size.width),
            height: UInt32(size.height),
            samples: samples.start,
            stride: samples.stride,
            alpha: alpha.start,
            alpha_stride: alpha.stride,
            column_shift: UInt32(shift.columns),
            row_shift: UInt32(shift.rows),
            alpha_width: UInt32(alphaSize.width),
            alpha_height: UInt32(alphaSize.height),
            zero: UInt32(zero)
        )
    }

    /// Lays the samples over those of one code. `isPremultiplied`: they are multiplied with alpha already.
    package func layOver(_ background: Int, isPremultiplied: Bool) {
        withUnsafePointer(to: raw) { ak_alpha_lay_over($0, UInt32(background), isPremultiplied ? 1 : 0) }
    }

    /// Divides samples by alpha that are multiplied with it, within these codes.
    package func divide(within codes: ClosedRange<Int>) {
        withUnsafePointer(to: raw) { ak_alpha_divide($0, UInt32(codes.lowerBound), UInt32(codes.upperBound)) }
    }

    /// Whether every sample of alpha is the largest one. `step`: how many samples there are from one to the next.
    package static func isFull(
        _ alpha: UnsafeRawPointer,
        stride: Int,
        step: Int,
        size: (width: Int, height: Int),
        depth: Int
    ) -> Bool {
        ak_alpha_is_full(alpha, stride, UInt32(step), UInt32(size.width), UInt32(size.height), UInt32(depth)) == 1
    }
}
