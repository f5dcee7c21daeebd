import AssetKitInterchange

/// The first thing in which two documents differ, in a few words; nil where they are equal.
func difference(_ first: EditDocument, _ second: EditDocument) -> String? {
    guard first != second else { return nil }
    for (index, (one, other)) in zip(first.tracks, second.tracks).enumerated() where one != other {
        for (place, (item, otherItem)) in zip(one.items, other.items).enumerated() where item != otherItem {
            return "track \(index), item \(place):\n\(item)\n\(otherItem)"
        }
        return "track \(index): \(one.items.count) items and \(other.items.count), or other words"
    }
    guard first.tracks.count == second.tracks.count else {
        return "\(first.tracks.count) tracks and \(second.tracks.count)"
    }
    guard first.markers == second.markers else { return "\(first.markers)\n\(second.markers)" }
    guard first.warnings == second.warnings else { return "\(first.warnings)\n\(second.warnings)" }
    return "name, start, rate, size or extras: \(first.extras)\n\(second.extras)"
}
