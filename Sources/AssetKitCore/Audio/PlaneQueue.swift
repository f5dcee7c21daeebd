internal import Foundation

/// Frames of sound on their way, each channel in a plane of its own, counted from the first one that was ever added. Not
/// Sendable: one stage owns it.
package final class PlaneQueue {
    package let channelCount: Int
    /// The first frame that is kept, and the one behind the last.
    package private(set) var start: Int64 = 0
    package var end: Int64 { start + Int64(count) }
    package private(set) var count = 0
    private var planes: [UnsafeMutablePointer<Float>]
    /// How far into each plane the first frame that is kept lies.
    private var offset = 0
    private var capacity = 0

    package init(channelCount: Int) {
        self.channelCount = channelCount
        planes = (0..<channelCount).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 0) }
    }

    deinit { planes.forEach { $0.deallocate() } }

    /// Adds up to so many frames: `body` writes them to the planes, and answers how many there were.
    package func add(_ most: Int, _ body: ([UnsafeMutablePointer<Float>]) throws -> Int) rethrows {
        makeRoom(for: most)
        let place = offset + count
        let added = try body(planes.map { $0 + place })
        precondition((0...most).contains(added), "more frames than there is room for")
        count += added
    }

    package func add(_ source: [UnsafePointer<Float>], count added: Int) {
        add(added) { targets in
            for (target, source) in zip(targets, source) { target.update(from: source, count: added) }
            return added
        }
    }

    package func addSilence(_ added: Int) {
        add(added) { targets in
            for target in targets { target.update(repeating: 0, count: added) }
            return added
        }
    }

    /// Lends what is kept from a frame on.
    package func planes(from position: Int64) -> [UnsafePointer<Float>] {
        precondition(position >= start && position <= end, "no such frame is kept")
        let place = offset + Int(position - start)
        return planes.map { UnsafePointer($0 + place) }
    }

    /// Forgets the frames before one.
    package func drop(before position: Int64) {
        let dropped = Int(min(max(position - start, 0), Int64(count)))
        (start, offset, count) = (start + Int64(dropped), offset + dropped, count - dropped)
    }

    private func makeRoom(for added: Int) {
        guard offset + count + added > capacity else { return }
        let isRoomy = count + added <= capacity / 2
        let larger = isRoomy ? capacity : max(2 * (count + added), 4096)
        for index in planes.indices {
            let old = planes[index]
            let new = isRoomy ? old : UnsafeMutablePointer<Float>.allocate(capacity: larger)
            new.update(from: old + offset, count: count)
            if !isRoomy { old.deallocate() }
            planes[index] = new
        }
        (offset, capacity) = (0, larger)
    }
}
