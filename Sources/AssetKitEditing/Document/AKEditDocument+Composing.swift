public import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitInterchange
internal import AssetKitMedia
public import CMTimeLib
internal import Foundation

extension AKEditDocument {
    /// Makes a document of a composition, for other programs to read.
    ///
    /// ```swift
    /// let edit = AVMutableComposition()
    /// let film = AVURLAsset(url: URL(filePath: "holiday.mov"))
    /// let second = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    /// try await edit.insertTimeRange(second, of: film, at: .zero)
    /// let document = AKEditDocument(composition: edit, name: "Holiday", frameDuration: CMTime(value: 1, timescale: 25))
    /// try document.write(to: URL(filePath: "holiday.otio"))
    /// ```
    ///
    /// Its tracks are those of pictures and of sound; others, and media in memory, are named in ``warnings``.
    ///
    /// - Parameters:
    ///   - composition: The edit.
    ///   - audioMix: How loud its tracks are.
    ///   - name: What the edit is called.
    ///   - frameDuration: How long a picture of the edit is. Documents that count pictures take 1/25 s where it is nil.
    public init(
        composition: AVComposition,
        audioMix: AVAudioMix? = nil,
        name: String = "",
        frameDuration: CMTime? = nil
    ) {
        var document = EditDocument(name: name)
        document.frameRate = frameDuration.flatMap { FrameRate(frameDuration: $0) }
        for track in composition.tracks {
            guard track.mediaType == .video || track.mediaType == .audio else {
                document.warnings.append("track \(track.trackID) (\(track.mediaType.rawValue)) is left out")
                continue
            }
            let volumes = audioMix?.inputParameters.first { $0.trackID == track.trackID }
            document.tracks.append(EditTrack(track, volumes, &document.warnings))
        }
        document.markers = composition.chapters.map { EditMarker($0) }
        // Pictures and sound often miss the same.
        var known: Set<String> = []
        document.warnings = document.warnings.filter { known.insert($0).inserted }
        // Pictures stand below sound.
        document.tracks = document.tracks.filter { $0.kind == .video } + document.tracks.filter { $0.kind == .audio }
        document.size = document.tracks.first { $0.kind == .video }?.clips.lazy.compactMap(\.media.size).first
        document.appendGap(until: (composition as? AVMutableComposition)?.akMinimumDuration ?? .zero)
        self.init(document, folder: "/")
    }
}

extension EditDocument {
    /// What shows nothing at the end of all tracks is a gap of the first one.
    fileprivate mutating func appendGap(until end: CMTime) {
        guard !tracks.isEmpty, duration < end else { return }
        tracks[0].append(.gap(EditGap(targetRange: CMTimeRange(start: tracks[0].duration, end: end))))
    }
}

extension EditTrack {
    fileprivate init(
        _ track: AVCompositionTrack,
        _ volumes: AVAudioMixInputParameters?,
        _ warnings: inout [String]
    ) {
        self.init(kind: track.mediaType == .video ? .video : .audio, isEnabled: track.isEnabled)
        for segment in track.segments {
            let mapping = segment.timeMapping
            guard !segment.isEmpty else {
                items.append(.gap(EditGap(targetRange: mapping.target)))
                continue
            }
            var media = EditMedia.missing
            if let url = segment.sourceURL {
                media = EditMedia(url, segment.sourceFacts)
            } else {
                warnings.append("what is in no file is missing in the document, at \(mapping.target.start.seconds) s")
            }
            var clip = EditClip(
                name: media.name,
                media: media,
                sourceRange: mapping.source,
                targetRange: mapping.target
            )
            if mapping.source.duration != mapping.target.duration {
                clip.speed = [
                    EditSpeedPoint(source: mapping.source.start, target: .zero),
                    EditSpeedPoint(source: mapping.source.end, target: mapping.target.duration),
                ]
            }
            clip.effects.volume = volumes?.ramps(in: mapping.target) ?? []
            items.append(.clip(clip))
        }
    }
}

extension AVAudioMixInputParameters {
    /// What is set for a range, counted from its start.
    fileprivate func ramps(in clip: CMTimeRange) -> [EditRamp<Double>] {
        var ramps: [EditRamp<Double>] = []
        var time = clip.start
        while time < clip.end {
            var (start, end, range) = (Float(0), Float(0), CMTimeRange.invalid)
            guard getVolumeRamp(for: time, startVolume: &start, endVolume: &end, timeRange: &range),
                range.start.isNumeric, range.start < clip.end
            else { break }
            let lower = CMTimeMaximum(range.start, clip.start)
            if start == end {
                ramps.append(.constant(Double(start), from: lower - clip.start))
            } else {
                let upper = CMTimeMinimum(range.end, clip.end)
                let value = { (time: CMTime) in
                    let share = (time - range.start).seconds / range.duration.seconds
                    return Double(start) + (Double(end) - Double(start)) * share
                }
                let own = CMTimeRange(start: lower - clip.start, end: upper - clip.start)
                ramps.append(EditRamp(range: own, start: value(lower), end: value(upper)))
            }
            guard range.end.isNumeric, range.end > time else { break }
            time = range.end
        }
        return ramps
    }
}
