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
        /// nil where there is no time, as in a still picture.
        let segments: [CMTimeMapping]?
        let naturalSize: CGSize
        let transform: CGAffineTransform
        let frameRate: Double
        let minFrameDuration: CMTime
        let details: AKTrackDetails
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
        /// The value as people say it, where the file says it in another way.
        let plainText: String?
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
        let details = asset.akDetails
        (fileType, size, startTime, warnings) = (
            details.fileType, details.byteCount, details.startTime, details.loadingWarnings
        )
        container = details.containerName
        creationDate = details.creationMoment.map { $0.formatted(.iso8601) }
        let (length, isPrecise) = try await asset.load(.duration, .providesPreciseDurationAndTiming)
        // The length of a still picture is made up by whoever reads it.
        duration = details.isStillPicture ? .indefinite : length
        durationIsPrecise = isPrecise
        var tracks: [Track] = []
        for track in try await asset.load(.tracks) {
            tracks.append(try await Track(track, isStill: details.isStillPicture, listsSamples: listsSamples))
        }
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
    /// A still picture has neither times nor rates.
    init(_ track: AVAssetTrack, isStill: Bool, listsSamples: Bool) async throws {
        trackID = track.trackID
        mediaType = track.mediaType
        let (isEnabled, timescale, timeRange) = try await track.load(.isEnabled, .naturalTimeScale, .timeRange)
        self.isEnabled = isEnabled
        self.timescale = isStill ? 0 : timescale
        self.timeRange = isStill ? .invalid : timeRange
        let (code, tag, rate) = try await track.load(.languageCode, .extendedLanguageTag, .estimatedDataRate)
        language = tag ?? code
        dataRate = isStill ? 0 : Double(rate)
        let segments = try await track.load(.segments)
        self.segments = isStill ? nil : segments.map(\.timeMapping)
        (naturalSize, transform) = try await track.load(.naturalSize, .preferredTransform)
        let (frameRate, minFrameDuration) = try await track.load(.nominalFrameRate, .minFrameDuration)
        self.frameRate = isStill ? 0 : Double(frameRate)
        self.minFrameDuration = isStill ? .invalid : minFrameDuration
        details = try await track.load(.akDetails)
        samples = listsSamples ? try await Self.samples(of: track) : nil
    }
}
