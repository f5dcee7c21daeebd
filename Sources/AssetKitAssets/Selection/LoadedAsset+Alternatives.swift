package import AssetKitMedia
internal import AssetKitSources

/// Tracks of which one at a time is meant to be presented. A plain value.
package struct TrackAlternatives: Sendable {
    package let characteristic: AVMediaCharacteristic
    package let trackIDs: [Int32]
    /// The one that the file presents by itself; nil for none of them.
    package let chosen: Int32?
}

extension LoadedAsset {
    /// The tracks that exclude each other when the asset plays. Of a composition, and of a movie that numbers no groups, all that
    /// are switched on play together.
    package var alternatives: [TrackAlternatives] {
        guard composed == nil else { return [] }
        let all = tracks.map(\.facts)
        return MediaAlternatives.all(among: all).compactMap { found in
            let members = found.trackIndices.map { all[$0] }
            let isMovie = facts.containerTraits.container == .isoMedia
            guard !isMovie || members.contains(where: { $0.alternateGroup != 0 }) else { return nil }
            return TrackAlternatives(
                characteristic: found.characteristic,
                trackIDs: members.map(\.trackID),
                chosen: found.defaultIndex.map { members[$0].trackID }
            )
        }
    }
}

extension LoadedAsset {
    /// The track of an option for a characteristic that comes nearest to what somebody prefers; nil where none does.
    package func preferredTrack(
        for characteristic: AVMediaCharacteristic,
        principal: [AVMediaCharacteristic],
        languages: [String],
        preferred: [AVMediaCharacteristic]
    ) -> Int32? {
        guard let group = AVMediaSelectionGroup.groups(of: tracks).first(where: { $0.characteristic == characteristic })
        else { return nil }
        typealias Group = AVMediaSelectionGroup
        var options = Group.playableMediaSelectionOptions(from: group.options)
        options = Group.mediaSelectionOptions(from: options, withMediaCharacteristics: principal)
        if !languages.isEmpty {
            options = Group.mediaSelectionOptions(
                from: options,
                filteredAndSortedAccordingToPreferredLanguages: languages
            )
        }
        let best = Group.mediaSelectionOptions(from: options, withMediaCharacteristics: preferred).first
        return (best ?? options.first)?.trackID
    }
}

extension AVMediaSelectionOption {
    /// The track that it stands for.
    package var trackID: Int32 { track.trackID }
}

extension AVAsset {
    /// What is chosen in the groups: in each the option of one of the tracks; none where there is none of it.
    package func mediaSelection(of trackIDs: Set<Int32>) -> AVMediaSelection {
        let groups = AVMediaSelectionGroup.groups(of: loaded?.tracks ?? [])
        let chosen = groups.map { group in group.options.firstIndex { trackIDs.contains($0.trackID) } }
        return AVMediaSelection(asset: self, groups: groups, choices: MediaChoices(chosen, isAutomatic: false))
    }
}
