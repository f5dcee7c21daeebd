public import AssetKitBase

/// What pixel buffers are to be like, with types where the dictionaries of `kCVPixelBuffer…` keys have none.
public struct CVPixelBufferAttributes: Hashable, Sendable {
    /// The pixel formats that will do; a pool makes buffers of the first one.
    public var pixelFormatTypes: [OSType]
    /// Pixels in a row; nil where that is not said.
    public var width: Int?
    /// Rows; nil where that is not said.
    public var height: Int?

    /// Makes attributes.
    public init(pixelFormatTypes: [OSType] = [], width: Int? = nil, height: Int? = nil) {
        (self.pixelFormatTypes, self.width, self.height) = (pixelFormatTypes, width, height)
    }

    /// The same as a dictionary.
    public var dictionary: [String: Any] {
        var result: [String: Any] = [:]
        if let first = pixelFormatTypes.first {
            result[kCVPixelBufferPixelFormatTypeKey] = pixelFormatTypes.count == 1 ? first : pixelFormatTypes
        }
        if let width { result[kCVPixelBufferWidthKey] = width }
        if let height { result[kCVPixelBufferHeightKey] = height }
        return result
    }
}
