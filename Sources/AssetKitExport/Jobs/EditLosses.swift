internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSources
internal import CMTimeLib

/// Finds what a file would lose of an edit because samples are copied: the pictures of all tracks but one, layers and
/// volumes. Pure.
///
/// A video composition or a mix that loses no track is a warning where the preset copies, as AVFoundation ignores it there.
struct EditLosses {
    /// With the tracks of the edit, which no video composition has put together yet.
    let loaded: LoadedAsset
    let preset: ExportPreset
    let settings: ExportSettings
    /// nil where no name tells it.
    let fileType: AVFileType?

    private var options: AKExportOptions { settings.options }

    /// Throws for what would be lost.
    func refuse() throws {
        try refuseTracks()
        try refuseLayers()
        try refuseVolumes()
    }

    private func refuseTracks() throws {
        let copies = preset.copies || options.video == .copied
        // Who names tracks leaves the others out.
        guard let composed = loaded.composed, copies, options.video != .leftOut, options.trackIDs == nil, holdsPictures
        else { return }
        let kept = loaded.exportedTracks(nil).map(\.trackID)
        let isLost = loaded.facts.tracks.contains { track in
            track.mediaType == .video && track.isEnabled && !kept.contains(track.trackID)
                && composed[track.trackID]?.shows(in: settings.timeRange) == true
        }
        guard isLost else { return }
        throw MediaProblem.copyingComposition(
            "its pictures are on several tracks, which cannot be one without encoding; choose a preset or a codec that "
                + "encodes"
        )
    }

    private var holdsPictures: Bool {
        guard let fileType else { return true }
        return !fileType.isSubtitleFile && ExportContainer(fileType).holdsPictures
    }

    private func refuseLayers() throws {
        guard options.video == .copied, settings.videoComposition != nil else { return }
        throw problem(
            "the video composition (layers, turns, fades, overlays) cannot act on pictures that are copied; leave it "
                + "out, or encode them"
        )
    }

    private func refuseVolumes() throws {
        guard options.audio == .copied, let mix = settings.audioMix else { return }
        let sounds = loaded.tracks.filter { track in
            track.mediaType == .audio && options.trackIDs?.contains(track.trackID) ?? true
        }
        guard !MixedTrack(sounds.map { loaded.source(of: $0) }, mix).isAsItIs else { return }
        throw problem("the audio mix cannot act on sound that is copied; leave it out, or encode it")
    }

    private func problem(_ reason: String) -> MediaProblem {
        MediaProblem(code: .unsupportedOutputSettings, reason: reason)
    }
}

extension ComposedTrack {
    /// Something shows within a range of the composition.
    fileprivate func shows(in range: CMTimeRange) -> Bool {
        stretches.contains { stretch in
            let shown = stretch.target.intersection(range).duration
            return shown.isNumeric && shown > .zero
        }
    }
}
