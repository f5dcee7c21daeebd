internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitPixels
internal import CMTimeLib

/// Makes pictures of a camera what somebody wants: another format, another size, turned, mirrored. Not Sendable: one stage owns it.
final class PictureShaper {
    private let scaler = Scaler()
    private let pools = (scaled: PicturePool(), turned: PicturePool(), converted: PicturePool(), copied: PicturePool())

    /// How many pictures of each way they are made in may be held at the same time, besides those of the device; nil for any number.
    private let limit: Int?

    init(limit: Int? = 24) { self.limit = limit }

    /// The picture of a sample for a client, who may keep it as long as it likes: where it is the sample's own, that is lent or copied.
    ///
    /// - Throws: As for a picture, and what is wrong with the sample.
    func shape(
        _ sample: CapturedSample,
        format: OSType?,
        size: (width: Int, height: Int)?,
        turn: CaptureTurn
    ) throws(AVError) -> CVPixelBuffer {
        let source = try sample.picture()
        let made = try shape(source, format: format, size: size, turn: turn)
        return made === source ? try keepable(source, of: sample) : made
    }

    /// The pixels of a sample as a picture that a client may keep.
    func keepable(_ picture: CVPixelBuffer, of sample: CapturedSample) throws(AVError) -> CVPixelBuffer {
        if let lent = sample.lend(picture) { return lent }
        let made = try make(pools.copied, picture.format.type, picture.width, picture.height)
        guard picture.copy(to: made) else { throw AVError(.outOfMemory, "a picture cannot be copied") }
        return made
    }

    /// The picture as wanted: itself, where it is. `format` nil keeps its own; `size` is that of the result, nil for its own.
    ///
    /// - Throws: Where pixels cannot be converted, and `.outOfMemory` where too many pictures are in use.
    func shape(
        _ picture: CVPixelBuffer,
        format: OSType?,
        size: (width: Int, height: Int)?,
        turn: CaptureTurn
    ) throws(AVError) -> CVPixelBuffer {
        var type = format ?? picture.format.type
        // Pixels that share their colours within a row cannot be turned as they are.
        let isTurnable = Self.elements(of: type) != nil
        if !turn.isIdentity, !isTurnable { type = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange }
        var (width, height) = (picture.width, picture.height)
        if let size { (width, height) = turn.isSideways ? (size.height, size.width) : (size.width, size.height) }
        let isSame = type == picture.format.type && width == picture.width && height == picture.height
        let scaled = isSame ? picture : try convert(picture, type, width, height, pools.scaled)
        guard !turn.isIdentity else { return scaled }
        let turned = try turned(scaled, turn)
        guard let format, format != type else { return turned }
        return try convert(turned, format, turned.width, turned.height, pools.converted)
    }

    private func convert(
        _ picture: CVPixelBuffer,
        _ type: OSType,
        _ width: Int,
        _ height: Int,
        _ pool: PicturePool
    ) throws(AVError) -> CVPixelBuffer {
        let made = try make(pool, type, width, height)
        do {
            try scaler.scale(picture, into: made)
        } catch {
            throw AVError(.unsupportedOutputSettings, "pictures cannot be converted", underlying: error)
        }
        return made
    }

    private func make(_ pool: PicturePool, _ type: OSType, _ width: Int, _ height: Int) throws(AVError) -> CVPixelBuffer
    {
        guard let made = pool.picture(type, width: width, height: height, limit: limit) else {
            throw AVError(.outOfMemory, "too many pictures are in use")
        }
        return made
    }

    // MARK: Turning

    /// How many bytes an element of each plane has, and how many pixels share it; nil of formats that cannot be turned as they are.
    private static func elements(of type: OSType) -> [(size: Int, across: Int, down: Int)]? {
        switch type {
        case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
            [(1, 1, 1), (2, 2, 2)]
        case kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_420YpCbCr8PlanarFullRange:
            [(1, 1, 1), (1, 2, 2), (1, 2, 2)]
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB,
            kCVPixelFormatType_32ABGR:
            [(4, 1, 1)]
        case kCVPixelFormatType_24RGB, kCVPixelFormatType_24BGR: [(3, 1, 1)]
        case kCVPixelFormatType_OneComponent8: [(1, 1, 1)]
        default: nil
        }
    }

    private func turned(_ picture: CVPixelBuffer, _ turn: CaptureTurn) throws(AVError) -> CVPixelBuffer {
        let (width, height) = turn.isSideways ? (picture.height, picture.width) : (picture.width, picture.height)
        let type = picture.format.type
        let result = try make(pools.turned, type, width, height)
        guard let planes = Self.elements(of: type), picture.lock(readOnly: true) == kCVReturnSuccess else {
            throw AVError(.unsupportedOutputSettings, "pictures of the format '\(type.letters)' cannot be turned")
        }
        defer { _ = picture.unlock(readOnly: true) }
        guard result.lock(readOnly: false) == kCVReturnSuccess else { throw AVError(.outOfMemory) }
        defer { _ = result.unlock(readOnly: false) }
        for (plane, element) in planes.enumerated() {
            PlaneTurn.turn(
                UnsafeRawBufferPointer(picture.storage.memory(ofPlane: plane)),
                sourceRowBytes: picture.storage.bytesPerRow(ofPlane: plane),
                width: (picture.width + element.across - 1) / element.across,
                height: (picture.height + element.down - 1) / element.down,
                elementSize: element.size,
                quarters: turn.angle / 90,
                isMirrored: turn.isMirrored,
                into: result.storage.memory(ofPlane: plane),
                targetRowBytes: result.storage.bytesPerRow(ofPlane: plane)
            )
        }
        CVBufferPropagateAttachments(picture, result)
        return result
    }
}
