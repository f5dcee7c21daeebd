internal import AssetKitBase
internal import Foundation

extension ExifBlock {
    /// How a value of Image I/O's dictionaries is written.
    private enum Kind {
        case text, short, long, ratio, signedRatio, exposure, version, degrees, comment
    }

    private typealias Row = (key: String, tag: UInt16, kind: Kind)

    // Tags of TIFF 6.0 and of CIPA DC-008, by the names that Image I/O gives them.
    private static let fileRows: [Row] = [
        (kCGImagePropertyTIFFImageDescription, 0x010E, .text), (kCGImagePropertyTIFFMake, 0x010F, .text),
        (kCGImagePropertyTIFFModel, 0x0110, .text), (kCGImagePropertyTIFFOrientation, 0x0112, .short),
        (kCGImagePropertyTIFFXResolution, 0x011A, .ratio), (kCGImagePropertyTIFFYResolution, 0x011B, .ratio),
        (kCGImagePropertyTIFFResolutionUnit, 0x0128, .short), (kCGImagePropertyTIFFSoftware, 0x0131, .text),
        (kCGImagePropertyTIFFDateTime, 0x0132, .text), (kCGImagePropertyTIFFArtist, 0x013B, .text),
        (kCGImagePropertyTIFFCopyright, 0x8298, .text),
    ]
    private static let exposureRows: [Row] = [
        (kCGImagePropertyExifExposureTime, 0x829A, .exposure), (kCGImagePropertyExifFNumber, 0x829D, .ratio),
        (kCGImagePropertyExifISOSpeedRatings, 0x8827, .short), (kCGImagePropertyExifExifVersion, 0x9000, .version),
        (kCGImagePropertyExifDateTimeOriginal, 0x9003, .text), (kCGImagePropertyExifDateTimeDigitized, 0x9004, .text),
        (kCGImagePropertyExifOffsetTimeOriginal, 0x9011, .text),
        (kCGImagePropertyExifOffsetTimeDigitized, 0x9012, .text),
        (kCGImagePropertyExifExposureBiasValue, 0x9204, .signedRatio), (kCGImagePropertyExifFlash, 0x9209, .short),
        (kCGImagePropertyExifFocalLength, 0x920A, .ratio), (kCGImagePropertyExifUserComment, 0x9286, .comment),
        (kCGImagePropertyExifSubsecTimeOriginal, 0x9291, .text),
        (kCGImagePropertyExifSubsecTimeDigitized, 0x9292, .text),
        (kCGImagePropertyExifColorSpace, 0xA001, .short), (kCGImagePropertyExifPixelXDimension, 0xA002, .long),
        (kCGImagePropertyExifPixelYDimension, 0xA003, .long), (kCGImagePropertyExifExposureMode, 0xA402, .short),
        (kCGImagePropertyExifLensMake, 0xA433, .text), (kCGImagePropertyExifLensModel, 0xA434, .text),
    ]
    private static let placeRows: [Row] = [
        (kCGImagePropertyGPSLatitudeRef, 0x0001, .text), (kCGImagePropertyGPSLatitude, 0x0002, .degrees),
        (kCGImagePropertyGPSLongitudeRef, 0x0003, .text), (kCGImagePropertyGPSLongitude, 0x0004, .degrees),
        (kCGImagePropertyGPSAltitude, 0x0006, .ratio),
    ]

    /// Notes what is known of a picture, as Image I/O's dictionaries have it. What nobody writes here is left out.
    init(_ metadata: [String: Any], thumbnail: [UInt8]? = nil) {
        file = Self.directory(metadata[kCGImagePropertyTIFFDictionary], Self.fileRows)
        exposure = Self.directory(metadata[kCGImagePropertyExifDictionary], Self.exposureRows)
        place = Self.directory(metadata[kCGImagePropertyGPSDictionary], Self.placeRows)
        if let orientation = Number(metadata[kCGImagePropertyOrientation])?.truncated(UInt16.self) {
            file[0x0112] = .short([orientation])
        }
        if !place.isEmpty { place[0x0000] = .bytes([2, 3, 0, 0]) }
        self.thumbnail = thumbnail
    }

    private static func directory(_ values: Any?, _ rows: [Row]) -> Directory {
        guard let values = values as? [String: Any] else { return [:] }
        var result: Directory = [:]
        for row in rows { if let value = values[row.key] { result[row.tag] = self.value(value, row.kind) } }
        return result
    }

    private static func value(_ value: Any, _ kind: Kind) -> Value? {
        let first = (value as? [Any])?.first ?? value
        switch kind {
        case .text: return (first as? String).map(Value.text)
        case .comment: return (first as? String).map { .bytes(Array("UNICODE\0".utf8) + utf16($0)) }
        case .short: return Number(first)?.truncated(UInt16.self).map { .short([$0]) }
        case .long: return Number(first)?.truncated(UInt32.self).map { .long([$0]) }
        case .ratio: return Number(first).flatMap { ratio($0.double) }.map { .ratio([$0]) }
        case .exposure: return Number(first).flatMap { exposure($0.double) }.map { .ratio([$0]) }
        case .signedRatio:
            return Number(first)?.double.clamped.map { .signedRatio([SignedRatio(numerator: $0, denominator: 1000)]) }
        case .version:
            let numbers = (value as? [Any] ?? []).compactMap { Number($0)?.truncated(UInt8.self) }
            return numbers.isEmpty ? nil : .bytes(version(numbers))
        case .degrees: return Number(first).flatMap { degrees(abs($0.double)) }
        }
    }

    private static func utf16(_ text: String) -> [UInt8] {
        text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }

    /// Four digits as letters, of which the array has those that are not 0 at the end.
    private static func version(_ numbers: [UInt8]) -> [UInt8] {
        let digits = numbers.count == 2 ? [0, numbers[0], numbers[1], 0] : Array(numbers.prefix(4))
        return (digits + Array(repeating: 0, count: max(0, 4 - digits.count))).map { $0 % 10 + UInt8(ascii: "0") }
    }

    private static func ratio(_ value: Double) -> Ratio? {
        guard value >= 0, value < 4_000_000 else { return nil }
        if let whole = UInt32(exactly: value) { return Ratio(numerator: whole, denominator: 1) }
        return Ratio(numerator: UInt32((value * 1000).rounded()), denominator: 1000)
    }

    /// One of so many parts of a second, as photographers write it.
    private static func exposure(_ seconds: Double) -> Ratio? {
        guard seconds > 0, seconds < 400_000 else { return nil }
        let parts = 1 / seconds
        if parts >= 1, parts < 4e9, abs(parts - parts.rounded()) < 0.01 * parts {
            return Ratio(numerator: 1, denominator: UInt32(parts.rounded()))
        }
        return Ratio(numerator: UInt32((seconds * 10_000).rounded()), denominator: 10_000)
    }

    private static func degrees(_ value: Double) -> Value? {
        guard value <= 180 else { return nil }
        // Thousandths of a second of arc.
        let total = Int((value * 3_600_000).rounded())
        return .ratio([
            Ratio(numerator: UInt32(total / 3_600_000), denominator: 1),
            Ratio(numerator: UInt32(total / 60_000 % 60), denominator: 1),
            Ratio(numerator: UInt32(total % 60_000), denominator: 1000),
        ])
    }
}

extension Double {
    /// Thousandths as a whole number; nil where there is none.
    fileprivate var clamped: Int32? { Int32(exactly: (self * 1000).rounded()) }
}
