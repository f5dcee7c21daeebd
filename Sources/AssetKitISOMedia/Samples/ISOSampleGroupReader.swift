/// Reads `sgpd` and `sbgp` of one table or fragment: descriptions of groups and which samples belong to them.
struct ISOSampleGroupReader {
    /// Far more than there are different ones in any file that makes sense.
    private static let descriptionLimit = 4096

    private let context: ISOReadingContext
    private let name: String
    private var descriptions: [ISOCode: [ISOSampleGroup?]] = [:]
    private var runs: [ISOCode: [(count: Int, index: UInt32)]] = [:]

    init(context: ISOReadingContext, name: String) {
        self.context = context
        self.name = name
    }

    var isEmpty: Bool { runs.isEmpty }

    mutating func read(_ fields: ISOFields) throws {
        var fields = fields
        let version = try fields.versionAndFlags().version
        let type = try fields.code()
        guard ISOSampleGroup.types.contains(type) else { return }
        if fields.box == "sgpd" {
            try readDescriptions(&fields, type, version)
        } else {
            try readRuns(&fields, type, version)
        }
    }

    private mutating func readDescriptions(_ fields: inout ISOFields, _ type: ISOCode, _ version: UInt8) throws {
        let defaultLength = version >= 1 ? Int(try fields.u32()) : 0
        if version >= 2 { try fields.skip(4) }
        let count = Int(try fields.u32())
        guard count <= Self.descriptionLimit else { throw ISOMediaError.damaged("\(count) descriptions of '\(type)'") }
        var result: [ISOSampleGroup?] = []
        for _ in 0..<count {
            // Version 0 has no lengths: these types are one byte, or two for a distance.
            var length = type == "roll" || type == "prol" ? 2 : 1
            if version >= 1 { length = defaultLength > 0 ? defaultLength : Int(try fields.u32()) }
            result.append(ISOSampleGroup(type: type, try fields.part(length)))
        }
        try context.reserve(result.count * MemoryLayout<ISOSampleGroup?>.stride)
        descriptions[type] = result
    }

    private mutating func readRuns(_ fields: inout ISOFields, _ type: ISOCode, _ version: UInt8) throws {
        if version >= 1 { try fields.skip(4) }
        let count = min(Int(try fields.u32()), fields.remaining / 8)
        try context.reserve(count * (16 + ISORuns<UInt32>.runBytes))
        var result: [(count: Int, index: UInt32)] = []
        result.reserveCapacity(count)
        for _ in 0..<count { result.append((Int(try fields.u32()), try fields.u32())) }
        runs[type] = result
    }

    /// Adds what was read to `table`, for `samples`, which are its last ones. In fragments an index above 65536 means a
    /// description of the fragment, others one of the movie, which `movieGroups` has.
    func apply(
        to table: inout ISOSampleTable,
        samples: Range<Int>,
        movieGroups: [ISOCode: [UInt32]] = [:]
    ) {
        for (type, runs) in runs {
            let own = add(descriptions[type] ?? [], to: &table)
            // Taken out of the table while it grows, so that each fragment does not copy it.
            var indexes = table.groupIndexes.removeValue(forKey: type) ?? ISORuns<UInt32>()
            indexes.append(0, count: samples.lowerBound - indexes.count)
            for run in runs {
                let count = min(run.count, samples.upperBound - indexes.count)
                guard count > 0 else { break }
                let isLocal = run.index > 0x10000
                let list = isLocal || movieGroups.isEmpty ? own : movieGroups[type] ?? []
                let index = Int(run.index) - (isLocal ? 0x10000 : 0) - 1
                indexes.append(list.indices.contains(index) ? list[index] : 0, count: count)
            }
            indexes.append(0, count: samples.upperBound - indexes.count)
            table.groupIndexes[type] = indexes
        }
    }

    /// For each description its place in the table plus 1.
    private func add(_ groups: [ISOSampleGroup?], to table: inout ISOSampleTable) -> [UInt32] {
        groups.map { $0.map { table.place(of: $0) } ?? 0 }
    }

    /// The places of the descriptions in a movie's `stbl`, for fragments that refer to them.
    func places(in table: inout ISOSampleTable) -> [ISOCode: [UInt32]] {
        descriptions.mapValues { add($0, to: &table) }
    }
}
