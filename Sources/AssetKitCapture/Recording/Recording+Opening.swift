internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
internal import AssetKitWriting
internal import CMTimeLib
internal import Foundation

// How a recording begins: its file, and what its samples become. On the worker.

extension Recording {
    /// In how many parts of a second the times of pictures are whole.
    static let pictureTimescale: CMTimeScale = 90_000

    /// Opens the file with the first sample; false where that fails.
    func begin() -> Bool {
        let (tracks, writer, metadata) = state.withLock { ($0.tracks, $0.writer, $0.metadata) }
        guard writer == nil else { return true }
        do {
            let writer = try AVAssetWriter(outputURL: plan.url, fileType: plan.fileType)
            writer.metadata = metadata
            writer.akReplacesExistingFile = plan.replacesExistingFile
            writer.byteLimit = plan.maximumSize
            if plan.fragmentInterval.isNumeric, plan.fragmentInterval > .zero {
                writer.movieFragmentInterval = plan.fragmentInterval
                writer.initialMovieFragmentInterval = plan.firstFragmentInterval
            }
            let inputs = tracks.map { track in
                let input = AVAssetWriterInput(mediaType: track.plan.mediaType, outputSettings: settings(of: track))
                input.expectsMediaDataInRealTime = true
                if !track.isSound {
                    input.mediaTimeScale = Self.pictureTimescale
                    input.transform = transform(of: track)
                }
                // What is wrong with its settings the writer says when it starts.
                writer.add(input)
                return input
            }
            makeMetadataInputs(of: writer)
            try writer.start()
            let file = writer.fileIdentity
            writer.startSession(atSourceTime: .zero)
            limitToSpace(of: writer)
            let start = state.withLock { state in
                for (index, input) in inputs.enumerated() { state.tracks[index].input = input }
                (state.writer, state.file) = (writer, file)
                return state.course.start ?? 0
            }
            events.began(self, Self.time(start))
            return true
        } catch {
            fail(error as? AVError ?? AVError(.unknown, "\(error)"))
            return false
        }
    }

    /// Movies say how their pictures are turned.
    private func transform(of track: Track) -> CGAffineTransform {
        let settings = settings(of: track)
        guard !track.plan.turn.isIdentity, let width = settings[AVVideoWidthKey] as? Int,
            let height = settings[AVVideoHeightKey] as? Int
        else { return .identity }
        return track.plan.turn.transform(width: CGFloat(width), height: CGFloat(height))
    }

    private func settings(of track: Track) -> [String: Any] {
        let sample = track.pending.first?.sample
        if track.isSound {
            if let settings = track.plan.settings { return settings }
            let format = sample?.sound?.format ?? track.plan.soundFormat
            return RecordingSettings.audio(sampleRate: format.sampleRate, channelCount: format.channelCount)
        }
        // One that is broken says nothing of the next ones.
        let picture = try? sample?.picture()
        let known = track.plan.connection.inputPorts.first?.formatDescription?.videoDimensions
        let (width, height) = (picture?.width ?? Int(known?.width ?? 0), picture?.height ?? Int(known?.height ?? 0))
        let size =
            PresetTraits(plan.preset).size.map { RecordingSettings.fitting(width, height, $0) } ?? (width, height)
        return RecordingSettings.completed(track.plan.settings, width: size.0, height: size.1, plan.preset)
    }
}
