extension ISOWrittenTable {
    /// About how many bytes the boxes take that grow with the samples.
    var roughBoxBytes: Int {
        let numbers = sizeCount + syncSamples.count + partialSyncSamples.count
        let runs = durations.runCount + compositionOffsets.runCount
        let isFar = largestOffset > Int64(UInt32.max)
        return numbers * 4 + runs * 8 + chunkKinds.runCount * 12 + chunkOffsets.count * (isFar ? 8 : 4)
            + (hasDependencies ? count : 0)
    }

    /// Writes the boxes of `stbl` behind `stsd`. `roll` is how many samples decoding must start early, for codecs that need
    /// it; `isWide` takes 64 bits for places in the file.
    package func write(to bytes: inout ISOBytes, roll: Int16?, isWide: Bool, isQuickTime: Bool) {
        writeTimes(to: &bytes)
        if !isAllSync { Self.writeNumbers("stss", syncSamples, to: &bytes) }
        if isQuickTime, !partialSyncSamples.isEmpty { Self.writeNumbers("stps", partialSyncSamples, to: &bytes) }
        if hasDependencies { writeDependencies(to: &bytes) }
        writeChunkRuns(to: &bytes)
        bytes.fullBox("stsz") { bytes in
            bytes.u32(sizeCount == 0 ? commonSize : 0)
            bytes.u32(UInt32(count))
            for index in 0..<sizeCount { bytes.u32(size(of: index)) }
        }
        bytes.fullBox(isWide ? "co64" : "stco") { bytes in
            bytes.u32(UInt32(chunkOffsets.count))
            for offset in chunkOffsets { bytes.unsigned(UInt64(offset), isWide: isWide) }
        }
        if !isQuickTime, !partialSyncSamples.isEmpty { writeOpenAccessPoints(to: &bytes) }
        if let roll, !isEmpty { writeRoll(roll, to: &bytes) }
    }

    private func writeTimes(to bytes: inout ISOBytes) {
        var durations = durations
        durations.append(lastDuration, count: count - durations.count)
        bytes.fullBox("stts") { Self.writeRuns(durations, to: &$0) { $0 } }
        guard compositionOffsets.count > 0, !compositionOffsets.hasOnly(0) else { return }
        var offsets = compositionOffsets
        offsets.append(0, count: count - offsets.count)
        let isSigned = offsetBounds.lowerBound < 0
        bytes.fullBox("ctts", version: isSigned ? 1 : 0) {
            Self.writeRuns(offsets, to: &$0) { UInt32(bitPattern: $0) }
        }
        if isSigned { writeCompositionShift(to: &bytes) }
    }

    /// `cslg`: QuickTime wants to know how negative offsets get.
    private func writeCompositionShift(to bytes: inout ISOBytes) {
        let (start, end) = (presentationStart - firstDecodeTicks, presentationEnd - firstDecodeTicks)
        let shift = -Int64(offsetBounds.lowerBound)
        let values = [shift, Int64(offsetBounds.lowerBound), Int64(offsetBounds.upperBound), start, end]
        let isWide = values.contains { Int32(exactly: $0) == nil }
        bytes.fullBox("cslg", version: isWide ? 1 : 0) { bytes in
            for value in values { bytes.unsigned(UInt64(bitPattern: value), isWide: isWide) }
        }
    }

    private static func writeRuns<Value>(
        _ runs: ISORuns<Value>,
        to bytes: inout ISOBytes,
        _ word: (Value) -> UInt32
    ) {
        bytes.u32(UInt32(runs.runCount))
        for run in 0..<runs.runCount {
            bytes.u32(UInt32(runs.range(of: run).count))
            bytes.u32(word(runs.value(ofRun: run)))
        }
    }

    private static func writeNumbers(_ type: ISOCode, _ numbers: [UInt32], to bytes: inout ISOBytes) {
        bytes.fullBox(type) { bytes in
            bytes.u32(UInt32(numbers.count))
            for number in numbers { bytes.u32(number) }
        }
    }

    private func writeDependencies(to bytes: inout ISOBytes) {
        bytes.fullBox("sdtp") { bytes in
            for run in 0..<dependencies.runCount {
                bytes.append(repeatElement(dependencies.value(ofRun: run), count: dependencies.range(of: run).count))
            }
            bytes.zeros(count - dependencies.count)
        }
    }

    private func writeChunkRuns(to bytes: inout ISOBytes) {
        bytes.fullBox("stsc") { bytes in
            bytes.u32(UInt32(chunkKinds.runCount))
            for run in 0..<chunkKinds.runCount {
                let kind = chunkKinds.value(ofRun: run)
                bytes.u32(UInt32(chunkKinds.start(of: run) + 1))
                bytes.u32(kind.samples)
                bytes.u32(kind.format + 1)
            }
        }
    }

    /// The group that ISO has for what QuickTime calls partial sync samples.
    private func writeOpenAccessPoints(to bytes: inout ISOBytes) {
        bytes.fullBox("sgpd", version: 1) { bytes in
            bytes.code("rap ")
            bytes.u32(1)
            bytes.u32(1)
            bytes.u8(0)
        }
        var runs = ISORuns<UInt32>()
        for number in partialSyncSamples {
            runs.append(0, count: Int(number) - 1 - runs.count)
            runs.append(1, count: 1)
        }
        runs.append(0, count: count - runs.count)
        bytes.fullBox("sbgp") { bytes in
            bytes.code("rap ")
            Self.writeRuns(runs, to: &bytes) { $0 }
        }
    }

    private func writeRoll(_ roll: Int16, to bytes: inout ISOBytes) {
        ISORollGroup.writeDescription(roll, to: &bytes)
        bytes.fullBox("sbgp") { bytes in
            bytes.code("roll")
            bytes.u32(1)
            bytes.u32(UInt32(count))
            bytes.u32(1)
        }
    }
}

/// The group that tells how many samples of sound must be decoded before one that comes out right.
enum ISORollGroup {
    static func writeDescription(_ roll: Int16, to bytes: inout ISOBytes) {
        bytes.fullBox("sgpd", version: 1) { bytes in
            bytes.code("roll")
            bytes.u32(2)
            bytes.u32(1)
            bytes.integer(roll)
        }
    }
}
