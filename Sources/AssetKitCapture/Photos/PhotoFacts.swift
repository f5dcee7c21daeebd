internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What is known of how a picture was taken. A plain value.
struct PhotoFacts {
    var make = ""
    var model = ""
    /// How long it was exposed, in seconds.
    var exposure: Double?
    var sensitivity: Int?
    var bias: Double?
    /// 0 for an automatic exposure, 1 for one by hand, 2 for one of a bracket.
    var exposureMode: Int?
    var hasFlash: Bool?
    var width = 0
    var height = 0
    /// As Exif says it.
    var orientation = 1
    var date = Date()

    /// Asks a device, which may take a moment.
    init(_ device: AVCaptureDevice?, _ plan: PhotoPlan) {
        guard let device else { return }
        (make, model) = (device.manufacturer, device.localizedName)
        let duration = device.exposureDuration
        if duration.isNumeric, duration > .zero { exposure = duration.seconds }
        // Other controls of the kind count in units of nobody.
        if device.hasControl(.isoSensitivity) { sensitivity = Int(device.iso.rounded()) }
        if device.hasControl(.exposureBias) { bias = Double(device.exposureTargetBias) }
        if device.hasControl(.exposureAuto) { exposureMode = device.exposureMode == .continuousAutoExposure ? 0 : 1 }
        if !plan.exposures.isEmpty { exposureMode = 2 }
        if device.hasFlash { hasFlash = plan.firesFlash }
    }

    /// Nothing is known.
    init() {}

    /// The same as Image I/O has it, with what a client notes besides, which counts more.
    func metadata(_ others: [String: Any], timeZone: TimeZone = .current) -> [String: Any] {
        var exif: [String: Any] = [
            kCGImagePropertyExifExifVersion: [2, 3, 2], kCGImagePropertyExifColorSpace: 1,
            kCGImagePropertyExifPixelXDimension: width, kCGImagePropertyExifPixelYDimension: height,
        ]
        let (moment, fraction, offset) = Self.texts(of: date, timeZone)
        exif[kCGImagePropertyExifDateTimeOriginal] = moment
        exif[kCGImagePropertyExifDateTimeDigitized] = moment
        exif[kCGImagePropertyExifSubsecTimeOriginal] = fraction
        exif[kCGImagePropertyExifSubsecTimeDigitized] = fraction
        exif[kCGImagePropertyExifOffsetTimeOriginal] = offset
        exif[kCGImagePropertyExifOffsetTimeDigitized] = offset
        exif[kCGImagePropertyExifExposureTime] = exposure
        exif[kCGImagePropertyExifISOSpeedRatings] = sensitivity.map { [$0] }
        exif[kCGImagePropertyExifExposureBiasValue] = bias
        exif[kCGImagePropertyExifExposureMode] = exposureMode
        exif[kCGImagePropertyExifFlash] = hasFlash.map { $0 ? 1 : 0 }
        var file: [String: Any] = [
            kCGImagePropertyTIFFOrientation: orientation, kCGImagePropertyTIFFDateTime: moment,
            kCGImagePropertyTIFFXResolution: 72, kCGImagePropertyTIFFYResolution: 72,
            kCGImagePropertyTIFFResolutionUnit: 2, kCGImagePropertyTIFFSoftware: "AssetKit",
        ]
        if !make.isEmpty { file[kCGImagePropertyTIFFMake] = make }
        if !model.isEmpty { file[kCGImagePropertyTIFFModel] = model }
        let own: [String: Any] = [
            kCGImagePropertyOrientation: orientation, kCGImagePropertyPixelWidth: width,
            kCGImagePropertyPixelHeight: height,
            kCGImagePropertyExifDictionary: exif, kCGImagePropertyTIFFDictionary: file,
        ]
        return own.merging(others) { own, other in
            guard let own = own as? [String: Any], let other = other as? [String: Any] else { return other }
            return own.merging(other) { $1 }
        }
    }

    /// A moment as Exif writes it: the time, milliseconds, and how far from Greenwich it is.
    static func texts(of date: Date, _ timeZone: TimeZone) -> (moment: String, fraction: String, offset: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .nanosecond], from: date)
        func digits(_ number: Int?, _ count: Int = 2) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = "\(digits(parts.year, 4)):\(digits(parts.month)):\(digits(parts.day))"
        let time = "\(digits(parts.hour)):\(digits(parts.minute)):\(digits(parts.second))"
        let minutes = timeZone.secondsFromGMT(for: date) / 60
        let offset = "\(minutes < 0 ? "-" : "+")\(digits(abs(minutes) / 60)):\(digits(abs(minutes) % 60))"
        return ("\(day) \(time)", digits((parts.nanosecond ?? 0) / 1_000_000, 3), offset)
    }
}
