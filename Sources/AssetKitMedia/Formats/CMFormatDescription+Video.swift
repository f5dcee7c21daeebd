internal import AssetKitBase
public import Foundation

extension CMFormatDescription {
    /// Makes a description of pictures.
    public convenience init(
        videoCodecType: MediaSubType,
        width: Int,
        height: Int,
        extensions: Extensions? = nil
    ) throws {
        guard let width = Int32(exactly: width), let height = Int32(exactly: height), width >= 0, height >= 0 else {
            throw Error.invalidParameter
        }
        self.init(
            type: kCMMediaType_Video,
            subtype: videoCodecType.rawValue,
            extensions: extensions?.values ?? [:],
            dimensions: CMVideoDimensions(width: width, height: height)
        )
    }

    /// Makes a description of the pictures that look like this one: its format, size and attachments.
    public convenience init(imageBuffer: CVImageBuffer) throws {
        try self.init(
            videoCodecType: MediaSubType(rawValue: imageBuffer.format.type),
            width: imageBuffer.width,
            height: imageBuffer.height,
            extensions: Extensions(values: Self.extensions(of: imageBuffer))
        )
    }

    /// The size of the stored pictures; 0 × 0 for other media.
    public var dimensions: CMVideoDimensions { videoDimensions }

    /// The size to show, in square pixels where `usePixelAspectRatio`, of the clean part where `useCleanAperture`.
    public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
        geometry.presentationSize(usesPixelAspectRatio: usePixelAspectRatio, usesCleanAperture: useCleanAperture)
    }

    /// The clean part of the stored picture.
    public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
        geometry.cleanAperture(originIsAtTopLeft: originIsAtTopLeft)
    }

    private var geometry: PictureGeometry {
        PictureGeometry(
            width: Int(videoDimensions.width),
            height: Int(videoDimensions.height),
            cleanAperture: extensionValues[kCMFormatDescriptionExtension_CleanAperture],
            pixelAspectRatio: extensionValues[kCMFormatDescriptionExtension_PixelAspectRatio]
        )
    }

    /// The extensions that pictures can have attached too.
    public static var extensionKeysCommonWithImageBuffers: [Extensions.Key] {
        sharedKeys.map(Extensions.Key.init(rawValue:))
    }

    private static let sharedKeys = [
        kCMFormatDescriptionExtension_CleanAperture, kCMFormatDescriptionExtension_FieldCount,
        kCMFormatDescriptionExtension_FieldDetail, kCMFormatDescriptionExtension_PixelAspectRatio,
        kCMFormatDescriptionExtension_ColorPrimaries, kCMFormatDescriptionExtension_TransferFunction,
        kCMFormatDescriptionExtension_GammaLevel, kCMFormatDescriptionExtension_YCbCrMatrix,
        kCMFormatDescriptionExtension_ICCProfile, kCMFormatDescriptionExtension_ChromaLocationTopField,
        kCMFormatDescriptionExtension_ChromaLocationBottomField,
        kCMFormatDescriptionExtension_MasteringDisplayColorVolume,
        kCMFormatDescriptionExtension_ContentLightLevelInfo, kCMFormatDescriptionExtension_AlphaChannelMode,
        kCMFormatDescriptionExtension_AmbientViewingEnvironment,
    ]

    /// Whether a picture has this format, this size, and attachments that say the same.
    public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
        guard type == kCMMediaType_Video, subtype == imageBuffer.format.type,
            Int(videoDimensions.width) == imageBuffer.width, Int(videoDimensions.height) == imageBuffer.height
        else { return false }
        let own = extensionValues.filter { Self.sharedKeys.contains($0.key) }
        let attached = Self.extensions(of: imageBuffer).filter { Self.sharedKeys.contains($0.key) }
        return PropertyList.areEqual(own, attached)
    }

    private static func extensions(of imageBuffer: CVImageBuffer) -> [String: Any] {
        var values: [String: Any] = [:]
        for key in sharedKeys {
            if let entry = imageBuffer.attachmentStore[key] { values[key] = entry.value }
        }
        if !imageBuffer.isPlanar {
            values[kCMFormatDescriptionExtension_BytesPerRow] = imageBuffer.storage.bytesPerRow(ofPlane: 0)
        }
        return values
    }
}
