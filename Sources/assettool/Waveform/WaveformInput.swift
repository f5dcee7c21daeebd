import AssetKit

/// The input of `assettool waveform`, opened: which part of which sound is wanted.
struct WaveformInput: Sendable {
    let asset: AVAsset
    let track: AVAssetTrack
    let timeRange: CMTimeRange

    /// Finds out what is wanted of a file that is open.
    init(_ file: OpenFile, _ options: WaveformOptions) async throws {
        asset = file.asset
        track = try Self.sound(of: file.tracks, options)
        timeRange = try await Self.timeRange(file, options)
    }

    /// A file that could be opened.
    struct OpenFile: Sendable {
        let asset: AVAsset
        let duration: CMTime
        let tracks: [AVAssetTrack]

        /// Opens it. Where only reading it to its end tells its exact times, that is done.
        init(_ options: WaveformOptions, _ console: Console) async throws {
            asset = try FileArgument.asset(
                options.file,
                isPrecise: true,
                allowsReferences: options.allowsReferences,
                console
            )
            do {
                (duration, tracks) = try await asset.load(.duration, .tracks)
            } catch let error as CancellationError {
                throw error
            } catch {
                throw WorkError(message: "cannot open '\(options.file)': \(WaveformRunner.reason(error))")
            }
        }
    }

    private static func sound(of tracks: [AVAssetTrack], _ options: WaveformOptions) throws -> AVAssetTrack {
        let sounds = tracks.filter { $0.mediaType == .audio }
        guard let trackID = options.trackID else {
            guard let track = sounds.first(where: \.isEnabled) ?? sounds.first else {
                throw WorkError(message: "it has no sound")
            }
            return track
        }
        guard let track = sounds.first(where: { $0.trackID == trackID }) else {
            let all = sounds.map { "\($0.trackID)" }.joined(separator: ", ")
            let known = sounds.isEmpty ? "it has no sound" : "its sound has \(all)"
            throw WorkError(message: "there is no track \(trackID) of sound: \(known)")
        }
        return track
    }

    private static func timeRange(
        _ file: OpenFile,
        _ options: WaveformOptions
    ) async throws -> CMTimeRange {
        var times = FileTimes(duration: file.duration)
        let videos = file.tracks.filter { $0.mediaType == .video }
        let video = videos.first(where: \.isEnabled) ?? videos.first
        if let video, [options.from, options.to].contains(where: { $0?.needsFrames == true }) {
            times.frames = try await FrameTimes.load(of: video)
        }
        if options.usesFileTimecode { try await times.countTimecode(of: video) }
        let start = try options.from?.time(in: times) ?? .zero
        guard let end = try options.to?.time(in: times) else {
            return CMTimeRange(start: start, duration: .positiveInfinity)
        }
        guard start < end else { throw WorkError(message: "--to must be later than --from") }
        return CMTimeRange(start: start, end: end)
    }
}
