/// `trun`: samples that follow each other in a fragment.
struct ISOTrackRunReader {
    private let defaults: ISOTrackFragmentHeader.Defaults
    private let base: Int64
    private let context: ISOReadingContext
    /// Where the samples behind the last one read would lie.
    private(set) var position: Int64

    init(defaults: ISOTrackFragmentHeader.Defaults, base: Int64, position: Int64, context: ISOReadingContext) {
        self.defaults = defaults
        self.base = base
        self.position = position
        self.context = context
    }

    /// What a run says about its samples one by one.
    private struct Columns {
        let flags: UInt32

        var hasDuration: Bool { flags & 0x100 != 0 }
        var hasSize: Bool { flags & 0x200 != 0 }
        var hasFlags: Bool { flags & 0x400 != 0 }
        var hasOffset: Bool { flags & 0x800 != 0 }
        var rowBytes: Int { (flags & 0xf00).nonzeroBitCount * 4 }
    }

    private struct Row {
        var duration: UInt32
        var size: UInt32
        var flags: ISOSampleFlags
        var offset: Int32
    }

    mutating func read(_ content: ISOFields, into table: inout ISOSampleTable) throws {
        var fields = content
        let columns = Columns(flags: try fields.versionAndFlags().flags)
        var count = Int(try fields.u32())
        if columns.flags & 1 != 0 {
            position = min(max(base + Int64(try fields.i32()), 0), ISOBox.farthest)
        }
        let firstFlags = columns.flags & 4 != 0 ? ISOSampleFlags(rawValue: try fields.u32()) : nil
        if columns.rowBytes > 0, count > fields.remaining / columns.rowBytes {
            context.warn("a run of a fragment has fewer samples than it says")
            count = fields.remaining / columns.rowBytes
        }
        guard count > 0 else { return }
        guard count <= context.limits.samples - table.chunks.count else {
            throw ISOMediaError.damaged("there are more samples than can be counted")
        }
        guard table.times.count == table.chunks.count, table.sizes.count == table.chunks.count else {
            throw ISOMediaError.damaged("the samples in front of it have no times that can be counted")
        }
        try context.reserve(64 + count * columns.rowBytes)
        let start = (first: table.chunks.count, bytes: table.sizes.byteCount)
        var row = Row(duration: defaults.duration, size: defaults.size, flags: firstFlags ?? defaults.flags, offset: 0)
        if columns.rowBytes == 0 {
            try append(row, count: 1, into: &table)
            row.flags = defaults.flags
            try append(row, count: count - 1, into: &table)
        } else {
            try fields.withRest { bytes in
                var place = 0
                // The count has been held to the rows that are there.
                func next() -> UInt32 {
                    defer { place += 4 }
                    return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                }
                for index in 0..<count {
                    if columns.hasDuration { row.duration = next() }
                    if columns.hasSize { row.size = next() }
                    row.flags = columns.hasFlags ? ISOSampleFlags(rawValue: next()) : defaults.flags
                    // Flags for the first sample and flags for each exclude one another; the first one's win.
                    if index == 0, let firstFlags { row.flags = firstFlags }
                    if columns.hasOffset { row.offset = Int32(bitPattern: next()) }
                    try append(row, count: 1, into: &table)
                }
            }
        }
        finish(from: start.first, bytes: table.sizes.byteCount - start.bytes, in: &table)
    }

    private func append(_ row: Row, count: Int, into table: inout ISOSampleTable) throws {
        guard count > 0 else { return }
        let first = table.times.count
        guard table.sizes.append(row.size, count: count), table.times.append(duration: row.duration, count: count)
        else {
            throw ISOMediaError.damaged("times or sizes add up to more than can be counted")
        }
        if row.offset != 0 || table.compositionOffsets.count > 0 {
            table.compositionOffsets.append(0, count: first - table.compositionOffsets.count)
            table.compositionOffsets.append(row.offset, count: count)
        }
        if row.flags.isSync { table.sync.append(first..<first + count) }
        if row.flags.dependency != .unknown || table.dependencies.count > 0 {
            table.dependencies.append(.unknown, count: first - table.dependencies.count)
            table.dependencies.append(row.flags.dependency, count: count)
        }
    }

    private mutating func finish(from first: Int, bytes: Int64, in table: inout ISOSampleTable) {
        let count = table.times.count - first
        table.chunks.append(samples: count, bytes: bytes, at: position, description: defaults.description)
        position = min(position + bytes, ISOBox.farthest)
    }
}
