internal import CDevices
internal import Glibc

/// The buffers that a driver fills, mapped. They are given back when nobody holds this any more. One thread at a time uses it.
final class CameraBuffers {
    /// A buffer that the driver has filled. Its bytes are valid until it is queued again.
    struct Filled {
        let index: Int
        let sequence: UInt32
        /// As the driver says it, in nanoseconds.
        let time: Int64
        let isMonotonic: Bool
        let isDamaged: Bool
        let memories: [UnsafeRawBufferPointer]
    }

    /// Enough for a moment in which nobody takes pictures.
    private static let wantedCount: UInt32 = 8
    private static let largestCount: UInt32 = 32

    private let node: CameraNode
    private let type: UInt32
    private let planes = UnsafeMutablePointer<v4l2_plane>.allocate(capacity: Int(VIDEO_MAX_PLANES))
    private var isGivenBack = false
    private var maps: [[UnsafeMutableRawBufferPointer]] = []

    /// `byteCounts`: what a picture takes of each memory.
    init(_ node: CameraNode, _ type: UInt32, byteCounts: [Int]) throws(CameraProblem) {
        (self.node, self.type) = (node, type)
        planes.initialize(repeating: v4l2_plane(), count: Int(VIDEO_MAX_PLANES))
        let count = try request(Self.wantedCount)
        guard count > 0 else { throw CameraProblem(answer: -ENOMEM) }
        for index in 0..<min(count, Self.largestCount) { try map(index, byteCounts) }
    }

    deinit {
        giveBack()
        planes.deallocate()
    }

    /// Ends the stream and gives the buffers back, so that others can use the camera. The second time nothing happens.
    func giveBack() {
        guard !isGivenBack else { return }
        isGivenBack = true
        try? streamOff()
        for memory in maps.joined() { node.unmap(memory) }
        maps = []
        _ = try? request(0)
    }

    private var isMultiPlanar: Bool { type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue }

    private func request(_ count: UInt32) throws(CameraProblem) -> UInt32 {
        var question = v4l2_requestbuffers()
        (question.count, question.type, question.memory) = (count, type, V4L2_MEMORY_MMAP.rawValue)
        try node.ask(ak_REQBUFS, &question)
        return question.count
    }

    private func map(_ index: UInt32, _ byteCounts: [Int]) throws(CameraProblem) {
        let answer = try ask(ak_QUERYBUF, index)
        let places =
            isMultiPlanar
            ? (0..<min(Int(answer.length), Int(VIDEO_MAX_PLANES))).map { (planes[$0].m.mem_offset, planes[$0].length) }
            : [(answer.m.offset, answer.length)]
        guard places.count >= byteCounts.count, zip(places, byteCounts).allSatisfy({ $0.1 > 0 && Int($0.1) >= $1 })
        else { throw CameraProblem("its driver has buffers that are too small for a picture") }
        maps.append([])
        for (offset, length) in places where length > 0 {
            maps[maps.count - 1].append(try node.map(offset: UInt64(offset), byteCount: Int(length)))
        }
    }

    /// Gives all buffers to the driver and lets it fill them.
    func streamOn() throws(CameraProblem) {
        for index in maps.indices { try queue(index) }
        var type = CInt(bitPattern: type)
        try node.ask(ak_STREAMON, &type)
    }

    /// Takes all buffers back.
    func streamOff() throws(CameraProblem) {
        var type = CInt(bitPattern: type)
        try node.ask(ak_STREAMOFF, &type)
    }

    func queue(_ index: Int) throws(CameraProblem) { _ = try ask(ak_QBUF, UInt32(index)) }

    /// A buffer that is full; nil where none is.
    func dequeue() throws(CameraProblem) -> Filled? {
        let answer: v4l2_buffer
        do { answer = try ask(ak_DQBUF, 0) } catch {
            if error.number == EAGAIN { return nil }
            throw error
        }
        let index = Int(answer.index)
        guard maps.indices.contains(index) else {
            throw CameraProblem("its driver names a buffer that there is none of")
        }
        let kind = answer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
        return Filled(
            index: index,
            sequence: answer.sequence,
            time: Self.nanoseconds(answer.timestamp),
            isMonotonic: kind == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC),
            isDamaged: answer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0,
            memories: filledBytes(index, answer)
        )
    }

    private func filledBytes(_ index: Int, _ answer: v4l2_buffer) -> [UnsafeRawBufferPointer] {
        maps[index].enumerated().map { number, memory in
            let used = isMultiPlanar ? Int(planes[number].bytesused) : Int(answer.bytesused)
            let start = isMultiPlanar ? Int(planes[number].data_offset) : 0
            let end = min(used, memory.count)
            return UnsafeRawBufferPointer(rebasing: memory[min(start, end)..<end])
        }
    }

    private func ask(_ request: CUnsignedLong, _ index: UInt32) throws(CameraProblem) -> v4l2_buffer {
        var question = v4l2_buffer()
        (question.index, question.type, question.memory) = (index, type, V4L2_MEMORY_MMAP.rawValue)
        if isMultiPlanar {
            planes.update(repeating: v4l2_plane(), count: Int(VIDEO_MAX_PLANES))
            question.m.planes = planes
            // Of buffers that are mapped, as many as there are; before that, as many as there can be.
            let known =
                maps.indices.contains(Int(index)) && request != ak_QUERYBUF
                ? maps[Int(index)].count : Int(VIDEO_MAX_PLANES)
            question.length = UInt32(known)
        }
        try node.ask(request, &question)
        return question
    }

    private static func nanoseconds(_ time: timeval) -> Int64 {
        let (seconds, isTooMuch) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isStillTooMuch) = seconds.addingReportingOverflow(Int64(clamping: time.tv_usec) &* 1000)
        // No such time: of another clock, whichever.
        return isTooMuch || isStillTooMuch ? Int64.min : sum
    }
}
