internal import AssetKitBase

/// Goes from frame to frame, over bytes that are none.
struct FrameWalker {
    struct Place {
        var offset: Int64
        var frame: StreamFrame
        /// The size of the frame, also for those that do not tell it themselves.
        var byteCount: Int
    }

    private var scanner: ByteScanner
    private let limits: RawAudioLimits
    private var offset: Int64 = 0
    private var pattern: StreamFrame?
    /// The size of frames of free format, without the padding slot.
    private var freeByteCount: Int?
    private var skippedByteCount: Int64 = 0
    private(set) var problems = ProblemList()
    /// The last frame begins, and does not end.
    private(set) var isCutOff = false

    init(_ window: ByteWindow, end: Int64?, limits: RawAudioLimits) {
        scanner = ByteScanner(window, end: end)
        self.limits = limits
    }

    mutating func move(to offset: Int64) { self.offset = offset }

    /// Finds the first frame that others follow.
    mutating func findFirst(from start: Int64) throws -> Place? {
        let limit = start + limits.syncByteCount
        var position = start
        while let candidate = try nextCandidate(from: position, limit: limit) {
            if let place = try place(at: candidate), try isFollowed(place, count: candidate == start ? 1 : 2) {
                pattern = place.frame
                offset = candidate
                return place
            }
            freeByteCount = nil
            position = candidate + 1
        }
        return nil
    }

    /// The next frame, or nil behind the last one.
    mutating func next() throws -> Place? {
        offset = try behindTags(at: offset)
        if let place = try place(at: offset), pattern.map({ place.frame.isLike($0) }) ?? true {
            return try take(place)
        }
        guard offset < scanner.end else { return nil }
        return try resync()
    }

    private mutating func take(_ place: Place) throws -> Place? {
        guard place.offset + Int64(place.byteCount) <= scanner.end else {
            problems.add("the last frame is cut off", at: place.offset)
            isCutOff = true
            offset = scanner.end
            return nil
        }
        offset = place.offset + Int64(place.byteCount)
        return place
    }

    private mutating func resync() throws -> Place? {
        let start = offset
        var position = offset
        let limit = offset + limits.resyncByteCount - skippedByteCount
        while let candidate = try nextCandidate(from: position, limit: limit) {
            if let place = try place(at: candidate), let pattern, place.frame.isLike(pattern),
                try isFollowed(place, count: 2)
            {
                problems.add("bytes between frames are none", at: start)
                skippedByteCount += candidate - start
                offset = candidate
                return try take(place)
            }
            position = candidate + 1
        }
        problems.add("the stream ends before its file does", at: start)
        offset = scanner.end
        return nil
    }

    /// True when `count` frames like this one follow it, or the stream ends where one of them does.
    private mutating func isFollowed(_ place: Place, count: Int) throws -> Bool {
        var current = place
        for _ in 0..<count {
            let next = try behindTags(at: current.offset + Int64(current.byteCount))
            if next == scanner.end { return true }
            guard let following = try self.place(at: next), following.frame.isLike(place.frame) else { return false }
            current = following
        }
        return true
    }

    /// Behind the ID3 tags at `offset`: streams that were cut into pieces carry them between frames.
    private mutating func behindTags(at offset: Int64) throws -> Int64 {
        var position = offset
        for _ in 0..<limits.tags.tagCount {
            guard
                let bytes = try scanner.bytes(at: position, count: ID3v2Header.byteCount),
                let header = ID3v2Header(bytes)
            else { break }
            position += Int64(header.totalByteCount)
        }
        return position <= scanner.end ? position : offset
    }

    private mutating func nextCandidate(from start: Int64, limit: Int64) throws -> Int64? {
        // A stream of Dolby's begins with another byte than the others; before it is known which, look for both.
        if let pattern {
            return try scanner.firstOffset(of: Self.firstByte(of: pattern), from: start, limit: limit)
        }
        let found = try scanner.firstOffset(of: 0xff, from: start, limit: limit)
        let dolby = try scanner.firstOffset(of: 0x0b, from: start, limit: min(limit, found ?? limit))
        return dolby ?? found
    }

    private static func firstByte(of frame: StreamFrame) -> UInt8 {
        switch frame.kind {
        case .mpeg, .adts: 0xff
        case .ac3, .enhancedAC3: 0x0b
        }
    }

    private mutating func place(at offset: Int64) throws -> Place? {
        guard let bytes = try head(at: offset), let frame = StreamFrame(bytes) else { return nil }
        guard frame.byteCount == 0 else { return Place(offset: offset, frame: frame, byteCount: frame.byteCount) }
        guard let size = try freeSize(at: offset, frame, padded: bytes[bytes.startIndex + 2] & 2 != 0) else {
            return nil
        }
        return Place(offset: offset, frame: frame, byteCount: size)
    }

    /// The eight bytes of a head, with zeros for what lies behind the end.
    private mutating func head(at offset: Int64) throws -> ArraySlice<UInt8>? {
        if let bytes = try scanner.bytes(at: offset, count: StreamFrame.headByteCount) { return bytes }
        let rest = Int(max(0, min(scanner.end - offset, Int64(StreamFrame.headByteCount))))
        guard rest >= 4, let bytes = try scanner.bytes(at: offset, count: rest) else { return nil }
        return (Array(bytes) + [UInt8](repeating: 0, count: StreamFrame.headByteCount - rest))[...]
    }

    /// Frames of free format all have one size, which the distance of the first two tells.
    private mutating func freeSize(at offset: Int64, _ frame: StreamFrame, padded: Bool) throws -> Int? {
        let slot = frame.kind == .mpeg(version: .one, layer: 1) || frame.kind == .mpeg(version: .two, layer: 1) ? 4 : 1
        let padding = padded ? slot : 0
        if let freeByteCount { return freeByteCount + padding }
        // The largest that a decoder's buffer takes.
        let limit = offset + 7_680
        var position = offset + 16
        while let candidate = try scanner.firstOffset(of: 0xff, from: position, limit: limit) {
            if let bytes = try head(at: candidate), let other = StreamFrame(bytes), other.byteCount == 0,
                other.isLike(frame)
            {
                freeByteCount = Int(candidate - offset) - padding
                return Int(candidate - offset)
            }
            position = candidate + 1
        }
        return nil
    }
}
