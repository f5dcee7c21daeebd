internal import CFFmpeg

/// Deinterlaces pictures: the lines of the first field stay, those of the second are interpolated. Not Sendable: one
/// worker owns it.
///
/// The work is done by bwdif of libavfilter, which is loaded when the first interlaced picture comes. Where it is not
/// installed, or does not take the pixel format, lines in between are the mean of their neighbours.
package final class Deinterlacer {
    private var filter: OpaquePointer?
    private var shape: [Int] = []
    /// The first bytes of the two pictures that the filter saw last; it holds their memory, so none can be mistaken.
    private var seen: [UnsafeMutablePointer<UInt8>?] = []
    /// How many pictures the filter was given: one each, while they come in their order.
    private(set) var sentCount = 0

    package init() {}

    deinit { ak_deinterlacer_close(filter) }

    /// The picture at the time of its first field. The pictures before and after it make it better; an empty frame
    /// stands for one that is not at hand.
    package func deinterlace(
        _ frame: borrowing Frame,
        previous: borrowing Frame,
        next: borrowing Frame
    ) throws -> Frame {
        guard frame.width >= 4, frame.height >= 4 else { return try frame.view() }
        let result = Frame()
        do {
            try explaining { try filter(frame, previous: previous, next: next, into: result) }
        } catch let error as FFmpegError where error.code == ak_ERROR_FILTER_NOT_FOUND {
            return try frame.withMeanLines()
        }
        try frame.withRaw { raw throws(FFmpegError) in
            try result.withRaw { made throws(FFmpegError) in
                _ = try check(av_frame_copy_props(made, raw), "av_frame_copy_props")
                made.pointee.interlaced_frame = 0
            }
        }
        return result
    }

    private func filter(
        _ frame: borrowing Frame,
        previous: borrowing Frame,
        next: borrowing Frame,
        into result: borrowing Frame
    ) throws {
        let (hasPrevious, hasNext) = (previous.isLike(frame), next.isLike(frame))
        // A picture's result comes when its follower is sent. In a sequence the filter has seen the rest already.
        if !hasPrevious || seen != [previous.firstByte, frame.firstByte] || shape != frame.shape {
            try restart(frame)
            if hasPrevious { try send(previous) }
            try send(frame)
            if hasPrevious { try receive(into: result) }
        }
        // Sent twice, the first picture of a sequence is worked out of its own lines alone. (Later ones would be taken
        // for pictures without movement.)
        try hasNext ? send(next) : send(frame)
        result.clear()
        try receive(into: result)
        if !hasNext { seen = [] }
    }

    private func restart(_ frame: borrowing Frame) throws {
        ak_deinterlacer_close(filter)
        filter = nil
        seen = []
        shape = frame.shape
        try frame.withRaw { raw in _ = try check(ak_deinterlacer_open(&filter, raw), "avfilter_graph_config") }
    }

    private func send(_ frame: borrowing Frame) throws {
        try frame.withRaw { raw in _ = try check(ak_deinterlacer_send(filter, raw), "av_buffersrc_add_frame") }
        sentCount += 1
        seen = seen.suffix(1) + [frame.firstByte]
    }

    private func receive(into frame: borrowing Frame) throws {
        try frame.withRaw { raw in _ = try check(ak_deinterlacer_receive(filter, raw), "av_buffersink_get_frame") }
    }
}

extension Frame {
    fileprivate var shape: [Int] { [width, height, Int(pixelFormat.rawValue)] }
    fileprivate var firstByte: UnsafeMutablePointer<UInt8>? { withRaw { $0.pointee.data.0 } }

    fileprivate func isLike(_ other: borrowing Frame) -> Bool { !isEmpty && shape == other.shape }

    /// A copy whose lines of the second field are the mean of their neighbours.
    func withMeanLines() throws -> Frame {
        let result = try Frame(width: width, height: height, format: pixelFormat)
        try withRaw { raw throws(FFmpegError) in
            try result.withRaw { made throws(FFmpegError) in
                try check(av_frame_copy(made, raw), "av_frame_copy")
                try check(av_frame_copy_props(made, raw), "av_frame_copy_props")
                made.pointee.interlaced_frame = 0
            }
        }
        let isDeep = bitDepth > 8
        for (plane, shape) in planeShapes.enumerated() where shape.rowCount > 1 {
            for row in stride(from: isTopFieldFirst ? 1 : 0, to: shape.rowCount, by: 2) {
                let above = row > 0 ? row - 1 : row + 1
                let below = row + 1 < shape.rowCount ? row + 1 : row - 1
                result.withRow(row, ofPlane: plane) { line in
                    withRow(above, ofPlane: plane) { first in
                        withRow(below, ofPlane: plane) { second in
                            Self.mean(first, second, into: line, byteCount: shape.byteCount, isDeep: isDeep)
                        }
                    }
                }
            }
        }
        return result
    }

    private static func mean(
        _ first: UnsafeMutableRawBufferPointer,
        _ second: UnsafeMutableRawBufferPointer,
        into line: UnsafeMutableRawBufferPointer,
        byteCount: Int,
        isDeep: Bool
    ) {
        if isDeep {
            let (a, b, c) = (
                first.bindMemory(to: UInt16.self), second.bindMemory(to: UInt16.self), line.bindMemory(to: UInt16.self)
            )
            for index in 0..<(byteCount / 2) { c[index] = UInt16((UInt32(a[index]) + UInt32(b[index]) + 1) / 2) }
        } else {
            for index in 0..<byteCount { line[index] = UInt8((UInt16(first[index]) + UInt16(second[index]) + 1) / 2) }
        }
    }
}
