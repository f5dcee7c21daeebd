internal import CMTimeLib
internal import Foundation

/// What a sample buffer says of its samples; never changes.
package struct SampleContent {
    package var format: CMFormatDescription?
    package var count: Int
    package var timings: [CMSampleTimingInfo]
    package var sizes: [Int]
    /// What the client said about packets of sound; empty where it follows from the sizes.
    package var packets: [AudioStreamPacketDescription] = []

    package init(
        format: CMFormatDescription?,
        count: Int,
        timings: [CMSampleTimingInfo],
        sizes: [Int],
        packets: [AudioStreamPacketDescription] = []
    ) {
        self.format = format
        self.count = count
        self.timings = timings
        self.sizes = sizes
        self.packets = packets
    }

    package init(image: CVImageBuffer, format: CMFormatDescription, timing: CMSampleTimingInfo) throws {
        guard format.matchesImageBuffer(image) else { throw CMSampleBuffer.Error.invalidMediaFormat }
        self.init(format: format, count: 1, timings: [timing], sizes: [])
    }

    /// Refuses counts, sizes and times that make no sense.
    package func validate() throws {
        func fits(_ entries: Int) -> Bool { entries <= 1 || entries == count }
        guard count >= 0, fits(timings.count), fits(sizes.count) else { throw CMSampleBuffer.Error.invalidEntryCount }
        guard sizes.allSatisfy({ $0 >= 0 }), totalSize != nil else { throw CMSampleBuffer.Error.invalidSampleData }
        let isBackward = timings.contains { $0.duration.isNumeric && $0.duration < .zero }
        guard !isBackward else { throw CMSampleBuffer.Error.sampleTimingInfoInvalid }
    }

    /// The bytes of all samples; nil where the sum is beyond all measure.
    var totalSize: Int? {
        if sizes.count == 1, count != 1 {
            let (total, isTooMuch) = sizes[0].multipliedReportingOverflow(by: count)
            return isTooMuch ? nil : total
        }
        var total = 0
        for size in sizes {
            let (sum, isTooMuch) = total.addingReportingOverflow(size)
            guard !isTooMuch else { return nil }
            total = sum
        }
        return total
    }

    /// The size of one sample; nil where there are no sizes.
    package func size(at index: Int) -> Int? {
        guard (0..<count).contains(index), let first = sizes.first else { return nil }
        return sizes.count == 1 ? first : sizes[index]
    }

    /// Where the bytes of some samples are; nil where there are no sizes.
    func byteRange(of range: Range<Int>) -> Range<Int>? {
        guard let first = sizes.first else { return nil }
        if sizes.count == 1 { return (range.lowerBound * first)..<(range.upperBound * first) }
        let start = sizes[..<range.lowerBound].reduce(0, +)
        return start..<(start + sizes[range].reduce(0, +))
    }

    /// The timing of one sample; nil where there are no timings.
    package func timing(at index: Int) -> CMSampleTimingInfo? {
        guard (0..<count).contains(index), let first = timings.first else { return nil }
        return timings.count == 1 ? first.advanced(by: index) : timings[index]
    }
}
