/// Where the components of an 8-bit pixel lie.
package struct BitmapLayout: Hashable, Sendable {
    package let bytesPerPixel: Int
    package let red: Int
    package let green: Int
    package let blue: Int
    /// Where alpha is; nil for opaque pixels.
    package let alpha: Int?
    package let isPremultiplied: Bool
    /// The byte of a pixel that carries nothing.
    package let unused: Int?

    package var isGray: Bool { red == blue }

    /// Finds the layout; nil for one that drawing does not know.
    package init?(bitsPerComponent: Int, bitsPerPixel: Int, bitmapInfo: CGBitmapInfo, model: CGColorSpaceModel) {
        guard bitsPerComponent == 8, bitmapInfo.isDisjoint(with: .floatInfoMask), let alphaInfo = bitmapInfo.alphaInfo
        else { return nil }
        switch (model, bitsPerPixel) {
        case (.monochrome, 8) where alphaInfo == .none: self.init(size: 1, colors: (0, 0, 0), alpha: nil)
        case (.rgb, 24) where alphaInfo == .none: self.init(size: 3, colors: (0, 1, 2), alpha: nil)
        case (.rgb, 32): self.init(alphaInfo: alphaInfo, order: bitmapInfo.intersection(.byteOrderMask))
        default: return nil
        }
    }

    private init?(alphaInfo: CGImageAlphaInfo, order: CGBitmapInfo) {
        let isReversed = order == .byteOrder32Little
        guard isReversed || order == .byteOrderDefault || order == .byteOrder32Big else { return nil }
        func place(_ index: Int) -> Int { isReversed ? 3 - index : index }
        let premultiplied = alphaInfo == .premultipliedFirst || alphaInfo == .premultipliedLast
        switch alphaInfo {
        case .premultipliedLast, .last:
            self.init(size: 4, colors: (place(0), place(1), place(2)), alpha: place(3), premultiplied: premultiplied)
        case .premultipliedFirst, .first:
            self.init(size: 4, colors: (place(1), place(2), place(3)), alpha: place(0), premultiplied: premultiplied)
        case .noneSkipLast: self.init(size: 4, colors: (place(0), place(1), place(2)), alpha: nil, unused: place(3))
        case .noneSkipFirst: self.init(size: 4, colors: (place(1), place(2), place(3)), alpha: nil, unused: place(0))
        case .none, .alphaOnly: return nil
        }
    }

    private init(
        size: Int,
        colors: (Int, Int, Int),
        alpha: Int?,
        premultiplied: Bool = true,
        unused: Int? = nil
    ) {
        bytesPerPixel = size
        (red, green, blue) = colors
        self.alpha = alpha
        isPremultiplied = premultiplied
        self.unused = unused
    }

    /// Reads one pixel as red, green, blue, alpha within 0…1, multiplied with alpha.
    package func read(_ pixel: UnsafeRawPointer) -> SIMD4<Float> {
        func component(_ offset: Int) -> Float {
            Float(pixel.load(fromByteOffset: offset, as: UInt8.self)) / 255
        }
        let opacity = alpha.map(component) ?? 1
        let color = SIMD4(component(red), component(green), component(blue), opacity)
        guard !isPremultiplied else { return color }
        return SIMD4(color.x * opacity, color.y * opacity, color.z * opacity, opacity)
    }

    /// Writes one pixel given as red, green, blue, alpha within 0…1, multiplied with alpha.
    package func write(_ color: SIMD4<Float>, to pixel: UnsafeMutableRawPointer) {
        func store(_ value: Float, _ offset: Int) {
            let clamped = min(max(value, 0), 1)
            pixel.storeBytes(of: UInt8((clamped * 255).rounded()), toByteOffset: offset, as: UInt8.self)
        }
        var stored = color
        if !isPremultiplied, color.w > 0 {
            stored = SIMD4(color.x / color.w, color.y / color.w, color.z / color.w, color.w)
        }
        if isGray {
            // The weights of ITU-R BT.709.
            store(0.2126 * stored.x + 0.7152 * stored.y + 0.0722 * stored.z, red)
        } else {
            store(stored.x, red)
            store(stored.y, green)
            store(stored.z, blue)
        }
        if let alpha { store(stored.w, alpha) }
        if let unused { store(1, unused) }
    }
}
