/// Samples of one track, all of one format, in a fragment.
package struct ISOFragmentRun {
    package let trackID: UInt32
    /// Counted from 0.
    package let format: Int
    /// When its first sample is decoded on the fragments' timeline, which has no negative times.
    package let decodeTime: UInt64
    /// In order; each knows its own duration.
    package var rows: [ISOWrittenTable.Sample]
    package let byteCount: Int
    package var roll: Int16?

    package init(
        trackID: UInt32,
        format: Int,
        decodeTime: UInt64,
        rows: [ISOWrittenTable.Sample],
        byteCount: Int,
        roll: Int16? = nil
    ) {
        self.trackID = trackID
        self.format = format
        self.decodeTime = decodeTime
        self.rows = rows
        self.byteCount = byteCount
        self.roll = roll
    }

    package var sampleCount: Int { rows.reduce(0) { $0 + $1.count } }
}

/// Writes `moof` and the head of the `mdat` behind it, in which the samples of the runs lie one run after the other.
package struct ISOFragmentWriter {
    package let sequenceNumber: UInt32
    package let runs: [ISOFragmentRun]
    /// `free` as long as the fragment does not count, because its bytes may not be there yet.
    package var type: ISOCode = "moof"

    package init(sequenceNumber: UInt32, runs: [ISOFragmentRun], type: ISOCode = "moof") {
        self.sequenceNumber = sequenceNumber
        self.runs = runs
        self.type = type
    }

    /// Flags of a sample from which decoding can start, of another one, and what is told of dependencies.
    package static func flags(of row: ISOWrittenTable.Sample) -> UInt32 {
        var dependency = UInt32(row.dependency)
        if dependency & 0x30 == 0 { dependency |= row.isSync || row.isPartialSync ? 0x20 : 0x10 }
        return dependency << 20 | (row.isSync ? 0 : 0x10000)
    }

    package func bytes() throws(ISOWritingError) -> [UInt8] {
        var bytes = ISOBytes()
        var places: [Int] = []
        bytes.box(type) { bytes in
            bytes.fullBox("mfhd") { $0.u32(sequenceNumber) }
            for run in runs {
                bytes.box("traf") { bytes in
                    let place = write(run, to: &bytes)
                    places.append(place)
                }
            }
        }
        let dataSize = runs.reduce(0) { $0 + $1.byteCount }
        guard let size = UInt32(exactly: dataSize + 8), size < UInt32(Int32.max) else {
            throw .tooMuch("a fragment would have \(dataSize) bytes; shorter fragments have fewer")
        }
        var offset = bytes.count + 8
        for (run, place) in zip(runs, places) {
            bytes.replace(Int32(offset), at: place)
            offset += run.byteCount
        }
        bytes.u32(size)
        bytes.code("mdat")
        return bytes.bytes
    }

    /// Writes a `traf`; where the offset of its data is to stand comes back.
    private func write(_ run: ISOFragmentRun, to bytes: inout ISOBytes) -> Int {
        let first = run.rows.first ?? ISOWrittenTable.Sample(size: 0, decodeTicks: 0, duration: 0)
        let usualFlags = Self.flags(of: run.rows.count > 1 ? run.rows[1] : first)
        bytes.fullBox("tfhd", flags: 0x2003a) { bytes in
            bytes.u32(run.trackID)
            bytes.u32(UInt32(run.format) + 1)
            bytes.u32(first.duration)
            bytes.u32(first.size)
            bytes.u32(usualFlags)
        }
        bytes.fullBox("tfdt", version: 1) { $0.u64(run.decodeTime) }
        let place = writeRun(run, first, usualFlags, to: &bytes)
        if let roll = run.roll {
            ISORollGroup.writeDescription(roll, to: &bytes)
            bytes.fullBox("sbgp") { bytes in
                bytes.code("roll")
                bytes.u32(1)
                bytes.u32(UInt32(run.sampleCount))
                // The group is the fragment's own.
                bytes.u32(0x10001)
            }
        }
        return place
    }

    private func writeRun(
        _ run: ISOFragmentRun,
        _ first: ISOWrittenTable.Sample,
        _ usualFlags: UInt32,
        to bytes: inout ISOBytes
    ) -> Int {
        let hasDurations = run.rows.contains { $0.duration != first.duration }
        let hasSizes = run.rows.contains { $0.size != first.size }
        let hasFlags = run.rows.dropFirst().contains { Self.flags(of: $0) != usualFlags }
        let hasFirstFlags = !hasFlags && Self.flags(of: first) != usualFlags
        let hasOffsets = run.rows.contains { $0.compositionOffset != 0 }
        let flags: UInt32 =
            1 | (hasFirstFlags ? 4 : 0) | (hasDurations ? 0x100 : 0) | (hasSizes ? 0x200 : 0)
            | (hasFlags ? 0x400 : 0) | (hasOffsets ? 0x800 : 0)
        var place = 0
        bytes.fullBox("trun", version: 1, flags: flags) { bytes in
            bytes.u32(UInt32(run.sampleCount))
            place = bytes.count
            bytes.u32(0)
            if hasFirstFlags { bytes.u32(Self.flags(of: first)) }
            guard flags & 0xf00 != 0 else { return }
            for row in run.rows {
                for _ in 0..<row.count {
                    if hasDurations { bytes.u32(row.duration) }
                    if hasSizes { bytes.u32(row.size) }
                    if hasFlags { bytes.u32(Self.flags(of: row)) }
                    if hasOffsets { bytes.integer(row.compositionOffset) }
                }
            }
        }
        return place
    }
}

/// A sample of a fragment that can be played from, for `tfra`.
package struct ISOFragmentEntry {
    package let time: UInt64
    package let fragmentOffset: UInt64
    package let runNumber: UInt32
    package let sampleNumber: UInt32

    package init(time: UInt64, fragmentOffset: UInt64, runNumber: UInt32, sampleNumber: UInt32) {
        self.time = time
        self.fragmentOffset = fragmentOffset
        self.runNumber = runNumber
        self.sampleNumber = sampleNumber
    }
}

/// Writes `mfra`, which lists where fragments can be entered.
package enum ISOFragmentIndexWriter {
    package static func bytes(_ tracks: [(id: UInt32, entries: [ISOFragmentEntry])]) -> [UInt8] {
        var bytes = ISOBytes()
        bytes.box("mfra") { bytes in
            for track in tracks where !track.entries.isEmpty {
                bytes.fullBox("tfra", version: 1) { bytes in
                    bytes.u32(track.id)
                    // Numbers of four bytes each.
                    bytes.u32(0x3f)
                    bytes.u32(UInt32(track.entries.count))
                    for entry in track.entries {
                        bytes.u64(entry.time)
                        bytes.u64(entry.fragmentOffset)
                        [entry.runNumber, 1, entry.sampleNumber].forEach { (number: UInt32) in bytes.u32(number) }
                    }
                }
            }
            let start = bytes.count - 8
            bytes.fullBox("mfro") { bytes in
                // The length of the whole box, this one included.
                bytes.u32(UInt32(bytes.count + 4 - start))
            }
        }
        return bytes.bytes
    }
}

/// The brands of files, by what they are to be.
package struct ISOBrands {
    package let major: ISOCode
    package var minorVersion: UInt32 = 0
    package let compatible: [ISOCode]

    package init(major: ISOCode, minorVersion: UInt32 = 0, compatible: [ISOCode]) {
        self.major = major
        self.minorVersion = minorVersion
        self.compatible = compatible
    }

    package func bytes(_ type: ISOCode = "ftyp") -> [UInt8] {
        var bytes = ISOBytes()
        bytes.box(type) { bytes in
            bytes.code(major)
            bytes.u32(minorVersion)
            for brand in compatible { bytes.code(brand) }
        }
        return bytes.bytes
    }
}
