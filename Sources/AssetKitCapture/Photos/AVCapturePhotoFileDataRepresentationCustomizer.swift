public import AssetKitMedia
public import Foundation

/// Says what is noted in the file of a photo, with which thumbnail.
///
/// ```swift
/// final class Square: NSObject, AVCapturePhotoFileDataRepresentationCustomizer {
///     func replacementEmbeddedThumbnailPixelBuffer(
///         withPhotoFormat format: UnsafeMutablePointer<NSDictionary?>, for photo: AVCapturePhoto
///     ) -> Unmanaged<CVPixelBuffer>? {
///         format.pointee = [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoWidthKey: 96, AVVideoHeightKey: 96] as NSDictionary
///         return nil
///     }
/// }
/// ```
///
/// No camera here measures depth or knows where people are, and none has raw pictures: what would replace that is never asked for.
public protocol AVCapturePhotoFileDataRepresentationCustomizer: NSObjectProtocol {
    /// What is known of a photo, with the keys of Image I/O; nil for nothing, and no thumbnail either. What the photo itself says,
    /// unless it is there.
    func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]?

    /// The picture that becomes the thumbnail; nil for the photo itself. It is not taken over: whoever answers with it holds it.
    ///
    /// The format says what the thumbnail is to be like: a codec, and `AVVideoWidthKey` and `AVVideoHeightKey` that it fits into. Nil,
    /// as it is at first, is for no thumbnail. The photo's own ``AVCapturePhoto/embeddedThumbnailPhotoFormat`` and no picture leave
    /// the thumbnail that there is, as does whoever has no such function.
    func replacementEmbeddedThumbnailPixelBuffer(
        withPhotoFormat replacementEmbeddedThumbnailPhotoFormatOut: UnsafeMutablePointer<NSDictionary?>,
        for photo: AVCapturePhoto
    ) -> Unmanaged<CVPixelBuffer>?

    /// Other depths. Never asked for.
    func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData?

    /// Another matte of people. Never asked for.
    func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte?

    /// Another matte of hair, skin and the like. Never asked for.
    func replacementSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType,
        for photo: AVCapturePhoto
    ) -> AVSemanticSegmentationMatte?

    /// How a raw picture is compressed. Never asked for.
    func replacementAppleProRAWCompressionSettings(
        for photo: AVCapturePhoto,
        defaultSettings: [String: Any],
        maximumBitDepth: Int
    ) -> [String: Any]
}

extension AVCapturePhotoFileDataRepresentationCustomizer {
    /// Leaves it at what the photo says.
    public func replacementMetadata(for photo: AVCapturePhoto) -> [String: Any]? { photo.metadata }

    /// Leaves it at the thumbnail that the photo has.
    public func replacementEmbeddedThumbnailPixelBuffer(
        withPhotoFormat replacementEmbeddedThumbnailPhotoFormatOut: UnsafeMutablePointer<NSDictionary?>,
        for photo: AVCapturePhoto
    ) -> Unmanaged<CVPixelBuffer>? {
        replacementEmbeddedThumbnailPhotoFormatOut.pointee = photo.embeddedThumbnailPhotoFormat.map {
            NSDictionary(dictionary: $0)
        }
        return nil
    }

    /// There are none.
    public func replacementDepthData(for photo: AVCapturePhoto) -> AVDepthData? { nil }

    /// There is none.
    public func replacementPortraitEffectsMatte(for photo: AVCapturePhoto) -> AVPortraitEffectsMatte? { nil }

    /// There is none.
    public func replacementSemanticSegmentationMatte(
        ofType semanticSegmentationMatteType: AVSemanticSegmentationMatte.MatteType,
        for photo: AVCapturePhoto
    ) -> AVSemanticSegmentationMatte? { nil }

    /// Leaves it at what they are.
    public func replacementAppleProRAWCompressionSettings(
        for photo: AVCapturePhoto,
        defaultSettings: [String: Any],
        maximumBitDepth: Int
    ) -> [String: Any] { defaultSettings }
}

/// How far away what pictures show is. No camera here measures it, so there is none.
public final class AVDepthData: NSObject {
    private override init() {}
}

/// Which part of a picture shows people. Nothing here finds that, so there is none.
public final class AVPortraitEffectsMatte: NSObject {
    private override init() {}
}

/// Which part of a picture shows hair, skin and the like. Nothing here finds that, so there is none.
public final class AVSemanticSegmentationMatte: NSObject {
    /// What a matte shows.
    public struct MatteType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Hair.
        public static let hair = MatteType(rawValue: "AVSemanticSegmentationMatteTypeHair")
        /// Skin.
        public static let skin = MatteType(rawValue: "AVSemanticSegmentationMatteTypeSkin")
        /// Teeth.
        public static let teeth = MatteType(rawValue: "AVSemanticSegmentationMatteTypeTeeth")
        /// Glasses.
        public static let glasses = MatteType(rawValue: "AVSemanticSegmentationMatteTypeGlasses")
    }

    private override init() {}
}
