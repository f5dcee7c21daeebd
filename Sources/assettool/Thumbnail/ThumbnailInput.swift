import AssetKit

/// One input of `assettool thumbnail`, opened and understood: which pictures it is to give.
struct ThumbnailInput: Sendable {
    /// What pictures are made of.
    enum Content: Sendable {
        /// A video that ends here, perhaps before its sound does.
        case video(end: CMTime)
        /// The cover of a file without video.
        case cover(Picture)
    }

    let file: String
    let content: Content
    let times: FileTimes
    var wanted: PictureSlots
    let asset: AVAsset
    /// About how many seconds it takes to decode exactly the picture of some time.
    var exactCost = 0.0
    /// When the first good picture is shown, where there are bad ones before it.
    var firstGoodTime: CMTime?

    var slots: [PictureSlot] { wanted.slots }

    /// How many seconds of media the file has, for the progress.
    var span: Double { times.duration.isNumeric ? times.duration.seconds : 0 }

    /// Opens a file and finds out what is wanted of it.
    static func open(
        _ file: String,
        _ options: ThumbnailOptions,
        _ console: Console
    ) async throws -> ThumbnailInput {
        let asset: AVAsset
        let facts: (duration: CMTime, tracks: [AVAssetTrack])
        do {
            asset = try FileArgument.asset(
                file,
                isPrecise: false,
                allowsReferences: options.allowsReferences,
                console
            )
            facts = try await asset.load(.duration, .tracks)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw FileFailure(file, because: error)
        }
        let videos = facts.tracks.filter { $0.mediaType == .video }
        guard let video = videos.first(where: \.isEnabled) ?? videos.first else {
            return try await cover(of: file, asset, facts.duration, options)
        }
        do {
            return try await input(file, asset, facts.duration, video, options)
        } catch let error as WorkError {
            throw FileFailure(file, sentence: "cannot take pictures from '\(file)': \(error.message)")
        } catch let error as CancellationError {
            throw error
        } catch {
            throw FileFailure(file, sentence: "cannot take pictures from '\(file)': \(FileFailure.reason(error))")
        }
    }

    private static func input(
        _ file: String,
        _ asset: AVAsset,
        _ duration: CMTime,
        _ video: AVAssetTrack,
        _ options: ThumbnailOptions
    ) async throws -> ThumbnailInput {
        // An image is one moment, which stands for all times.
        let isStill = video.akDetails.video?.isStillImage ?? false
        var times = FileTimes(duration: isStill ? .zero : duration)
        if options.selection.needsFrames || options.tolerance.needsFrames {
            times.frames = try await FrameTimes.load(of: video)
        }
        if options.usesFileTimecode { try await times.countTimecode(of: video) }
        return ThumbnailInput(
            file: file,
            content: .video(end: try await video.load(.timeRange).end),
            times: times,
            wanted: try options.selection.slots(in: times),
            asset: asset,
            exactCost: video.akDetails.video.map(PictureTolerance.exactCost) ?? 0,
            firstGoodTime: video.akDetails.firstDecodableTime
        )
    }

    /// The cover that a file without video has in its metadata.
    private static func cover(
        of file: String,
        _ asset: AVAsset,
        _ duration: CMTime,
        _ options: ThumbnailOptions
    ) async throws -> ThumbnailInput {
        guard options.layout == .pictures else {
            throw FileFailure(file, sentence: "cannot make a sheet of '\(file)': it has no video")
        }
        let items = AVMetadataItem.metadataItems(
            from: try await asset.load(.commonMetadata),
            filteredByIdentifier: .commonIdentifierArtwork
        )
        for item in items {
            guard let data = try await item.load(.dataValue), let image = CGImage(akData: data) else { continue }
            return ThumbnailInput(
                file: file,
                content: .cover(Picture(image: image, time: .zero)),
                times: FileTimes(duration: duration),
                wanted: PictureSlots(slots: [PictureSlot(time: .zero, part: CMTimeRange(start: .zero, duration: .zero))]
                ),
                asset: asset
            )
        }
        let reason =
            items.isEmpty ? "it has no video and no cover picture" : "it has no video, and its cover is unreadable"
        throw FileFailure(file, sentence: "cannot take pictures from '\(file)': \(reason)")
    }
}

extension PictureTolerance {
    fileprivate var needsFrames: Bool {
        if case .within(let time) = self { return time.needsFrames }
        return false
    }
}
