import AssetKit

/// The input of `assettool trim`, opened.
struct TrimInput: Sendable {
    let asset: AVAsset
    let times: FileTimes
    let chapters: [CMTimeRange]

    init(_ asset: AVAsset, _ options: TrimOptions) async throws {
        self.asset = asset
        let (duration, tracks): (CMTime, [AVAssetTrack])
        do {
            (duration, tracks) = try await asset.load(.duration, .tracks)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw WorkError(message: "cannot open '\(options.file)': \(FileFailure.reason(error))")
        }
        var times = FileTimes(duration: duration)
        let videos = tracks.filter { $0.mediaType == .video }
        let video = videos.first(where: \.isEnabled) ?? videos.first
        if let video, options.times.contains(where: \.needsFrames) {
            times.frames = try await FrameTimes.load(of: video)
        }
        if options.usesFileTimecode { try await times.countTimecode(of: video) }
        self.times = times
        chapters = try await Self.chapters(asset)
    }

    private static func chapters(_ asset: AVAsset) async throws -> [CMTimeRange] {
        let locales = try await asset.load(.availableChapterLocales)
        guard let locale = locales.first else { return [] }
        let groups = try await asset.loadChapterMetadataGroups(
            withTitleLocale: locale,
            containingItemsWithCommonKeys: []
        )
        return groups.map(\.timeRange)
    }

    /// Parts that follow each other without a gap: where only copies are made, each begins where the one before it ends.
    func snapped(_ ranges: [CMTimeRange], _ options: TrimOptions) async throws -> [CMTimeRange] {
        guard options.mode == .keyframe, ranges.count > 1 else { return ranges }
        var starts: [CMTime] = []
        for range in ranges {
            // What begins there is the same for every kind of file that does not hide it.
            let session = AKJoinSession(clips: [AKJoinSession.Clip(asset: asset, timeRange: range)])
            let plan = try await session.plan(for: URL(filePath: options.output.text), as: options.fileType)
            starts.append(plan.clips[0].actualTimeRange.start)
        }
        // Several parts may begin at the same key frame: the last one of them has it.
        let kept = Array(Set(starts)).sorted()
        return zip(kept, kept.dropFirst() + [ranges[ranges.count - 1].end]).map { CMTimeRange(start: $0, end: $1) }
    }
}
