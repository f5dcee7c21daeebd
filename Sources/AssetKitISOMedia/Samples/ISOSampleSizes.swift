/// How many bytes samples have: runs of equal sizes are kept once, others two bytes each, or four where one needs them,
/// with sums every 64 samples.
package struct ISOSampleSizes: Sendable {
    private struct Run {
        let firstSample: UInt32
        /// Bytes of all samples before.
        let bytesBefore: Int64
        /// The size of every sample; nil when ``values`` has them.
        let size: UInt32?
        /// Where in ``values`` the sizes start.
        let valuesStart: Int
    }

    private struct Values {
        private var small: [UInt16] = []
        private var large: [UInt32] = []

        var count: Int { large.isEmpty ? small.count : large.count }
        var memory: Int { small.count * 2 + large.count * 4 }

        subscript(index: Int) -> UInt32 { large.isEmpty ? UInt32(small[index]) : large[index] }

        /// Sets memory aside for so many values: a list that grows is copied, and leaves holes.
        mutating func reserve(_ count: Int) {
            if large.isEmpty { small.reserveCapacity(count) } else { large.reserveCapacity(count) }
        }

        func sum(_ range: Range<Int>) -> Int64 {
            large.isEmpty
                ? small[range].reduce(0) { $0 + Int64($1) } : large[range].reduce(0) { $0 + Int64($1) }
        }

        mutating func cut(to count: Int) {
            if large.isEmpty { small.removeLast(small.count - count) } else { large.removeLast(large.count - count) }
        }

        @inline(__always)
        mutating func append(_ value: UInt32) {
            if large.isEmpty, let value = UInt16(exactly: value) { return small.append(value) }
            appendLarge(value)
        }

        private mutating func appendLarge(_ value: UInt32) {
            if large.isEmpty {
                large.reserveCapacity(small.capacity)
                large += small.lazy.map(UInt32.init)
                small = []
            }
            large.append(value)
        }
    }

    private static let sumStep = 64
    /// From how many equal sizes on a run of their own takes less memory.
    private static let equalCount = 32

    private var runs: [Run] = []
    /// The last run is one of ``values``.
    private var isListing = false
    private var values = Values()
    /// The sum of all ``values`` before each 64th.
    private var sums: [Int64] = []
    private var valuesSum: Int64 = 0
    package private(set) var count = 0
    package private(set) var byteCount: Int64 = 0
    /// How many samples there will be, as far as that is known.
    private let expectedCount: Int

    /// `expectedCount`: how many samples will be added, where a list that is there says so.
    package init(expectedCount: Int = 0) {
        self.expectedCount = expectedCount
    }

    /// Roughly the memory that it takes.
    package var memory: Int { runs.count * 32 + values.memory + sums.count * 8 }

    /// Adds `count` samples of one size; false when their bytes cannot be counted any more.
    package mutating func append(_ size: UInt32, count: Int) -> Bool {
        // Nearly all come one by one, each unlike the one before.
        if count == 1, isListing {
            guard Int64(size) <= ISOBox.farthest - byteCount else { return false }
            appendValue(size)
            self.count += 1
            byteCount += Int64(size)
            return true
        }
        guard count > 0 else { return true }
        let bytes = Int64(size).multipliedReportingOverflow(by: Int64(count))
        guard !bytes.overflow, bytes.partialValue <= ISOBox.farthest - byteCount else { return false }
        if isListing, count < Self.equalCount {
            for _ in 0..<count { appendValue(size) }
        } else if count >= Self.equalCount || runs.last?.size == size {
            if runs.last?.size != size { start(size) }
        } else {
            start(nil)
            for _ in 0..<count { appendValue(size) }
        }
        self.count += count
        byteCount += bytes.partialValue
        return true
    }

    private mutating func start(_ size: UInt32?) {
        let first = UInt32(truncatingIfNeeded: count)
        runs.append(
            Run(firstSample: first, bytesBefore: byteCount, size: size, valuesStart: values.count)
        )
        isListing = size == nil
        if isListing { values.reserve(values.count + max(0, expectedCount - count)) }
    }

    @inline(__always)
    private mutating func appendValue(_ size: UInt32) {
        if values.count % Self.sumStep == 0 { sums.append(valuesSum) }
        values.append(size)
        valuesSum += Int64(size)
    }

    /// Takes the samples from `count` on off again.
    package mutating func cut(to count: Int) {
        guard count < self.count else { return }
        byteCount = bytes(before: count)
        while let last = runs.last, Int(last.firstSample) >= count { runs.removeLast() }
        var valueCount = runs.last?.valuesStart ?? 0
        isListing = runs.last.map { $0.size == nil } ?? false
        if isListing, let last = runs.last { valueCount += count - Int(last.firstSample) }
        valuesSum = sum(before: valueCount)
        values.cut(to: valueCount)
        sums.removeLast(sums.count - (valueCount + Self.sumStep - 1) / Self.sumStep)
        self.count = count
    }

    private func run(of index: Int) -> Run? {
        guard index >= 0, index < count else { return nil }
        return ISOSearch.last(in: 0..<runs.count) { Int(runs[$0].firstSample) <= index }
            .map { runs[$0] }
    }

    /// The size of a sample; 0 beyond the end.
    package subscript(index: Int) -> UInt32 {
        guard let run = run(of: index) else { return 0 }
        return run.size ?? values[run.valuesStart + index - Int(run.firstSample)]
    }

    /// The size of a sample, for who walks along; 0 beyond the end.
    package func size(of index: Int, from cursor: inout ISORunCursor) -> UInt32 {
        guard index >= 0, index < count else { return 0 }
        let run = runs[cursor.run(of: index, count: runs.count) { Int(runs[$0].firstSample) }]
        return run.size ?? values[run.valuesStart + index - Int(run.firstSample)]
    }

    /// All samples of a range have as many bytes.
    package func areEqual(_ samples: Range<Int>) -> Bool {
        guard let first = samples.first, let run = run(of: first) else { return true }
        // A chunk of sound may have a million equal samples; a run tells of them at once.
        if run.size != nil, run.firstSample == self.run(of: samples.upperBound - 1)?.firstSample {
            return true
        }
        let size = self[first]
        return samples.allSatisfy { self[$0] == size }
    }

    /// The bytes of the samples of a range, for who walks along.
    package func byteCount(of samples: Range<Int>, from cursor: inout ISORunCursor) -> Int64 {
        // Of a few it takes less time to look at each.
        guard samples.count < Self.sumStep else {
            return bytes(before: samples.upperBound) - bytes(before: samples.lowerBound)
        }
        let samples = samples.clamped(to: 0..<count)
        guard let first = samples.first else { return 0 }
        let number = cursor.run(of: first, count: runs.count) { Int(runs[$0].firstSample) }
        let run = runs[number]
        // Nearly always all of them lie in one run.
        guard number + 1 == runs.count || samples.upperBound <= Int(runs[number + 1].firstSample) else {
            return samples.reduce(0) { $0 + Int64(size(of: $1, from: &cursor)) }
        }
        if let size = run.size { return Int64(samples.count) * Int64(size) }
        let place = run.valuesStart + first - Int(run.firstSample)
        return values.sum(place..<place + samples.count)
    }

    /// The bytes of all samples before `index`, which may be the count.
    package func bytes(before index: Int) -> Int64 {
        guard index < count else { return byteCount }
        guard let run = run(of: index) else { return 0 }
        let ahead = index - Int(run.firstSample)
        if let size = run.size { return run.bytesBefore + Int64(ahead) * Int64(size) }
        return run.bytesBefore + sum(before: run.valuesStart + ahead) - sum(before: run.valuesStart)
    }

    private func sum(before value: Int) -> Int64 {
        let step = value / Self.sumStep
        guard step < sums.count else { return valuesSum }
        var sum = sums[step]
        for index in step * Self.sumStep..<value { sum += Int64(values[index]) }
        return sum
    }
}
