internal import AssetKitMedia
internal import AssetKitSources

/// The tracks of a file of which one at a time is meant to be presented. Pure: made of what the file says of its tracks.
struct MediaAlternatives: Hashable {
    /// What all of them are: ``AVMediaCharacteristic/audible``, `legible` or `visual`.
    let characteristic: AVMediaCharacteristic
    /// Their places among the file's tracks, in the file's order.
    let trackIndices: [Int]
    /// Which of `trackIndices` the file presents by itself; nil for none of them.
    let defaultIndex: Int?

    /// Nothing has to be read, but something has to be seen and heard.
    var allowsEmptySelection: Bool { Self.allowsEmptySelection(characteristic) }

    private static func allowsEmptySelection(_ characteristic: AVMediaCharacteristic) -> Bool {
        characteristic == .legible
    }

    /// The alternatives of each kind that has some: sound, then text, then pictures.
    static func all(among tracks: [TrackFacts]) -> [MediaAlternatives] {
        [.audible, .legible, .visual].compactMap { alternatives($0, among: tracks) }
    }

    private static func alternatives(
        _ characteristic: AVMediaCharacteristic,
        among tracks: [TrackFacts]
    ) -> MediaAlternatives? {
        let candidates = tracks.indices.filter { tracks[$0].selectionCharacteristic == characteristic }
        let indices = largestGroup(of: candidates, among: tracks, isOptional: allowsEmptySelection(characteristic))
        guard let indices else { return nil }
        return MediaAlternatives(
            characteristic: characteristic,
            trackIndices: indices,
            defaultIndex: defaultIndex(of: indices.map { tracks[$0] }, isOptional: allowsEmptySelection(characteristic))
        )
    }

    /// The alternate group with most of the candidates, the first of several that are as large; all candidates where
    /// the file numbers no groups. `isOptional`: one track is a choice already, namely between it and nothing.
    private static func largestGroup(of candidates: [Int], among tracks: [TrackFacts], isOptional: Bool) -> [Int]? {
        var groups: [Int: [Int]] = [:]
        for index in candidates where tracks[index].alternateGroup != 0 {
            groups[tracks[index].alternateGroup, default: []].append(index)
        }
        let largest = groups.values.max { ($0.count, -$0[0]) < ($1.count, -$1[0]) }
        if let largest, largest.count > 1 { return largest }
        // Numbers that no two tracks share tell nothing of texts: players show one of them at a time all the same.
        guard largest == nil || isOptional else { return nil }
        return candidates.count > (isOptional ? 0 : 1) ? candidates : nil
    }

    /// What the file marks as its default; where its format knows no such mark, the first track that is enabled.
    private static func defaultIndex(of tracks: [TrackFacts], isOptional: Bool) -> Int? {
        if let marked = tracks.firstIndex(where: { $0.isDefault == true }) { return marked }
        if let enabled = tracks.firstIndex(where: { $0.isDefault == nil && $0.isEnabled }) { return enabled }
        return isOptional ? nil : tracks.firstIndex { $0.isEnabled } ?? 0
    }
}

extension TrackFacts {
    /// What the track is to somebody who chooses; nil where there is nothing to choose it for.
    fileprivate var selectionCharacteristic: AVMediaCharacteristic? {
        switch mediaType {
        case .audio: .audible
        case .video: .visual
        case .subtitle, .closedCaption: .legible
        // A text track that is an addition names chapters.
        case .text: characteristics.contains(.isAuxiliaryContent) ? nil : .legible
        default: nil
        }
    }
}
