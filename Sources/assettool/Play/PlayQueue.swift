import AssetKit

/// The files of one command line in the queue of a player: which of them plays, and which follows.
@MainActor
final class PlayQueue {
    private let player: AVQueuePlayer
    private let loops: Bool
    /// Those that have not failed.
    private(set) var files: [PlayFile]
    private var places: [ObjectIdentifier: Int] = [:]
    /// Called with each new item.
    private let watch: (AVPlayerItem, PlayFile) -> Void

    init(_ player: AVQueuePlayer, _ files: [PlayFile], loops: Bool, watch: @escaping (AVPlayerItem, PlayFile) -> Void) {
        (self.player, self.files, self.loops, self.watch) = (player, files, loops, watch)
    }

    /// The file that plays, and its place among all.
    var current: (file: PlayFile, place: Int)? {
        guard let item = player.currentItem, let place = places[ObjectIdentifier(item)], place < files.count else {
            return nil
        }
        return (files[place], place)
    }

    /// Puts all files into the queue from a place on.
    func fill(from place: Int = 0) {
        for index in place..<max(place, files.count) { add(index) }
        refill()
    }

    /// Where all begins anew at the end, there is always something behind the last file: joins have no gap then.
    func refill() {
        guard loops, !files.isEmpty else { return }
        while player.items().count < 2 {
            for index in files.indices { add(index) }
        }
        let items = Set(player.items().map(ObjectIdentifier.init))
        places = places.filter { items.contains($0.key) }
    }

    private func add(_ place: Int) {
        let item = files[place].item()
        watch(item, files[place])
        places[ObjectIdentifier(item)] = place
        player.insert(item, after: nil)
    }

    /// Goes to the next file; false where there is none.
    func goForward() -> Bool {
        guard player.items().count > 1 else { return false }
        player.advanceToNextItem()
        return true
    }

    /// Goes to the file before; false where there is none.
    func goBack() -> Bool {
        guard let place = current?.place, place > 0 || loops else { return false }
        player.removeAllItems()
        fill(from: place > 0 ? place - 1 : files.count - 1)
        return true
    }

    /// Takes a file away that has failed, wherever it stands in the queue.
    func remove(_ item: AVPlayerItem) {
        guard let place = places[ObjectIdentifier(item)] else { return }
        for other in player.items() where places[ObjectIdentifier(other)] == place { player.remove(other) }
        guard loops else { return }
        files.remove(at: place)
        places = places.compactMapValues { $0 == place ? nil : $0 > place ? $0 - 1 : $0 }
        refill()
    }
}
