internal import AssetKitBase
internal import AssetKitFFmpeg
internal import AssetKitMedia

/// What a picture of a screen is to be, and how it is made of pixels that lie somewhere.
struct ScreenPicture: Hashable {
    /// Red, green and blue as screens have them, or 4:2:0 of one of two layouts.
    let pixelFormat: OSType
    let width: Int
    let height: Int

    init(_ preference: OSType?, width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        let known = [kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
        pixelFormat = known.first { $0 == preference } ?? kCVPixelFormatType_32BGRA
    }

    private var isComponents: Bool { pixelFormat != kCVPixelFormatType_32BGRA }

    /// What the numbers mean. Components have the matrix that pictures of their size have where nobody says otherwise.
    private var color: PictureColor {
        guard isComponents else { return .sRGB }
        let matrix = PictureColor().resolved(width: width, height: height, isRGB: false).matrix
        return PictureColor(
            primaries: PictureColor.sRGB.primaries,
            transfer: PictureColor.sRGB.transfer,
            matrix: matrix,
            isFullRange: false
        )
    }

    private var converter: ComponentConverter { color.matrix == 1 ? .video : .smallVideo }

    func make(from pool: PicturePool) -> CVPixelBuffer? {
        guard let picture = pool.picture(pixelFormat, width: width, height: height) else { return nil }
        picture.attach(color)
        return picture
    }

    /// Takes pixels of the same size.
    func fill(_ picture: CVPixelBuffer, from pixels: some ScreenPixels) {
        CVPixelBufferLockBaseAddress(picture, [])
        defer { CVPixelBufferUnlockBaseAddress(picture, []) }
        let storage = picture.storage
        func start(_ plane: Int) -> UnsafeMutableRawPointer? { storage.memory(ofPlane: plane).baseAddress }
        guard let first = start(0) else { return }
        guard isComponents else { return pixels.copy(into: first, bytesPerRow: storage.bytesPerRow(ofPlane: 0)) }
        let isInterleaved = storage.planeCount == 2
        guard let blue = start(1), let red = isInterleaved ? blue + 1 : start(2) else { return }
        let target = ComponentConverter.Target(
            luma: first,
            lumaStride: storage.bytesPerRow(ofPlane: 0),
            blue: blue,
            red: red,
            chromaStride: storage.bytesPerRow(ofPlane: 1),
            isInterleaved: isInterleaved
        )
        pixels.lendPixels { pixels, bytesPerRow in
            let stride = bytesPerRow ?? width * 4
            converter.convert(pixels, stride: stride, .bgra, width: width, height: height, into: target)
        }
    }
}
