internal import AssetKitMedia
internal import CDevices

/// A part of an X server's screen that is shown somewhere: a monitor, or all of it where the server knows of none. A plain value.
struct X11Output: Hashable, Sendable {
    var name: String
    /// Where it is on the screen.
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var isPrimary: Bool
    /// Pictures in a second; nil where that is not known.
    var refresh: Double?

    init(_ raw: ak_ScreenOutput) {
        name = withUnsafeBytes(of: raw.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        (x, y, width, height) = (Int(raw.x), Int(raw.y), Int(raw.width), Int(raw.height))
        isPrimary = raw.is_primary != 0
        refresh = raw.refresh > 0 ? Double(raw.refresh) / 1000 : nil
    }

    /// All that is shown of it, in all rates.
    var format: DeviceFormat? {
        guard let region = GrabRegion(nil, width: width, height: height) else { return nil }
        return Self.format(region)
    }

    static func format(_ region: GrabRegion) -> DeviceFormat {
        .pictures(
            DevicePictureFormat(
                .pixels(kCVPixelFormatType_32BGRA),
                width: region.width,
                height: region.height,
                rates: GrabPace.rates
            )
        )
    }

    /// What it is, for people: `1920 x 1080 pixels, 59.94 Hz`.
    var model: String {
        let size = "\(width) x \(height) pixels"
        guard let refresh else { return size }
        let hundredths = Int((refresh * 100).rounded())
        let isWhole = hundredths.isMultiple(of: 100)
        return "\(size), \(isWhole ? "\(hundredths / 100)" : "\(Double(hundredths) / 100)") Hz"
    }
}
