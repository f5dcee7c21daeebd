package import AssetKitBase
internal import Foundation

/// What a pixel buffer is asked for, out of a client's dictionary.
package struct PixelBufferAttributes: Equatable {
    package var formats: [OSType] = []
    package var width: Int?
    package var height: Int?
    var extended = ExtendedPixels()
    var rowAlignment = 64
    var planeAlignment = 64

    package init() {}

    /// Reads a dictionary; nil where a value makes no sense. Keys that mean nothing here are left alone.
    package init?(_ dictionary: [AnyHashable: Any]?) {
        let values = PropertyList.withTextKeys(dictionary ?? [:])
        guard let formats = Self.formats(values[kCVPixelBufferPixelFormatTypeKey]),
            let width = Self.size(values, kCVPixelBufferWidthKey),
            let height = Self.size(values, kCVPixelBufferHeightKey),
            let rows = Self.count(values, kCVPixelBufferBytesPerRowAlignmentKey, or: 1),
            let planes = Self.count(values, kCVPixelBufferPlaneAlignmentKey, or: 1),
            let left = Self.count(values, kCVPixelBufferExtendedPixelsLeftKey, or: 0),
            let right = Self.count(values, kCVPixelBufferExtendedPixelsRightKey, or: 0),
            let top = Self.count(values, kCVPixelBufferExtendedPixelsTopKey, or: 0),
            let bottom = Self.count(values, kCVPixelBufferExtendedPixelsBottomKey, or: 0)
        else { return nil }
        self.formats = formats
        self.width = width.value
        self.height = height.value
        extended = ExtendedPixels(left: left, right: right, top: top, bottom: bottom)
        rowAlignment = Self.alignment(rows)
        planeAlignment = Self.alignment(planes)
    }

    /// A multiple of the wish and of 64, on which vector code relies.
    private static func alignment(_ wish: Int) -> Int {
        guard wish > 0, 64 % wish != 0 else { return 64 }
        return wish % 64 == 0 ? wish : wish * 64
    }

    /// The formats in a number or an array of numbers; empty where there is nothing, nil where it is something else.
    private static func formats(_ value: Any?) -> [OSType]? {
        guard let value else { return [] }
        if let number = Number(value) { return number.truncated(OSType.self).map { [$0] } }
        guard let list = value as? [Any] else { return nil }
        let formats = list.compactMap { Number($0)?.truncated(OSType.self) }
        return formats.count == list.count ? formats : nil
    }

    /// A size, which may be missing; nil where it makes no sense. Clients give fractions: `CGSize` has them.
    private static func size(_ values: [String: Any], _ key: String) -> (value: Int?, Void)? {
        guard let value = values[key] else { return (nil, ()) }
        guard let size = Number(value)?.truncated(Int.self), size > 0 else { return nil }
        return (size, ())
    }

    private static func count(_ values: [String: Any], _ key: String, or other: Int) -> Int? {
        guard let value = values[key] else { return other }
        guard let count = Number(value)?.truncated(Int.self), (0...PixelMemoryLayout.maximumDimension).contains(count)
        else { return nil }
        return count
    }

    /// Makes a picture in memory of ours, or says why not.
    package func makeBuffer(
        width: Int,
        height: Int,
        format type: OSType,
        storage: (PixelMemoryLayout) -> (any PixelStorage)?
    ) -> Result<CVPixelBuffer, PixelBufferStatus> {
        guard let format = PixelFormat(type) else { return .failure(PixelBufferStatus(kCVReturnInvalidPixelFormat)) }
        guard width > 0, height > 0 else { return .failure(PixelBufferStatus(kCVReturnInvalidSize)) }
        let layout = PixelMemoryLayout(
            format,
            width: width,
            height: height,
            extended: extended,
            rowAlignment: rowAlignment,
            planeAlignment: planeAlignment
        )
        guard let layout else { return .failure(PixelBufferStatus(kCVReturnInvalidSize)) }
        guard let storage = storage(layout) else { return .failure(PixelBufferStatus(kCVReturnAllocationFailed)) }
        let buffer = CVBuffer(width: width, height: height, format: format, storage: storage, extended: extended)
        return .success(buffer)
    }
}

/// A Core Video result that is not success.
package struct PixelBufferStatus: Error, Equatable {
    package let code: CVReturn

    package init(_ code: CVReturn) {
        self.code = code
    }
}
