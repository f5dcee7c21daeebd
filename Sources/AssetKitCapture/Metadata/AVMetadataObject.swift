internal import AssetKitBase
internal import AssetKitDevices
public import AssetKitMedia
public import CMTimeLib
public import Foundation

/// Something that was found in a picture.
open class AVMetadataObject: NSObject, @unchecked Sendable {
    // SAFETY: nothing changes.
    /// What was found.
    public struct ObjectType: _StringBackedConstant {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A QR code.
        public static let qr = Self(rawValue: "org.iso.QRCode")
        /// A product's number of 13 digits, or one of 12 in its form.
        public static let ean13 = Self(rawValue: "org.gs1.EAN-13")
        /// A product's number of 8 digits.
        public static let ean8 = Self(rawValue: "org.gs1.EAN-8")
        /// A product's number in its short form.
        public static let upce = Self(rawValue: "org.gs1.UPC-E")
        /// Bars for all letters.
        public static let code128 = Self(rawValue: "org.iso.Code128")
        /// Bars for capital letters and digits.
        public static let code39 = Self(rawValue: "org.iso.Code39")
        /// Bars for capital letters and digits with a sum that checks them. None is found here.
        public static let code39Mod43 = Self(rawValue: "org.iso.Code39Mod43")
        /// Bars for capital letters and digits, denser.
        public static let code93 = Self(rawValue: "com.intermec.Code93")
        /// Bars for digits, as libraries use them.
        public static let codabar = Self(rawValue: "Codabar")
        /// Bars for pairs of digits.
        public static let interleaved2of5 = Self(rawValue: "org.ansi.Interleaved2of5")
        /// Bars for 14 digits. None is found here: they are ``interleaved2of5``.
        public static let itf14 = Self(rawValue: "org.gs1.ITF14")
        /// Stacked bars. None is found here.
        public static let pdf417 = Self(rawValue: "org.iso.PDF417")
        /// A square code around a target. None is found here.
        public static let aztec = Self(rawValue: "org.iso.Aztec")
        /// A square code with solid sides. None is found here.
        public static let dataMatrix = Self(rawValue: "org.iso.DataMatrix")
        /// A square code, smaller than a QR code. None is found here.
        public static let microQR = Self(rawValue: "org.iso.MicroQRCode")
        /// Stacked bars, smaller. None is found here.
        public static let microPDF417 = Self(rawValue: "org.iso.MicroPDF417")
        /// Bars of fresh food. None is found here.
        public static let gs1DataBar = Self(rawValue: "org.gs1.GS1DataBar")
        /// Bars of fresh food, with more to say. None is found here.
        public static let gs1DataBarExpanded = Self(rawValue: "org.gs1.GS1DataBarExpanded")
        /// Bars of small things. None is found here.
        public static let gs1DataBarLimited = Self(rawValue: "org.gs1.GS1DataBarLimited")
        /// A face. None is found here.
        public static let face = Self(rawValue: "face")
        /// The upper half of a person. None is found here.
        public static let humanBody = Self(rawValue: "humanBody")
        /// A person. None is found here.
        public static let humanFullBody = Self(rawValue: "humanFullBody")
        /// A cat. None is found here.
        public static let catBody = Self(rawValue: "catBody")
        /// A dog. None is found here.
        public static let dogBody = Self(rawValue: "dogBody")
        /// What stands out. Nothing is found here.
        public static let salientObject = Self(rawValue: "salientObject")
    }

    /// What it is.
    public let type: ObjectType
    /// When the picture was taken, on the session's clock.
    public let time: CMTime
    /// How long it lasts: nobody knows that of a picture.
    public let duration: CMTime
    /// Where it is: a part (0 to 1) of the camera's picture, or of a layer what that made of it.
    public let bounds: CGRect

    init(_ type: ObjectType, at time: CMTime, _ bounds: CGRect) {
        (self.type, self.time, duration, self.bounds) = (type, time, .invalid, bounds)
    }

    /// The same somewhere else.
    func moved(_ rectangle: (CGRect) -> CGRect, _ point: (CGPoint) -> CGPoint) -> AVMetadataObject {
        AVMetadataObject(type, at: time, rectangle(bounds))
    }
}

/// A code that machines read.
public final class AVMetadataMachineReadableCodeObject: AVMetadataObject, @unchecked Sendable {
    /// Its four corners, in the coordinates of its bounds: that of an upright code's upper left first, then down. Of bars, what was
    /// seen of them.
    public let corners: [CGPoint]
    /// What it says.
    public let stringValue: String?

    init(_ type: ObjectType, at time: CMTime, _ bounds: CGRect, _ corners: [CGPoint], _ text: String) {
        (self.corners, stringValue) = (corners, text)
        super.init(type, at: time, bounds)
    }

    override func moved(_ rectangle: (CGRect) -> CGRect, _ point: (CGPoint) -> CGPoint) -> AVMetadataObject {
        AVMetadataMachineReadableCodeObject(type, at: time, rectangle(bounds), corners.map(point), stringValue ?? "")
    }
}

extension AVMetadataObject.ObjectType {
    /// The kinds that are found here, by what finds them.
    static let kinds: [(type: Self, kind: CodeReader.Kind)] = [
        (.qr, .qr), (.ean13, .ean13), (.ean8, .ean8), (.upce, .upce), (.code128, .code128), (.code39, .code39),
        (.code93, .code93), (.codabar, .codabar), (.interleaved2of5, .interleaved2of5),
    ]
}

extension AVCaptureVideoPreviewLayer {
    /// What was found in a picture, in the coordinates of the layer that shows it.
    public func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? {
        metadataObject.moved(
            { layerRectConverted(fromMetadataOutputRect: $0) },
            { layerPointConverted(fromCaptureDevicePoint: $0) }
        )
    }
}
