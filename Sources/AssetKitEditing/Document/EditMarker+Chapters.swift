internal import AssetKitCore
internal import AssetKitInterchange
internal import CMTimeLib

extension EditMarker {
    /// A chapter of the timeline.
    init(_ chapter: Chapter) {
        self.init(name: chapter.title, range: chapter.timeRange, isChapter: true)
    }
}

extension EditDocument {
    /// What the film's chapters are: markers say when one begins, and it lasts to the next one. What is not within the film, and
    /// what another one begins with, is in `lost`.
    func filmChapters(until end: CMTime) -> (kept: [Chapter], lost: [EditMarker]) {
        var (kept, lost): ([EditMarker], [EditMarker]) = ([], [])
        for marker in chapters.sorted(by: { $0.range.start < $1.range.start }) {
            let isWithin = marker.range.start >= .zero && marker.range.start < end
            if isWithin, marker.range.start != kept.last?.range.start {
                kept.append(marker)
            } else {
                lost.append(marker)
            }
        }
        let ends = kept.dropFirst().map(\.range.start) + [end]
        let placed = zip(kept, ends).map { marker, end in
            Chapter(
                title: marker.name.isEmpty ? marker.comment : marker.name,
                timeRange: CMTimeRange(start: marker.range.start, end: end)
            )
        }
        return (placed, lost)
    }
}
