internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitFFmpeg
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import Foundation

extension PictureRendering {
    /// The same in the words of the render core.
    var request: PictureRequest {
        var wish = PixelBufferRequest(formats: [encoding.pixelFormat])
        (wish.width, wish.height) = (encoding.width, encoding.height)
        if letterboxes {
            wish.scaling = .resizeAspect
            wish.place = encoding.cleanPlace
            wish.pixelAspect = Double(encoding.pixelAspect.horizontal) / Double(encoding.pixelAspect.vertical)
        }
        wish.color = encoding.color
        wish.color.isFullRange = nil
        var request = PictureRequest(output: .pixelBuffer(wish))
        request.aperture = isScaled || crop != nil ? .clean : .encoded
        request.appliesTransform = turns
        request.dynamicRange = becomesStandardRange ? .forceStandard : .matchSource
        request.deinterlaces = deinterlaces
        return request
    }

    /// The same for pictures of a source that are not like those that the plan was made for: they keep their shape, with black
    /// bars beside them, and get the colours of the others.
    var requestForOthers: PictureRequest {
        var request = request
        guard case .pixelBuffer(var wish) = request.output else { return request }
        // The shape that they keep is that of their clean part on a screen, whatever that of their pixels.
        request.aperture = .clean
        wish.scaling = .resizeAspect
        wish.place = encoding.cleanPlace
        wish.pixelAspect = Double(encoding.pixelAspect.horizontal) / Double(encoding.pixelAspect.vertical)
        wish.color = encoding.color
        request.output = .pixelBuffer(wish)
        return request
    }

    /// What a track says of its pictures, with the part that is kept in place of the clean one.
    func description(_ video: VideoFacts) -> PictureDescription {
        var description = PictureDescription(video)
        if let crop {
            description.cleanAperture = CGRect(x: crop.x, y: crop.y, width: crop.width, height: crop.height)
        }
        if let transform { description.transform = transform.value }
        return description
    }
}

extension PictureEncoding {
    /// The part of the pictures to show, at whole blocks of two by two pixels; nil for all of them.
    fileprivate var cleanPlace: PixelRect? {
        guard let clean = cleanAperture else { return nil }
        func side(_ length: Double, _ offset: Double, _ whole: Int) -> (start: Int, length: Int) {
            let start = (Double(whole) / 2 + offset - length / 2) / 2
            let first = min(max(Int(start.rounded()) * 2, 0), max(whole - 2, 0))
            return (first, min(max(Int((length / 2).rounded()) * 2, 2), whole - first))
        }
        let across = side(clean.width, clean.horizontalOffset, width)
        let along = side(clean.height, clean.verticalOffset, height)
        return PixelRect(x: across.start, y: along.start, width: across.length, height: along.length)
    }
}
