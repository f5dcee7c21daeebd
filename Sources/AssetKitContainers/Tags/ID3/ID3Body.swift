internal import AssetKitBase

/// The body of a tag as its frames count it, wherever its bytes are.
struct ID3Body {
    private enum Bytes {
        case inFile(ByteWindow)
        /// In memory after unsynchronisation was undone, with the places where zeros were taken out.
        case inMemory([UInt8], removals: [Int])
    }

    private let bytes: Bytes
    /// Where the body begins in the file.
    private let base: Int64
    let count: Int

    /// A body that is stored as it is.
    init(_ window: ByteWindow, extent: ByteExtent) {
        bytes = .inFile(window)
        base = extent.offset
        count = Int(clamping: extent.count)
    }

    /// A body that was unsynchronised as a whole.
    init(unsynchronised raw: [UInt8], base: Int64) {
        let (plain, removals) = ID3Unsynchronisation.undone(raw)
        bytes = .inMemory(plain, removals: removals)
        self.base = base
        count = plain.count
    }

    /// As many of `count` bytes at `position` as there are.
    func read(_ count: Int, at position: Int) throws -> [UInt8] {
        guard position >= 0, position < self.count, count > 0 else { return [] }
        let count = min(count, self.count - position)
        switch bytes {
        case .inFile(let window): return try window.available(count, at: base + Int64(position))
        case .inMemory(let plain, _): return Array(plain[position..<position + count])
        }
    }

    /// Where `count` bytes at `position` lie in the file.
    func stored(_ count: Int, at position: Int) -> StoredTagData {
        guard case .inMemory(_, let removals) = bytes else {
            return StoredTagData(extent: ByteExtent(offset: base + Int64(position), count: Int64(count)))
        }
        let before = Self.count(of: removals, upTo: position)
        let within = Self.count(of: removals, upTo: position + count) - before
        let extent = ByteExtent(offset: base + Int64(position + before), count: Int64(count + within))
        return StoredTagData(extent: extent, form: within > 0 ? .unsynchronised : [])
    }

    private static func count(of removals: [Int], upTo position: Int) -> Int {
        var low = 0
        var high = removals.count
        while low < high {
            let middle = (low + high) / 2
            if removals[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
