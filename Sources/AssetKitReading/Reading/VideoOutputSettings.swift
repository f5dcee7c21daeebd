internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib
internal import Foundation

/// Reads the settings of an output of pictures.
enum VideoOutputSettings {
    /// The pictures that settings ask for. Stops the program where these are compressed; throws where they are none that can
    /// be made.
    static func pictures(_ settings: [String: Any], of output: String) throws(MediaProblem) -> PictureRequest {
        func size(_ keys: [String]) throws(MediaProblem) -> Int? {
            guard let key = keys.first(where: { settings[$0] != nil }) else { return nil }
            guard let value: Int = settings.number(key)?.whole(), (1...1 << 16).contains(value) else {
                throw refused("have no size for \(key)")
            }
            return value
        }
        let isCompressed = settings[AVVideoCodecKey] != nil || settings[AVVideoCompressionPropertiesKey] != nil
        require(!isCompressed, "\(output): the settings ask for compressed pictures")
        var wish = PixelBufferRequest()
        wish.formats = try formats(settings[kCVPixelBufferPixelFormatTypeKey])
        wish.width = try size([AVVideoWidthKey, kCVPixelBufferWidthKey])
        wish.height = try size([AVVideoHeightKey, kCVPixelBufferHeightKey])
        if let mode = settings[AVVideoScalingModeKey] {
            guard let scaling = (mode as? String).flatMap(PixelBufferRequest.Scaling.init) else {
                throw refused("have no known value for \(AVVideoScalingModeKey)")
            }
            wish.scaling = scaling
        }
        if let color = settings[AVVideoColorPropertiesKey] {
            wish.color = self.color(PropertyList.dictionary(color) ?? [:])
        }
        var request = PictureRequest(output: .pixelBuffer(wish))
        request.aperture = .encoded
        // A reader gives pictures as they are stored, without tone mapping.
        request.dynamicRange = .matchSource
        request.deinterlaces = false
        return request
    }

    private static func refused(_ reason: String) -> MediaProblem {
        .unsupported("the settings of an output \(reason)")
    }

    private static func formats(_ value: Any?) throws(MediaProblem) -> [OSType] {
        guard let value else { return [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange] }
        let values = (value as? [Any]) ?? [value]
        let types = values.compactMap { value -> OSType? in Number(value)?.whole() }
        guard !types.isEmpty, types.count == values.count else { throw refused("have no pixel format") }
        for type in types where PixelFormatMap.format(of: type) == nil && type != kCVPixelFormatType_64RGBAHalf {
            throw refused("ask for the pixel format \(type.fourCharacterText), which is not known here")
        }
        return types
    }

    private static func color(_ values: [String: Any]) -> PictureColor {
        func text(_ key: String) -> CFString? { values[key] as? String }
        return PictureColor(
            primaries: CVColorPrimariesGetIntegerCodePointForString(text(AVVideoColorPrimariesKey)),
            transfer: CVTransferFunctionGetIntegerCodePointForString(text(AVVideoTransferFunctionKey)),
            matrix: CVYCbCrMatrixGetIntegerCodePointForString(text(AVVideoYCbCrMatrixKey))
        )
    }
}
