internal import Foundation

/// Reads the settings of an output of pictures.
enum VideoOutputSettings {
    /// The pictures that settings ask for. Stops the program where that is not uncompressed pictures, or nothing known.
    static func pictures(_ settings: [String: Any], of output: String) -> PictureRequest {
        func fail(_ reason: String) -> Never { programmerError("\(output): the settings \(reason)") }
        func size(_ keys: [String]) -> Int? {
            guard let key = keys.first(where: { settings[$0] != nil }) else { return nil }
            guard let value: Int = settings.number(key)?.whole(), (1...1 << 16).contains(value) else {
                fail("have no size for \(key)")
            }
            return value
        }
        guard settings[AVVideoCodecKey] == nil, settings[AVVideoCompressionPropertiesKey] == nil else {
            fail("ask for compressed pictures")
        }
        var wish = PixelBufferRequest()
        wish.formats = formats(settings[kCVPixelBufferPixelFormatTypeKey], fail)
        wish.width = size([AVVideoWidthKey, kCVPixelBufferWidthKey])
        wish.height = size([AVVideoHeightKey, kCVPixelBufferHeightKey])
        if let mode = settings[AVVideoScalingModeKey] {
            guard let scaling = (mode as? String).flatMap(PixelBufferRequest.Scaling.init) else {
                fail("have no known value for \(AVVideoScalingModeKey)")
            }
            wish.scaling = scaling
        }
        if let color = settings[AVVideoColorPropertiesKey] {
            wish.color = self.color(PropertyList.dictionary(color) ?? [:])
        }
        var request = PictureRequest(output: .pixelBuffer(wish))
        request.aperture = .encoded
        // Who reads pictures one after the other gets what is stored.
        request.dynamicRange = .matchSource
        request.deinterlaces = false
        return request
    }

    private static func formats(_ value: Any?, _ fail: (String) -> Never) -> [OSType] {
        guard let value else { return [kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange] }
        let values = (value as? [Any]) ?? [value]
        let types = values.compactMap { value -> OSType? in Number(value)?.whole() }
        guard !types.isEmpty, types.count == values.count else { fail("have no pixel format") }
        for type in types where PixelFormatMap.format(of: type) == nil && type != kCVPixelFormatType_64RGBAHalf {
            fail("ask for the pixel format '\(type.fourCharacterText)', which is not known here")
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
