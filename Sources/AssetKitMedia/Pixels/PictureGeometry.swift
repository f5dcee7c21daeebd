internal import AssetKitBase
internal import Foundation

/// The shape of a picture: stored pixels, the clean part of them, and the shape of one pixel.
struct PictureGeometry {
    let width: Int
    let height: Int
    private let clean: CleanAperture?
    private let pixelRatio: Double

    private struct CleanAperture {
        var width: Double
        var height: Double
        /// How far the middle of the clean part is right of the middle of the picture.
        var horizontalOffset: Double
        /// How far the middle of the clean part is below the middle of the picture.
        var verticalOffset: Double
    }

    /// Reads the dictionaries of Core Video; one that makes no sense counts as absent.
    init(width: Int, height: Int, cleanAperture: Any?, pixelAspectRatio: Any?) {
        self.width = width
        self.height = height
        clean = PropertyList.dictionary(cleanAperture).flatMap(Self.cleanAperture)
        let ratio = PropertyList.dictionary(pixelAspectRatio)
        let horizontal = ratio?.number(kCVImageBufferPixelAspectRatioHorizontalSpacingKey)?.double ?? 1
        let vertical = ratio?.number(kCVImageBufferPixelAspectRatioVerticalSpacingKey)?.double ?? 1
        let isSensible = horizontal.isFinite && vertical.isFinite && horizontal > 0 && vertical > 0
        pixelRatio = isSensible ? horizontal / vertical : 1
    }

    /// The size to show.
    func presentationSize(usesPixelAspectRatio: Bool, usesCleanAperture: Bool) -> CGSize {
        let part = usesCleanAperture ? clean : nil
        let shownWidth = part?.width ?? Double(width)
        return CGSize(
            width: usesPixelAspectRatio ? shownWidth * pixelRatio : shownWidth,
            height: part?.height ?? Double(height)
        )
    }

    /// The clean part of the stored pixels; all of them where nothing else is said.
    func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
        guard let clean else { return CGRect(x: 0, y: 0, width: width, height: height) }
        let left = (Double(width) - clean.width) / 2 + clean.horizontalOffset
        let shift = originIsAtTopLeft ? clean.verticalOffset : -clean.verticalOffset
        let top = (Double(height) - clean.height) / 2 + shift
        return CGRect(x: left, y: top, width: clean.width, height: clean.height)
    }

    private static func cleanAperture(_ dictionary: [String: Any]) -> CleanAperture? {
        func value(_ key: String) -> Double? {
            if let pair = dictionary[key + "Rational"] as? [Any], pair.count == 2,
                let top = Number(pair[0])?.double, let bottom = Number(pair[1])?.double, bottom != 0
            {
                return top / bottom
            }
            return dictionary.number(key)?.double
        }
        guard let width = value(kCVImageBufferCleanApertureWidthKey),
            let height = value(kCVImageBufferCleanApertureHeightKey), width > 0, height > 0, width.isFinite,
            height.isFinite
        else { return nil }
        return CleanAperture(
            width: width,
            height: height,
            horizontalOffset: value(kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0,
            verticalOffset: value(kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0
        )
    }
}
