import AssetKit

/// Everything that `info` tells of one file, gathered from its asset.
struct InfoReport: Sendable {
    struct Track: Sendable {
        let trackID: CMPersistentTrackID
        let mediaType: AVMediaType
        let isEnabled: Bool
        let language: String?
        let timescale: CMTimeScale
        let timeRange: CMTimeRange
        let dataRate: Double
        let segments: [CMTimeMapping]
        let naturalSize: CGSize
        let transform: CGAffineTransform
        let frameRate: Double
        let minFrameDuration: CMTime
        let details: AVAssetTrackDetails
        let samples: [Sample]?
    }

    struct Sample: Sendable {
        let number: Int
        let presentationTime: CMTime
        let decodeTime: CMTime
        let duration: CMTime
        let size: Int64
        let offset: Int64?
        let isSync: Bool
    }

    struct Item: Sendable {
        let identifier: String?
        let keySpace: String
        let key: String
        let value: JSON
        let text: String
        let language: String?
        /// What people call it: a name for programs, and words.
        let name: String?
        let title: String?
    }

    struct Chapter: Sendable {
        let title: String
        let timeRange: CMTimeRange
    }

    let file: String
    let url: String
    let fileType: AVFileType?
    let container: String?
    let isStillPicture: Bool
    let creationDate: String?
    let size: Int64?
    let duration: CMTime
    let durationIsPrecise: Bool
    let startTime: CMTime
    let tracks: [Track]
    let metadata: [Item]
    let chapters: [Chapter]
    let warnings: [String]

    init(_ asset: AVAsset, file: String, listsSamples: Bool) async throws {
        self.file = file
        url = (asset as? AVURLAsset)?.url.absoluteString ?? "-"
        (fileType, size, startTime, warnings) = (
            asset.fileType, asset.byteCount, asset.startTime, asset.loadingWarnings
        )
        (container, isStillPicture) = (asset.containerName, asset.isStillPicture)
        creationDate = asset.creationMoment.map { $0.formatted(.iso8601) }
        (duration, durationIsPrecise) = try await asset.load(.duration, .providesPreciseDurationAndTiming)
        var tracks: [Track] = []
        for track in try await asset.load(.tracks) { tracks.append(try await Track(track, listsSamples: listsSamples)) }
        self.tracks = tracks
        metadata = try await Self.items(of: asset)
        chapters = try await Self.chapters(of: asset)
    }

    /// Bits a second over the whole file.
    var bitRate: Double? {
        guard let size, duration.isNumeric, duration.seconds > 0 else { return nil }
        return (Double(size) * 8 / duration.seconds).rounded()
    }
}

extension InfoReport.Track {
    init(_ track: AVAssetTrack, listsSamples: Bool) async throws {
        trackID = track.trackID
        mediaType = track.mediaType
        (isEnabled, timescale, timeRange) = try await track.load(.isEnabled, .naturalTimeScale, .timeRange)
        let (code, tag, rate) = try await track.load(.languageCode, .extendedLanguageTag, .estimatedDataRate)
        language = tag ?? code
        dataRate = Double(rate)
        segments = try await track.load(.segments).map(\.timeMapping)
        (naturalSize, transform) = try await track.load(.naturalSize, .preferredTransform)
        let (frameRate, minFrameDuration) = try await track.load(.nominalFrameRate, .minFrameDuration)
        self.frameRate = Double(frameRate)
        self.minFrameDuration = minFrameDuration
        details = try await track.load(.details)
        samples = listsSamples ? try await Self.samples(of: track) : nil
    }
}
