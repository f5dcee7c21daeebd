internal import AssetKitBase

/// Goes through the pages of an Ogg file.
struct OggReader {
    private let window: ByteWindow
    private let limits: RawAudioLimits
    private var scanner: ByteScanner
    private let start: Int64
    private var offset: Int64
    private(set) var streams: [OggStream] = []
    private(set) var linkCount = 0
    private(set) var index: FrameIndex?
    private(set) var problems = ProblemList()
    /// True when every page was looked at.
    private(set) var isWhole = false
    private var numbers: [UInt32: Int] = [:]
    private var openSerials: Set<UInt32> = []
    /// Header packets that go on from page to page.
    private var partial: [UInt32: [UInt8]] = [:]
    /// Where a page begins that the file does not hold all of; as far as the end was looked at.
    private var cutPage: Int64?

    var end: Int64? { window.length }

    init(_ window: ByteWindow, from start: Int64, limits: RawAudioLimits) {
        self.window = window
        self.limits = limits
        self.start = start
        offset = start
        scanner = ByteScanner(window)
    }

    /// Reads pages until every stream that has begun is described and the first page with sound was seen.
    mutating func readHeaders() throws {
        for _ in 0..<limits.headerPageCount {
            guard let page = try nextPage() else { return }
            try take(page)
            let isDescribed = !streams.isEmpty && !streams.contains(where: \.needsHeaders)
            if isDescribed, !page.isFirst, !streams.contains(where: { $0.isAudio && $0.firstGranule == nil }) { return }
        }
    }

    /// Looks for the last pages of the streams at the end of the file; false when another stream ends there.
    mutating func readLastPages() throws -> Bool {
        guard let length = window.length else { return false }
        var span: Int64 = 16 << 10
        while true {
            let from = max(start, length - span)
            if let result = try lastPages(from: from) {
                if result { tellOfMissingEnd() }
                return result
            }
            guard from > start, span < limits.lastPageByteCount else { return false }
            span *= 4
        }
    }

    /// nil when not every stream with sound has a page in the part that was looked at.
    private mutating func lastPages(from first: Int64) throws -> Bool? {
        var missing = Set(streams.filter(\.isAudio).map(\.serial))
        var position = first
        while let candidate = try findPage(from: position, limit: scanner.end) {
            guard let page = try OggPage(&scanner, at: candidate) else { break }
            guard page.end <= scanner.end else {
                cutPage = candidate
                break
            }
            guard let number = numbers[page.serial] else { return false }
            // A stream that begins again with the number of an earlier one is a chain as well.
            if page.isFirst, page.offset >= offset { return false }
            if page.offset >= offset || streams[number].lastGranule == nil {
                if let granule = page.granule { streams[number].lastGranule = granule }
                streams[number].hasEnd = page.isLast
            }
            if page.granule != nil { missing.remove(page.serial) }
            position = page.end
        }
        return missing.isEmpty ? true : nil
    }

    /// Whether another link of a chain comes behind streams that have ended: the end of the file has pages of streams
    /// that the beginning does not know, or that go on. A later link may have the number of the first.
    mutating func hasMoreLinks(behind ended: Set<Int>) throws -> Bool {
        guard linkCount == 1, let length = window.length else { return linkCount > 1 }
        var span: Int64 = 16 << 10
        while true {
            let from = max(offset, length - span)
            var (position, hasPage) = (from, false)
            while position < scanner.end, let candidate = try findPage(from: position, limit: scanner.end),
                let page = try OggPage(&scanner, at: candidate)
            {
                guard !page.isFirst, let number = numbers[page.serial], !ended.contains(number) else { return true }
                (position, hasPage) = (page.end, true)
            }
            if hasPage || from == offset { return false }
            guard span < limits.lastPageByteCount else { return true }
            span *= 4
        }
    }

    /// Goes through all pages from where the headers ended.
    mutating func readAll(effort: RawAudioFile.Effort) throws {
        restart()
        var count = 0
        while let page = try nextPage() {
            try take(page)
            count += 1
            if count % limits.framesPerCancellationCheck == 0 { try effort.checkCancellation() }
        }
        isWhole = true
        tellOfMissingEnd()
    }

    /// Says so when the file is cut off: within a page, or without a last page that is marked as such.
    private mutating func tellOfMissingEnd() {
        if let cutPage, !problems.all.contains(where: { $0.offset == cutPage }) {
            problems.add("the last page is cut off", at: cutPage)
        }
        if streams.contains(where: { $0.isAudio && !$0.hasEnd }) {
            problems.add("a stream has no last page", at: scanner.end)
        }
    }

    private mutating func restart() {
        offset = start
        streams = []
        numbers = [:]
        openSerials = []
        partial = [:]
        cutPage = nil
        linkCount = 0
        problems = ProblemList()
        index = FrameIndex(limit: limits.indexCount)
    }

    private mutating func nextPage() throws -> OggPage? {
        let limit = min(scanner.end, offset + limits.resyncByteCount)
        guard let found = try findPage(from: offset, limit: limit) else {
            if offset < scanner.end { problems.add("bytes are no page", at: offset) }
            return nil
        }
        if found > offset { problems.add("bytes between pages are none", at: offset) }
        guard let page = try OggPage(&scanner, at: found) else { return nil }
        if page.end > scanner.end {
            problems.add("the last page is cut off", at: found)
            offset = scanner.end
            return nil
        }
        offset = page.end
        return page
    }

    private mutating func findPage(from start: Int64, limit: Int64) throws -> Int64? {
        var position = start
        while let candidate = try scanner.firstOffset(of: 0x4f, from: position, limit: limit) {
            if try OggPage(&scanner, at: candidate) != nil { return candidate }
            position = candidate + 1
        }
        return nil
    }

    private mutating func take(_ page: OggPage) throws {
        if page.isFirst { begin(page) }
        guard let number = numbers[page.serial] else {
            problems.add("a page belongs to no stream", at: page.offset)
            return
        }
        if streams[number].needsHeaders {
            try takeHeaders(page, number: number)
            // Nothing but headers stands on the pages that hold them.
            return
        }
        takeAudio(page, duration: try duration(of: page, in: streams[number]), number: number)
        if page.isLast {
            streams[number].hasEnd = true
            openSerials.remove(page.serial)
        }
    }

    private mutating func begin(_ page: OggPage) {
        guard streams.count < limits.streamCount else { return }
        // Streams that begin together make up one link; one that begins when all others have ended, the next.
        if openSerials.isEmpty || numbers[page.serial] != nil
            || streams.contains(where: { $0.firstGranule != nil && $0.link == linkCount - 1 })
        {
            linkCount += 1
            openSerials = []
        }
        openSerials.insert(page.serial)
        numbers[page.serial] = streams.count
        streams.append(OggStream(serial: page.serial, link: linkCount - 1))
    }

    private mutating func takeHeaders(_ page: OggPage, number: Int) throws {
        let body = try window.available(page.bodySize, at: page.bodyOffset)
        var packet = page.isContinued ? partial[page.serial] ?? [] : []
        var position = 0
        for segment in page.segments {
            let next = min(position + Int(segment), body.count)
            if packet.count + next - position <= limits.packetByteCount { packet += body[position..<next] }
            position = next
            guard segment < 255 else { continue }
            if streams[number].needsHeaders {
                streams[number].takeHeader(packet, at: page.bodyOffset, limits: limits.tags)
            }
            packet = []
        }
        partial[page.serial] = packet.isEmpty ? nil : packet
    }

    private mutating func takeAudio(_ page: OggPage, duration: Int64?, number: Int) {
        var stream = streams[number]
        stream.isOnePage = page.isLast && stream.packetCount == 0 && stream.byteCount == 0
        stream.packetCount += Int64(page.endedPacketCount)
        stream.byteCount += Int64(page.bodySize)
        if let granule = page.granule {
            if stream.firstGranule == nil {
                stream.firstGranule = granule
                stream.firstPagePacketCount = page.endedPacketCount
                // A page that is the last one as well may cut its end: then its packets do not tell the start.
                stream.firstPageDuration = page.isLast ? duration.map { max($0, granule) } : duration
            }
            if stream.isAudio, stream.serial == streams.first(where: \.isAudio)?.serial {
                let before = stream.lastGranule ?? 0
                let step = granule.subtractingReportingOverflow(before)
                index?.append(offset: page.offset, sampleCount: step.overflow ? 0 : step.partialValue)
            }
            stream.lastGranule = granule
        }
        streams[number] = stream
    }

    /// How long the packets of the first page with sound last, where the packets tell.
    private func duration(of page: OggPage, in stream: OggStream) throws -> Int64? {
        guard stream.codec == .opus, stream.firstGranule == nil, page.granule != nil else { return nil }
        let body = try window.available(page.bodySize, at: page.bodyOffset)
        var position = 0
        var start = 0
        var total: Int64 = 0
        for segment in page.segments {
            position = min(position + Int(segment), body.count)
            guard segment < 255 else { continue }
            total += OggStream.opusDuration(body[start..<position]) ?? 0
            start = position
        }
        return total
    }
}
