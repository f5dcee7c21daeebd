internal import CDevices
internal import Glibc
internal import Synchronization

/// A camera's node in the file system, open. It closes when somebody says so, or when nobody holds it any more.
final class CameraNode: Sendable {
    let path: String
    private let calls: CameraCalls
    /// Less than zero when it is closed.
    private let opened: Atomic<CInt>

    init(_ path: String, _ calls: CameraCalls) throws(CameraProblem) {
        let answer = withUnsafePointer(to: calls.table) { ak_camera_open($0, path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
        guard answer >= 0 else { throw CameraProblem(answer: answer) }
        (self.path, self.calls) = (path, calls)
        opened = Atomic(answer)
    }

    deinit { close() }

    /// The second time nothing happens. Nobody uses it meanwhile.
    func close() {
        let descriptor = opened.exchange(-1, ordering: .acquiringAndReleasing)
        if descriptor >= 0 { withUnsafePointer(to: calls.table) { _ = ak_camera_close($0, descriptor) } }
    }

    private var descriptor: CInt { opened.load(ordering: .acquiring) }

    /// Asks the driver, who reads a structure and writes its answer into it.
    func ask<Question>(_ request: CUnsignedLong, _ question: inout Question) throws(CameraProblem) {
        precondition(Int(request >> 16 & 0x3fff) == MemoryLayout<Question>.size, "the call takes another structure")
        let answer = withUnsafePointer(to: calls.table) { table in
            withUnsafeMutablePointer(to: &question) { ak_camera_ioctl(table, descriptor, request, $0) }
        }
        guard answer >= 0 else { throw CameraProblem(answer: answer) }
    }

    /// The driver's memory at an offset, until ``unmap(_:)``.
    func map(offset: UInt64, byteCount: Int) throws(CameraProblem) -> UnsafeMutableRawBufferPointer {
        var failure: CInt = 0
        let address = withUnsafePointer(to: calls.table) {
            ak_camera_map($0, descriptor, offset, UInt64(byteCount), &failure)
        }
        guard let address else { throw CameraProblem(answer: failure) }
        return UnsafeMutableRawBufferPointer(start: address, count: byteCount)
    }

    func unmap(_ memory: UnsafeMutableRawBufferPointer) {
        withUnsafePointer(to: calls.table) { _ = ak_camera_unmap($0, memory.baseAddress, UInt64(memory.count)) }
    }

    /// Waits until the camera has something to say, or somebody raises the signal: what poll says of the camera, and
    /// whether it was the signal, which is lowered then.
    func wait(orFor signal: CameraSignal) throws(CameraProblem) -> (events: CInt, isSignalled: Bool) {
        var both = [descriptor, signal.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let answer = withUnsafePointer(to: calls.table) { table in
            both.withUnsafeMutableBufferPointer { ak_camera_poll(table, $0.baseAddress, CInt($0.count)) }
        }
        guard answer >= 0 else { throw CameraProblem(answer: answer) }
        let isSignalled = both[1].revents != 0
        if isSignalled { signal.lower() }
        return (CInt(both[0].revents), isSignalled)
    }
}
