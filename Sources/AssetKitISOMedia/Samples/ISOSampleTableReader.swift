/// Reads the boxes of `stbl` into a table. What cannot be counted, or points nowhere, ends the table with a warning.
struct ISOSampleTableReader {
    private let context: ISOReadingContext
    /// Such as "track 2", for warnings.
    private let name: String
    private var table = ISOSampleTable()
    private var boxes: [ISOCode: ISOBox] = [:]

    /// Reads the table out of the boxes in `stbl`.
    static func read(_ children: [ISOBox], name: String, in context: ISOReadingContext) throws -> ISOSampleTable {
        var reader = ISOSampleTableReader(context: context, name: name)
        // Of two boxes of one type the first counts; of groups there are several.
        for box in children where reader.boxes[box.type] == nil { reader.boxes[box.type] = box }
        try reader.readSizes()
        try reader.readChunks()
        try reader.readTimes()
        try reader.readSync()
        try reader.readDependencies()
        try reader.readGroups(children)
        return reader.table
    }

    private init(context: ISOReadingContext, name: String) {
        self.context = context
        self.name = name
    }

    private func fields(_ types: ISOCode...) throws -> ISOFields? {
        for type in types {
            guard let box = boxes[type] else { continue }
            return try context.attempt("\(name): \(type)") { try context.content(of: box) }
        }
        return nil
    }

    private func attempt(_ type: ISOCode, _ body: () throws -> Void) throws {
        _ = try context.attempt("\(name): \(type)", body)
    }

    /// The number of entries that a table has: no more than its bytes allow.
    private func entryCount(_ fields: inout ISOFields, entryBits: Int) throws -> Int {
        let stated = Int(try fields.u32())
        let possible = fields.remaining * 8 / entryBits
        if stated > possible { context.warn("\(name): \(fields.box) has \(possible) of \(stated) entries") }
        return min(stated, possible)
    }
}

// MARK: Sizes and places

extension ISOSampleTableReader {
    private mutating func readSizes() throws {
        guard var fields = try fields("stsz", "stz2") else { return }
        let type = fields.box
        var sizes = ISOSampleSizes()
        try attempt(type) {
            _ = try fields.versionAndFlags()
            let constant = type == "stsz" ? try fields.u32() : 0
            if type == "stsz", constant > 0 {
                let count = min(Int(try fields.u32()), context.limits.samples)
                if !sizes.append(constant, count: count) {
                    context.warn("\(name): the sizes of its samples add up to more than any file has")
                }
                return
            }
            if type == "stsz" {
                try readSizes(32, &fields, &sizes)
            } else {
                try fields.skip(3)
                try readSizes(Int(try fields.u8()), &fields, &sizes)
            }
        }
        table.sizes = sizes
    }

    private func readSizes(_ bits: Int, _ fields: inout ISOFields, _ sizes: inout ISOSampleSizes) throws {
        guard [4, 8, 16, 32].contains(bits) else {
            throw ISOMediaError.damaged("sizes of \(bits) bits are none of the format")
        }
        let count = min(try entryCount(&fields, entryBits: bits), context.limits.samples)
        try context.reserve(count * 4)
        sizes = ISOSampleSizes(expectedCount: count)
        fields.withRest { bytes in
            var run = (size: UInt32(0), count: 0)
            for index in 0..<count {
                let size = Self.size(at: index, bits: bits, bytes)
                if size == run.size {
                    run.count += 1
                } else {
                    _ = sizes.append(run.size, count: run.count)
                    run = (size, 1)
                }
            }
            // At most 2³² sizes of less than 2³² bytes each: the sum always fits.
            _ = sizes.append(run.size, count: run.count)
        }
    }

    private static func size(at index: Int, bits: Int, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        switch bits {
        case 4: UInt32(index & 1 == 0 ? bytes[index / 2] >> 4 : bytes[index / 2] & 15)
        case 8: UInt32(bytes[index])
        case 16: UInt32(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)))
        default: UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
        }
    }

    private mutating func readChunks() throws {
        guard table.sizes.count > 0 else { return }
        // Fragments go on where the chunks end.
        defer { table.sizes.cut(to: table.chunks.count) }
        guard let offsets = try readOffsets(), let runs = try readChunkRuns() else {
            context.warn("\(name): nothing says where its samples lie")
            return
        }
        table.chunks = offsets.fields.withRest { chunks(at: offsets, $0, runs) }
    }

    private func chunks(at offsets: ChunkOffsets, _ bytes: UnsafeRawBufferPointer, _ runs: [ChunkRun])
        -> ISOSampleChunks
    {
        var chunks = ISOSampleChunks()
        let sizes = table.sizes
        var cursor = ISORunCursor()
        for (number, run) in runs.enumerated() {
            let next = number + 1 < runs.count ? Int(runs[number + 1].firstChunk) - 1 : offsets.count
            let first = Int(run.firstChunk) - 1
            guard first < offsets.count else {
                context.warn("\(name): stsc names chunk \(first + 1) of \(offsets.count)")
                break
            }
            for chunk in first..<max(first, min(next, offsets.count)) {
                let samples = min(Int(run.samples), sizes.count - chunks.count)
                guard samples > 0 else { break }
                chunks.append(
                    samples: samples,
                    bytes: sizes.byteCount(of: chunks.count..<chunks.count + samples, from: &cursor),
                    at: offsets.offset(of: chunk, bytes),
                    description: run.description
                )
            }
            if chunks.count == sizes.count { break }
        }
        if chunks.count < sizes.count {
            context.warn(
                "\(name): only \(chunks.count) of \(sizes.count) samples lie in a chunk; the others are left out"
            )
        }
        return chunks
    }

    /// The places of chunks as they stand in `stco` and `co64`.
    private struct ChunkOffsets {
        var fields: ISOFields
        var count = 0
        var isWide: Bool

        /// An offset beyond every file stays one: its samples cannot be read, the others can.
        func offset(of chunk: Int, _ bytes: UnsafeRawBufferPointer) -> Int64 {
            guard isWide else {
                return Int64(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: chunk * 4, as: UInt32.self)))
            }
            let offset = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: chunk * 8, as: UInt64.self))
            return Int64(min(offset, UInt64(ISOBox.farthest)))
        }
    }

    private func readOffsets() throws -> ChunkOffsets? {
        guard var fields = try fields("stco", "co64") else { return nil }
        let isWide = fields.box == "co64"
        var count = 0
        try attempt(fields.box) {
            _ = try fields.versionAndFlags()
            let entries = try entryCount(&fields, entryBits: isWide ? 64 : 32)
            try context.reserve(entries * (8 + ISOSampleChunks.chunkBytes))
            count = entries
        }
        return ChunkOffsets(fields: fields, count: count, isWide: isWide)
    }

    private struct ChunkRun {
        let firstChunk: UInt32
        let samples: UInt32
        let description: UInt32
    }

    private func readChunkRuns() throws -> [ChunkRun]? {
        guard var fields = try fields("stsc") else { return nil }
        var runs: [ChunkRun] = []
        try attempt("stsc") {
            _ = try fields.versionAndFlags()
            let count = try entryCount(&fields, entryBits: 96)
            try context.reserve(count * MemoryLayout<ChunkRun>.stride)
            for number in 0..<count {
                let first = try fields.u32()
                let samples = try fields.u32()
                let description = try fields.u32()
                guard first > 0, first > runs.last?.firstChunk ?? 0 else {
                    context.warn("\(name): stsc has chunk \(first) in entry \(number + 1); the rest of it is left out")
                    return
                }
                if description == 0 { context.warn("\(name): stsc counts descriptions from 0") }
                let index = description == 0 ? 0 : description - 1
                runs.append(ChunkRun(firstChunk: first, samples: samples, description: index))
            }
        }
        return runs
    }
}

// MARK: Times

extension ISOSampleTableReader {
    private mutating func readTimes() throws {
        var count = table.chunks.count
        var times = ISODecodeTimes()
        if var fields = try fields("stts") {
            try attempt("stts") {
                _ = try fields.versionAndFlags()
                let entries = try entryCount(&fields, entryBits: 64)
                try context.reserve(min(entries, count) * ISODecodeTimes.runBytes)
                for _ in 0..<entries where times.count < count {
                    let samples = Int(try fields.u32())
                    let duration = try fields.u32()
                    guard times.append(duration: duration, count: min(samples, count - times.count)) else {
                        context.warn("\(name): stts adds up to more time than can be counted")
                        count = times.count
                        return
                    }
                }
            }
        }
        if times.count < count {
            context.warn("\(name): stts tells of \(times.count) of \(count) samples; the last duration goes on")
            if !times.append(duration: times.durations.last ?? 0, count: count - times.count) { count = times.count }
        }
        table.times = times
        try readCompositionOffsets(count)
        try readCompositionShift()
        table.facts.sampleCount = count
    }

    private mutating func readCompositionOffsets(_ count: Int) throws {
        guard count > 0, var fields = try fields("ctts") else { return }
        var offsets = ISORuns<Int32>()
        try attempt("ctts") {
            _ = try fields.versionAndFlags()
            let entries = try entryCount(&fields, entryBits: 64)
            try context.reserve(min(entries, count) * ISORuns<Int32>.runBytes)
            for _ in 0..<entries where offsets.count < count {
                let samples = Int(try fields.u32())
                // Version 0 says unsigned, but no honest offset needs the top bit, and QuickTime writes signed ones there.
                offsets.append(try fields.i32(), count: min(samples, count - offsets.count))
            }
        }
        if !offsets.hasOnly(0) { table.compositionOffsets = offsets }
    }

    private mutating func readCompositionShift() throws {
        guard var fields = try fields("cslg") else { return }
        table.compositionShift = try context.attempt("\(name): cslg") {
            let isWide = try fields.versionAndFlags().version == 1
            return isWide ? try fields.i64() : Int64(try fields.i32())
        }
    }
}

// MARK: Marks

extension ISOSampleTableReader {
    private mutating func readSync() throws {
        let count = table.facts.sampleCount
        if boxes["stss"] == nil {
            table.sync.append(0..<count)
        } else {
            table.sync = try readNumbers("stss", count)
        }
        table.partialSync = try readNumbers("stps", count)
        table.facts = ISOSampleFacts(table, count: count)
    }

    /// A rising list of sample numbers.
    private func readNumbers(_ type: ISOCode, _ count: Int) throws -> ISOSyncSamples {
        var result = ISOSyncSamples()
        guard var fields = try fields(type) else { return result }
        try attempt(type) {
            _ = try fields.versionAndFlags()
            let entries = try entryCount(&fields, entryBits: 32)
            try context.reserve(entries * ISOSyncSamples.rangeBytes)
            for _ in 0..<entries {
                let number = Int(try fields.u32())
                guard number >= 1, number <= count else {
                    context.warn("\(name): \(type) names sample \(number) of \(count)")
                    continue
                }
                result.append(number - 1..<number)
            }
        }
        return result
    }

    private mutating func readDependencies() throws {
        guard var fields = try fields("sdtp") else { return }
        var runs = ISORuns<ISOSampleDependency>()
        try attempt("sdtp") {
            _ = try fields.versionAndFlags()
            let count = min(fields.remaining, table.facts.sampleCount)
            try context.reserve(count * ISORuns<ISOSampleDependency>.runBytes)
            for byte in try fields.take(count) { runs.append(ISOSampleDependency(rawValue: byte), count: 1) }
        }
        table.dependencies = runs
    }

    private mutating func readGroups(_ children: [ISOBox]) throws {
        var reader = ISOSampleGroupReader(context: context, name: name)
        for box in children where box.type == "sgpd" || box.type == "sbgp" {
            guard let content = try context.attempt("\(name): \(box.type)", { try context.content(of: box) }) else {
                continue
            }
            _ = try context.attempt("\(name): \(box.type)") { try reader.read(content) }
        }
        reader.apply(to: &table, samples: 0..<table.facts.sampleCount)
        table.movieGroups = reader.places(in: &table)
    }
}
