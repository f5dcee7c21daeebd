internal import AssetKitBase

/// Where samples lie: extents of the file with samples that follow each other.
package struct ISOSampleChunks: Sendable {
    /// The sample that each extent starts with.
    private var starts = IntegerColumn()
    private(set) var offsets = ISOPlaces()
    /// Which description each extent has, counted from 0.
    package private(set) var descriptions = ISORuns<UInt32>()
    /// Some extent has several chunks; as long as none has, extents tell where chunks are.
    private var hasSharedExtents = false
    /// Runs of chunks with equally many samples: the sample that each run starts with, and how many a chunk has. Empty
    /// as long as each extent is a chunk.
    private var runStarts = IntegerColumn()
    private var chunkCounts = IntegerColumn()
    package private(set) var count = 0
    /// Where the bytes behind the last sample are.
    private var end: Int64 = -1

    package static let chunkBytes = 20

    var extentCount: Int { starts.count }

    /// Adds samples at `offset` that are `bytes` long together. A chunk right behind the last one goes into the same
    /// extent.
    package mutating func append(samples: Int, bytes: Int64, at offset: Int64, description: UInt32) {
        guard samples > 0 else { return }
        if offset == end, !hasSharedExtents { shareExtents() }
        if offset != end {
            starts.append(Int64(count))
            offsets.append(offset)
        }
        descriptions.append(description, count: samples)
        if hasSharedExtents { appendChunk(samples, from: count) }
        count += samples
        end = offset + bytes
    }

    /// Lists the chunks so far, each of which is an extent.
    private mutating func shareExtents() {
        hasSharedExtents = true
        for extent in 0..<extentCount {
            let samples = range(of: extent)
            appendChunk(samples.count, from: samples.lowerBound)
        }
    }

    private mutating func appendChunk(_ samples: Int, from start: Int) {
        if chunkCounts.count > 0, chunkCounts[chunkCounts.count - 1] == samples { return }
        runStarts.append(Int64(start))
        chunkCounts.append(Int64(samples))
    }

    package func extent(of index: Int) -> Int? {
        guard index >= 0, index < count else { return nil }
        return ISOSearch.last(in: 0..<starts.count) { Int(starts[$0]) <= index }
    }

    /// The extent that holds `index`, for who walks along; nil beyond the end.
    package func extent(of index: Int, from cursor: inout ISORunCursor) -> Int? {
        guard index >= 0, index < count else { return nil }
        return cursor.run(of: index, count: starts.count) { Int(starts[$0]) }
    }

    package func range(of extent: Int) -> Range<Int> {
        Int(starts[extent])..<(extent + 1 < starts.count ? Int(starts[extent + 1]) : count)
    }

    /// The samples of the chunk, or of the run of a fragment, that a sample lies in.
    package func chunk(of index: Int) -> Range<Int>? {
        var cursor = ISORunCursor()
        return chunk(of: index, from: &cursor)
    }

    /// The same for who walks along.
    package func chunk(of index: Int, from cursor: inout ISORunCursor) -> Range<Int>? {
        guard index >= 0, index < count else { return nil }
        guard hasSharedExtents else {
            return range(of: cursor.run(of: index, count: starts.count) { Int(starts[$0]) })
        }
        let run = cursor.run(of: index, count: runStarts.count) { Int(runStarts[$0]) }
        let (start, length) = (Int(runStarts[run]), Int(chunkCounts[run]))
        let first = start + (index - start) / length * length
        return first..<first + length
    }
}
