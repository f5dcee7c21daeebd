/// Where a walk through a table of samples stands, for ``ISOSampleTable/sample(at:from:)``.
package struct ISOSampleCursor {
    fileprivate var times = ISORunCursor()
    fileprivate var compositionOffsets = ISORunCursor()
    fileprivate var sizes = ISORunCursor()
    fileprivate var extents = ISORunCursor()
    fileprivate var descriptions = ISORunCursor()
    fileprivate var sync = ISORunCursor()
    /// The sample behind the last one, its extent and where it lies: nothing need be added up for it.
    fileprivate var next = (index: -1, extent: -1, offset: Int64(0))

    package init() {}
}

extension ISOSampleTable {
    /// Sample `index`, counted from 0; nil where there is none. What the subscript finds by searching, the cursor
    /// knows: the sample behind the last one takes the same time however long the table is.
    package func sample(at index: Int, from cursor: inout ISOSampleCursor) -> ISOSample? {
        guard index >= 0, index < count, let run = times.run(of: index, from: &cursor.times),
            let extent = chunks.extent(of: index, from: &cursor.extents)
        else { return nil }
        let size = sizes.size(of: index, from: &cursor.sizes)
        let offset =
            cursor.next.index == index && cursor.next.extent == extent
            ? cursor.next.offset : self.offset(of: index, in: extent)
        cursor.next = (index + 1, extent, offset + Int64(size))
        return ISOSample(
            index: index,
            decodeTime: times.time(of: index, inRun: run),
            duration: times.durations[run],
            compositionOffset: compositionOffsets.value(at: index, from: &cursor.compositionOffsets) ?? 0,
            offset: offset,
            size: size,
            isSync: sync.contains(index, from: &cursor.sync),
            descriptionIndex: Int(chunks.descriptions.value(at: index, from: &cursor.descriptions) ?? 0)
        )
    }

    func offset(of index: Int, in extent: Int) -> Int64 {
        let first = chunks.range(of: extent).lowerBound
        guard first < index else { return chunks.offsets[extent] }
        return chunks.offsets[extent] + sizes.bytes(before: index) - sizes.bytes(before: first)
    }
}
