internal import AssetKitContainers
internal import AssetKitISOMedia
internal import AssetKitCore
internal import AssetKitMedia

// The limits that a client sets, in the terms of each reader.

extension ISOLimits {
    init(_ limits: AKOpeningLimits) {
        self.init()
        tracks = max(1, limits.trackCount)
        samples = min(max(0, limits.tableSampleCount), samples)
        indexBytes = max(0, limits.indexMemory)
        descriptionBytes = max(0, limits.codecHeaderByteCount)
    }
}

extension MatroskaLimits {
    init(_ limits: AKOpeningLimits) {
        self.init()
        trackCount = max(1, limits.trackCount)
        cuesByteCount = min(cuesByteCount, max(0, limits.indexMemory / 8))
    }
}

extension MediaFacts {
    /// Says where alpha is in the file and nothing here decodes it.
    mutating func tellOfAlphaLayers() {
        for track in tracks where track.video?.alpha?.isDecodable == false {
            warnings.append(
                "track \(track.trackID) (\(track.codecName)): its alpha is in a layer that cannot be decoded here, so its "
                    + "pictures are shown and encoded without"
            )
        }
    }

    /// Takes the decoders from tracks whose pictures are larger than allowed: those are listed and no more.
    mutating func leaveOutWhatIsTooLarge(_ limits: AKOpeningLimits) {
        for index in tracks.indices {
            guard let video = tracks[index].video,
                max(video.codedWidth, video.codedHeight) > limits.pictureDimension
            else { continue }
            tracks[index].isDecodable = false
            warnings.append(
                "track \(tracks[index].trackID): its pictures of \(video.codedWidth)x\(video.codedHeight) are too large "
                    + "to be decoded; \(limits.pictureDimension) each way are allowed"
            )
        }
    }
}
