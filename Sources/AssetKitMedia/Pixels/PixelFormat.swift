package import AssetKitBase
internal import Foundation

/// How the pixels of a format lie in memory.
package struct PixelFormat: Hashable, Sendable {
    /// One plane of a format: blocks of pixels in rows.
    package struct Plane: Hashable, Sendable {
        /// Bytes of one block.
        package var bytesPerBlock: Int
        /// Samples of one block.
        var blockWidth = 1
        /// Pixels that share one sample.
        var horizontalSubsampling = 1
        /// Rows that share one row of samples.
        var verticalSubsampling = 1
        /// What the format itself asks of the length of a row.
        var rowAlignment = 1

        /// Samples in a row of a picture.
        package func width(ofPictureWidth width: Int) -> Int {
            width / horizontalSubsampling + (width % horizontalSubsampling == 0 ? 0 : 1)
        }

        /// Rows of samples of a picture.
        package func height(ofPictureHeight height: Int) -> Int {
            height / verticalSubsampling + (height % verticalSubsampling == 0 ? 0 : 1)
        }

        /// The bytes that the samples of a row take; nil where that is beyond all measure.
        package func byteCount(ofWidth width: Int) -> Int? {
            let blocks = width / blockWidth + (width % blockWidth == 0 ? 0 : 1)
            let (bytes, isTooMuch) = blocks.multipliedReportingOverflow(by: bytesPerBlock)
            return isTooMuch ? nil : bytes
        }
    }

    package let type: OSType
    package let planes: [Plane]
    package let bitsPerComponent: Int
    package let traits: Traits

    /// What the samples mean.
    package struct Traits: OptionSet, Hashable, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        package static let rgb = Traits(rawValue: 1)
        package static let yCbCr = Traits(rawValue: 2)
        package static let gray = Traits(rawValue: 4)
        package static let alpha = Traits(rawValue: 8)
        static let fullRange = Traits(rawValue: 16)
        package static let planar = Traits(rawValue: 32)
    }

    package var isPlanar: Bool { traits.contains(.planar) }

    /// The format of a number; nil for one nobody described.
    package init?(_ type: OSType) {
        guard let format = PixelFormatRegistry.shared.format(type) else { return nil }
        self = format
    }

    private init(_ type: OSType, planes: [Plane], bits: Int, _ traits: Traits) {
        self.type = type
        self.planes = planes
        bitsPerComponent = bits
        self.traits = traits
    }

    /// A format in one plane, of blocks of `width` pixels.
    package static func packed(
        _ type: OSType,
        bytes: Int,
        width: Int = 1,
        bits: Int = 8,
        rowAlignment: Int = 1,
        _ traits: Traits
    ) -> PixelFormat {
        let plane = Plane(bytesPerBlock: bytes, blockWidth: width, rowAlignment: rowAlignment)
        return PixelFormat(type, planes: [plane], bits: bits, traits)
    }

    /// A format with a plane of brightness, and colour in one plane of pairs or in two planes; alpha may follow.
    package static func planar(
        _ type: OSType,
        sampleBytes: Int = 1,
        subsampling: (Int, Int),
        chromaPlanes: Int = 1,
        bits: Int = 8,
        _ traits: Traits
    ) -> PixelFormat {
        let luma = Plane(bytesPerBlock: sampleBytes)
        let chroma = Plane(
            bytesPerBlock: chromaPlanes == 1 ? 2 * sampleBytes : sampleBytes,
            horizontalSubsampling: subsampling.0,
            verticalSubsampling: subsampling.1
        )
        let alpha = traits.contains(.alpha) ? [luma] : []
        let planes = [luma] + Array(repeating: chroma, count: chromaPlanes) + alpha
        return PixelFormat(type, planes: planes, bits: bits, traits.union([.yCbCr, .planar]))
    }

    /// A format that a client describes; nil where the description makes no sense.
    package init?(type: OSType, description: [String: Any]) {
        let shapes: [[String: Any]] =
            (description[kCVPixelFormatPlanes] as? [Any])?.compactMap(PropertyList.dictionary) ?? [description]
        let planes = shapes.compactMap(Plane.init)
        guard !planes.isEmpty, planes.count == shapes.count else { return nil }
        var traits: Traits = planes.count > 1 ? .planar : []
        if description.number(kCVPixelFormatContainsAlpha)?.bool == true { traits.insert(.alpha) }
        if description.number(kCVPixelFormatContainsRGB)?.bool == true { traits.insert(.rgb) }
        if description.number(kCVPixelFormatContainsYCbCr)?.bool == true { traits.insert(.yCbCr) }
        if description.number(kCVPixelFormatContainsGrayscale)?.bool == true { traits.insert(.gray) }
        let bits: Int = description.number(kCVPixelFormatBitsPerComponent)?.whole() ?? 8
        self.init(type, planes: planes, bits: bits, traits)
    }

    /// The description of this format as a dictionary.
    package var description: [AnyHashable: Any] {
        var result: [AnyHashable: Any] = [
            kCVPixelFormatConstant: type,
            kCVPixelFormatName: type.fourCharacterText,
            kCVPixelFormatBitsPerComponent: bitsPerComponent,
            kCVPixelFormatContainsAlpha: traits.contains(.alpha),
            kCVPixelFormatContainsRGB: traits.contains(.rgb),
            kCVPixelFormatContainsYCbCr: traits.contains(.yCbCr),
            kCVPixelFormatContainsGrayscale: traits.contains(.gray),
        ]
        if traits.contains(.yCbCr) {
            result[kCVPixelFormatComponentRange] =
                traits.contains(.fullRange)
                ? kCVPixelFormatComponentRange_FullRange : kCVPixelFormatComponentRange_VideoRange
        }
        if isPlanar {
            result[kCVPixelFormatPlanes] = planes.map(\.description)
        } else {
            result.merge(planes[0].description) { old, _ in old }
        }
        return result
    }
}

extension PixelFormat.Plane {
    fileprivate init?(_ description: [String: Any]) {
        func number(_ key: String, or other: Int) -> Int { description.number(key)?.whole() ?? other }
        let bits = number(kCVPixelFormatBitsPerBlock, or: 0)
        guard bits > 0, bits % 8 == 0, bits <= 1 << 16 else { return nil }
        bytesPerBlock = bits / 8
        blockWidth = number(kCVPixelFormatBlockWidth, or: 1)
        horizontalSubsampling = number(kCVPixelFormatHorizontalSubsampling, or: 1)
        verticalSubsampling = number(kCVPixelFormatVerticalSubsampling, or: 1)
        let blocks = number(kCVPixelFormatBlockHorizontalAlignment, or: 1)
        let sensible = 1...256
        guard sensible.contains(blockWidth), sensible.contains(horizontalSubsampling),
            sensible.contains(verticalSubsampling), sensible.contains(blocks),
            number(kCVPixelFormatBlockHeight, or: 1) == 1
        else { return nil }
        rowAlignment = blocks * bytesPerBlock
    }

    fileprivate var description: [AnyHashable: Any] {
        [
            kCVPixelFormatBitsPerBlock: bytesPerBlock * 8,
            kCVPixelFormatBlockWidth: blockWidth,
            kCVPixelFormatBlockHeight: 1,
            kCVPixelFormatHorizontalSubsampling: horizontalSubsampling,
            kCVPixelFormatVerticalSubsampling: verticalSubsampling,
            kCVPixelFormatBlockHorizontalAlignment: max(rowAlignment / bytesPerBlock, 1),
        ]
    }
}
