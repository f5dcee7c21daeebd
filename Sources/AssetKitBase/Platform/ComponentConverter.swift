internal import CScaling

/// Makes 4:2:0 of 8 bits of red, green and blue. Each code is the nearest to what exact arithmetic says, to a five hundredth of a
/// code. A plain value.
package struct ComponentConverter: Hashable, Sendable {
    /// How pixels lie in memory.
    package struct Order: Hashable, Sendable {
        package let pixelSize: Int
        /// Which byte of a pixel is which.
        package let red: Int
        package let green: Int
        package let blue: Int

        package init(_ pixelSize: Int, red: Int, green: Int, blue: Int) {
            (self.pixelSize, self.red, self.green, self.blue) = (pixelSize, red, green, blue)
        }

        package static let bgra = Order(4, red: 2, green: 1, blue: 0)
        package static let rgba = Order(4, red: 0, green: 1, blue: 2)
        package static let rgb = Order(3, red: 0, green: 1, blue: 2)
    }

    /// Memory that is written to.
    package struct Target {
        package var luma: UnsafeMutableRawPointer
        package var lumaStride: Int
        /// The first samples of blue's and of red's difference: next to each other, or each in a plane of its own.
        package var blue: UnsafeMutableRawPointer
        package var red: UnsafeMutableRawPointer
        package var chromaStride: Int
        package var isInterleaved: Bool

        package init(
            luma: UnsafeMutableRawPointer,
            lumaStride: Int,
            blue: UnsafeMutableRawPointer,
            red: UnsafeMutableRawPointer,
            chromaStride: Int,
            isInterleaved: Bool
        ) {
            (self.luma, self.lumaStride, self.blue, self.red) = (luma, lumaStride, blue, red)
            (self.chromaStride, self.isInterleaved) = (chromaStride, isInterleaved)
        }
    }

    /// ITU-R BT.709, in the video range, as recordings say it.
    package static let video = ComponentConverter(red: 0.2126, blue: 0.0722, isFullRange: false, isCentred: false)

    /// ITU-R BT.601 in the same way, as pictures up to standard definition have it.
    package static let smallVideo = ComponentConverter(red: 0.299, blue: 0.114, isFullRange: false, isCentred: false)

    private let luma: [Int32]
    private let blue: [Int32]
    private let red: [Int32]
    private let zero: Int32
    private let isCentred: Bool

    /// `red` and `blue`: what these count in luma. `isCentred`: chroma lies in the middle of its block of four pixels, as JPEG has it;
    /// otherwise at the left, between two rows, as MPEG has it.
    package init(red: Double, blue: Double, isFullRange: Bool, isCentred: Bool) {
        let green = 1 - red - blue
        let (lumaScale, chromaScale) = isFullRange ? (1.0, 1.0) : (219.0 / 255, 224.0 / 255)
        let whole = Double(1 << AK_LUMA_BITS) * lumaScale
        // White is exactly white: green takes what rounding leaves.
        luma = Self.rounded(red * whole, blue * whole, sum: Int32(whole.rounded()))
        // Grey has no colour, exactly.
        let half = Double(1 << AK_CHROMA_BITS) * chromaScale / 2
        self.blue = Self.rounded(-red / (1 - blue) * half, half, sum: 0)
        self.red = Self.rounded(half, -blue / (1 - red) * half, sum: 0)
        precondition(green > 0 && red > 0 && blue > 0, "not the parts of luma")
        zero = Int32(isFullRange ? 0 : 16) << AK_LUMA_BITS + 1 << (AK_LUMA_BITS - 1)
        self.isCentred = isCentred
    }

    private static func rounded(_ red: Double, _ blue: Double, sum: Int32) -> [Int32] {
        let (red, blue) = (Int32(red.rounded()), Int32(blue.rounded()))
        return [red, sum - red - blue, blue]
    }

    /// Converts a picture. Where its width or height is odd, the last column or row counts for the one that is missing.
    package func convert(
        _ pixels: UnsafeRawPointer,
        stride: Int,
        _ order: Order,
        width: Int,
        height: Int,
        into target: Target,
        vectors: PlaneScaler.Vectors = .avx2
    ) {
        var work = ak_ComponentWork()
        (work.width, work.height) = (UInt32(width), UInt32(height))
        (work.pixels, work.stride, work.pixel_size) = (pixels, stride, UInt32(order.pixelSize))
        (work.red, work.green, work.blue) = (UInt32(order.red), UInt32(order.green), UInt32(order.blue))
        work.luma_weights = (luma[0], luma[1], luma[2])
        work.blue_weights = (blue[0], blue[1], blue[2])
        work.red_weights = (red[0], red[1], red[2])
        work.luma_zero = zero
        (work.luma, work.luma_stride) = (target.luma, target.lumaStride)
        (work.blue_target, work.red_target) = (target.blue, target.red)
        (work.chroma_stride, work.chroma_step) = (target.chromaStride, target.isInterleaved ? 2 : 1)
        work.is_centred = isCentred ? 1 : 0
        ak_components_make(&work, CInt(vectors.rawValue))
    }
}
