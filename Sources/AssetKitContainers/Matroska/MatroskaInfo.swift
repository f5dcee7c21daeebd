package import CMTimeLib

/// What the file says about itself as a whole.
package struct MatroskaInfo: Sendable {
    /// Another file that this one continues or is continued by. Reported, never followed.
    package struct LinkedSegment: Hashable, Sendable {
        package var identifier: [UInt8]?
        package var fileName: String?

        package init(identifier: [UInt8]? = nil, fileName: String? = nil) {
            self.identifier = identifier
            self.fileName = fileName
        }
    }

    /// How many nanoseconds one tick of the file's clock is.
    package var timestampScale: Int64 = 1_000_000
    /// The length in ticks, as the writer put it down.
    package var durationTicks: Double?
    /// Nanoseconds since the first moment of 2001 in UTC.
    var dateNanoseconds: Int64?
    package var title: String?
    var muxingApplication: String?
    var writingApplication: String?
    package var fileName: String?
    var segmentIdentifier: [UInt8]?
    var families: [[UInt8]] = []
    package var previous: LinkedSegment?
    package var next: LinkedSegment?

    /// The length in whole nanoseconds, where the file gives one.
    package var duration: CMTime? {
        guard let durationTicks, durationTicks.isFinite, durationTicks > 0 else { return nil }
        let nanoseconds = (durationTicks * Double(timestampScale)).rounded()
        guard nanoseconds < 0x1p63 else { return nil }
        return CMTime(value: Int64(nanoseconds), timescale: MatroskaClock.timescale)
    }

    /// Seconds since 1970, as the date is written elsewhere.
    package var dateSeconds: Double? { dateNanoseconds.map { Double($0) / 1e9 + 978_307_200 } }

    package init() {}

    package init(_ node: EBMLNode, problems: inout ProblemList) {
        let isSound = node.forEachChild { child in
            read(child)
            return true
        }
        if !isSound { problems.add("Info is damaged", at: node.offset) }
    }

    private mutating func read(_ child: EBMLNode) {
        switch child.id {
        case 0x2AD7B1:
            if let scale = child.unsigned, scale > 0, scale <= UInt64(Int64.max) { timestampScale = Int64(scale) }
        case 0x4489: durationTicks = child.float
        case 0x4461: dateNanoseconds = child.signed
        case 0x7BA9: title = child.text
        case 0x4D80: muxingApplication = child.text
        case 0x5741: writingApplication = child.text
        case 0x7384: fileName = child.text
        case 0x73A4: segmentIdentifier = child.binary
        case 0x4444: families.append(child.binary)
        case 0x3CB923: previous = LinkedSegment(identifier: child.binary, fileName: previous?.fileName)
        case 0x3C83AB: previous = LinkedSegment(identifier: previous?.identifier, fileName: child.text)
        case 0x3EB923: next = LinkedSegment(identifier: child.binary, fileName: next?.fileName)
        case 0x3E83BB: next = LinkedSegment(identifier: next?.identifier, fileName: child.text)
        default: break
        }
    }
}

/// Matroska's times are ticks of so many nanoseconds, so all of them are whole nanoseconds.
enum MatroskaClock {
    static let timescale: CMTimeScale = 1_000_000_000

    /// `ticks` of `scale` nanoseconds; nil when that is longer than a time can be.
    static func nanoseconds(_ ticks: Int64, scale: Int64) -> Int64? {
        let (product, overflows) = ticks.multipliedReportingOverflow(by: scale)
        return overflows ? nil : product
    }

    static func time(nanoseconds: Int64) -> CMTime { CMTime(value: nanoseconds, timescale: timescale) }
    static func time(nanoseconds: UInt64) -> CMTime {
        time(nanoseconds: Int64(clamping: nanoseconds))
    }
}
