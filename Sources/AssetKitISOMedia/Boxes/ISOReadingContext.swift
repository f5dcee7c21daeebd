internal import AssetKitBase
internal import AssetKitBitstream

/// What all parts of a reader share: the bytes, the limits and what has been used of them, and the list of oddities.
final class ISOReadingContext {
    let window: ByteWindow
    let limits: ISOLimits
    private(set) var warnings: [String] = []
    private var warned: Set<String> = []
    private var boxCount = 0
    private var indexBytes = 0

    init(_ window: ByteWindow, limits: ISOLimits) {
        self.window = window
        self.limits = limits
    }

    /// Notes an oddity that reading survived. The same words are noted once.
    func warn(_ text: String) {
        guard warnings.count <= limits.warnings, warned.insert(text).inserted else { return }
        warnings.append(warnings.count == limits.warnings ? "more is wrong than is listed here" : text)
    }

    /// Counts memory that a table will keep.
    func reserve(_ bytes: Int) throws(ISOMediaError) {
        let sum = indexBytes.addingReportingOverflow(max(bytes, 0))
        guard !sum.overflow, sum.partialValue <= limits.indexBytes else {
            throw .limitExceeded("an index of over \(limits.indexBytes) bytes")
        }
        indexBytes = sum.partialValue
    }

    func countBox() throws(ISOMediaError) {
        boxCount += 1
        guard boxCount <= limits.boxes else { throw .limitExceeded("over \(limits.boxes) boxes") }
    }

    /// The box at `offset`, which ends at `limit` at the latest; nil where there is none.
    func box(at offset: Int64, limit: Int64) throws -> ISOBox? {
        guard offset >= 0, offset < limit, limit - offset >= 8 else { return nil }
        try countBox()
        let head = try window.available(Int(min(Int64(ISOBoxHeader.largest), limit - offset)), at: offset)
        guard let header = ISOBoxHeader(ISOFields(head, of: "head"), remaining: limit - offset) else { return nil }
        let end = min(offset + header.size, limit)
        return ISOBox(
            type: header.type,
            userType: header.userType,
            offset: offset,
            headerSize: header.headerSize,
            end: end,
            isCut: offset + header.size > limit || header.size < Int64(header.headerSize)
        )
    }

    /// The boxes inside `range`, which is the content of the box `parent`.
    func boxes(in range: Range<Int64>, of parent: ISOCode) throws -> [ISOBox] {
        var result: [ISOBox] = []
        var offset = range.lowerBound
        while let box = try box(at: offset, limit: range.upperBound) {
            // QuickTime ends some lists with a zero; nothing after it counts.
            guard box.type.rawValue != 0 else { break }
            guard box.size >= Int64(box.headerSize) else {
                warn("a box '\(box.type)' in '\(parent)' is smaller than its own header; what follows it is left out")
                break
            }
            if box.isCut { warn("the box '\(box.type)' reaches beyond the end of '\(parent)'") }
            result.append(box)
            offset = box.end
        }
        return result
    }

    /// The content of a box, or as much of it as the file has.
    func content(of box: ISOBox, limit: Int? = nil) throws -> ISOFields {
        let count = box.content.upperBound - box.content.lowerBound
        let limit = limit ?? limits.boxBytes
        guard count <= Int64(limit) else {
            throw ISOMediaError.damaged("the box '\(box.type)' has \(count) bytes, more than is accepted")
        }
        let bytes = try window.available(Int(count), at: box.content.lowerBound)
        if bytes.count < Int(count) { warn("the file ends inside the box '\(box.type)'") }
        return ISOFields(bytes, of: box.type)
    }

    /// Runs a step whose failure costs only what it reads: the reason becomes a warning. Failing reads and limits of the
    /// whole file still end everything.
    func attempt<Result>(_ what: @autoclosure () -> String, _ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch let error as ISOMediaError {
            if case .limitExceeded = error { throw error }
            warn("\(what()): \(error)")
            return nil
        } catch ByteWindow.Failure.endsEarly {
            warn("\(what()): the file ends early")
            return nil
        }
    }
}
