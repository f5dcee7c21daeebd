internal import AssetKitAssets
internal import AssetKitCore
internal import AssetKitMedia
internal import AssetKitSinks
internal import AssetKitSources
internal import CMTimeLib

extension CopyPlanner {
    /// Finds out whether the text of a track has to become text of another kind: because the file cannot hold it, or
    /// because the clips do not agree.
    func convertText(of track: inout CopyJoinedTrack, _ clips: [TimelineClip]) {
        guard track.mediaType.isText, let text = SubtitleTarget(target.fileType) else { return }
        var forms: [Int: SubtitleForm] = [:]
        var agreement = CopyFormats(allowsSeveral: target.hasEdits)
        var isAsItIs = true
        for (number, member) in track.members.enumerated() {
            guard let member else { continue }
            let stored = sources[clips[number].source].tracks[member.place]
            guard let form = stored.textForm, member.cuts.allSatisfy(\.hasNormalRate) else { return }
            forms[number] = form
            let fits = stored.facts.formatDescriptions.allSatisfy { form.fits($0, in: target.fileType) }
            // An error only says that the clips do not agree.
            isAsItIs = isAsItIs && fits && (try? agreement.places(of: stored.facts)) != nil
        }
        guard !isAsItIs else { return }
        track.text = text
        track.mediaType = .subtitle
        for (number, form) in forms { track.members[number]?.textForm = form }
    }
}

extension LoadedSource.Track {
    /// How its text is stored; nil where that is no text, or where its samples differ in it.
    var textForm: SubtitleForm? {
        let forms = facts.formatDescriptions.map { SubtitleForm($0, isMovie: isTabled) }
        guard let first = forms.first, forms.allSatisfy({ $0 == first }) else { return nil }
        return first
    }

    /// What its text has to become to be in files of a type; nil where it fits, or is none.
    func textTarget(in type: AVFileType) -> SubtitleTarget? {
        guard let form = textForm, facts.mediaType.isText,
            !facts.formatDescriptions.allSatisfy({ form.fits($0, in: type) })
        else { return nil }
        return SubtitleTarget(type)
    }
}
