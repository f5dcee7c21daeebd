internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

extension TrackSource {
    /// The same track with what a description says of its pictures.
    func redescribed(by description: CMFormatDescription) -> TrackSource {
        var facts = facts
        facts.video = facts.video?.redescribed(by: description)
        var source = TrackSource(
            input: input,
            container: container,
            facts: facts,
            index: index,
            startTime: startTime
        )
        source.isRedescribed = true
        return source
    }
}

extension VideoFacts {
    /// What a description does not speak of stays.
    fileprivate func redescribed(by description: CMFormatDescription) -> VideoFacts {
        let values = description.extensionValues
        func text(_ key: CFString) -> CFString? { values[key] as? CFString }
        var facts = self
        let names = PictureColor(
            primaries: CVColorPrimariesGetIntegerCodePointForString(
                text(kCMFormatDescriptionExtension_ColorPrimaries)
            ),
            transfer: CVTransferFunctionGetIntegerCodePointForString(
                text(kCMFormatDescriptionExtension_TransferFunction)
            ),
            matrix: CVYCbCrMatrixGetIntegerCodePointForString(text(kCMFormatDescriptionExtension_YCbCrMatrix)),
            isFullRange: values[kCMFormatDescriptionExtension_FullRangeVideo] as? Bool
        ).names
        facts.primaries = names.primaries ?? primaries
        facts.transfer = names.transfer ?? transfer
        facts.matrix = names.matrix ?? matrix
        facts.range = names.range ?? range
        if facts.transfer != transfer { facts.dynamicRange = facts.dynamicRangeByTransfer }
        guard description.isOfPictures(width: codedWidth, height: codedHeight) else { return facts }
        if let shape = values[kCMFormatDescriptionExtension_PixelAspectRatio] as? [String: Any],
            let across = shape[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing] as? Int, across > 0,
            let along = shape[kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing] as? Int, along > 0
        {
            facts.pixelAspect = PixelAspect(horizontal: across, vertical: along)
        }
        if values[kCMFormatDescriptionExtension_CleanAperture] != nil {
            facts.cleanAperture = description.cleanAperture(originIsAtTopLeft: true)
        }
        if facts.pixelAspect != pixelAspect || facts.cleanAperture != cleanAperture {
            facts.naturalSize = facts.sizeWithSquarePixels
        }
        return facts
    }
}

extension CMFormatDescription {
    /// Its geometry is one of stored pictures of this size.
    fileprivate func isOfPictures(width: Int, height: Int) -> Bool {
        let size = CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height))
        return mediaType == .video && dimensions == size
    }
}
