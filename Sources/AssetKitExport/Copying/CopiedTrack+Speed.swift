internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitTimePitch
internal import CMTimeLib

extension SinkTrack {
    /// What the track says of itself where its samples pass at a speed. Timecode keeps its labels on its pictures: each
    /// lasts as long as they do.
    func passing(at speed: Speed) -> SinkTrack {
        guard speed != .normal else { return self }
        var track = self
        track.timescale = ExportTimescale.timescale(of: timescale, at: speed, isOfPictures: mediaType == .video)
        track.formats = formats.map { $0.passing(at: speed) }
        track.frameRate = frameRate.flatMap { rate in
            let rate = CMTime(value: Int64(rate.frames), timescale: rate.seconds)
            let result = speed.source(rate)
            return Int32(exactly: result.value).map { ($0, result.timescale) }
        }
        return track
    }
}

extension CMFormatDescription {
    fileprivate func passing(at speed: Speed) -> CMFormatDescription {
        guard let details = timeCodeDetails else { return self }
        // Entries as they were stored say the old length.
        let stored = [
            kCMFormatDescriptionExtension_VerbatimSampleDescription,
            kCMFormatDescriptionExtension_VerbatimISOSampleEntry,
        ]
        return CMFormatDescription(
            type: type,
            subtype: subtype,
            extensions: extensionValues.filter { !stored.contains($0.key) },
            dimensions: videoDimensions,
            timeCode: TimeCodeDetails(
                frameDuration: speed.target(details.frameDuration),
                frameQuanta: details.frameQuanta,
                flags: details.flags
            )
        )
    }
}

extension SinkSample {
    /// The same when it passes at a speed.
    func passing(at speed: Speed) -> SinkSample {
        var sample = self
        sample.presentationTime = speed.target(presentationTime)
        sample.decodeTime = speed.target(decodeTime)
        sample.duration = speed.target(duration)
        return sample
    }
}
