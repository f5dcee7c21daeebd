import AssetKitBase
import AssetKitDevices
import CDevices
import Glibc

private func machine(_ context: UnsafeMutableRawPointer?) -> FakeMachine {
    guard let context else { fatalError("the table has lost its machine") }
    return Unmanaged<FakeMachine>.fromOpaque(context).takeUnretainedValue()
}

extension FakeMachine {
    var calls: CameraCalls {
        var table = ak_CameraCalls()
        table.context = Unmanaged.passUnretained(self).toOpaque()
        table.open = { context, path, _ in machine(context).open(path.map { String(cString: $0) } ?? "") }
        table.close = { context, descriptor in machine(context).close(descriptor) }
        table.ioctl = { context, descriptor, request, argument in
            guard let call = FakeCall(request), let argument else { return -ENOTTY }
            let machine = machine(context)
            let answer = machine.refusal(call) ?? machine.answer(call, descriptor, argument)
            machine.state.announce()
            return answer
        }
        table.map = { context, descriptor, offset, byteCount, failure in
            machine(context).map(descriptor, Int(offset), Int(byteCount), failure)
        }
        table.unmap = { context, address, byteCount in machine(context).unmap(address, Int(byteCount)) }
        table.poll = { context, descriptors, count, milliseconds in
            machine(context).poll(descriptors, count, milliseconds)
        }
        return CameraCalls(table, owner: self)
    }

    private func open(_ path: String) -> CInt {
        if let refusal = refusal(.open) { return refusal }
        let node = path.split(separator: "/").last.map(String.init) ?? ""
        return state.withLock { state in
            guard let camera = state.cameras[node] else { return -ENODEV }
            // The camera's own event, so that the kernel's poll can wait for it.
            let descriptor = ak_event_make(1)
            state.open[descriptor] = camera
            return descriptor
        }
    }

    private func close(_ descriptor: CInt) -> CInt {
        let refusal = refusal(.close)
        state.withLock { state in
            guard let camera = state.open.removeValue(forKey: descriptor) else {
                state.mistakes.append("closed twice")
                return
            }
            if camera.owner == descriptor {
                camera.stop()
                (camera.owner, camera.bufferCount) = (nil, 0)
            }
            Glibc.close(descriptor)
        }
        return refusal ?? 0
    }

    private func map(
        _ descriptor: CInt,
        _ offset: Int,
        _ byteCount: Int,
        _ failure: UnsafeMutablePointer<CInt>?
    ) -> UnsafeMutableRawPointer? {
        if let refusal = refusal(.map) {
            failure?.pointee = refusal
            return nil
        }
        return state.withLock { state in
            guard let camera = state.open[descriptor], offset / 4096 / 8 < camera.bufferCount else {
                failure?.pointee = -EINVAL
                return nil
            }
            let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 4096)
            let place = offset / 4096
            state.memories[UInt(bitPattern: memory)] = Memory(
                byteCount: byteCount,
                camera: camera,
                buffer: place / 8,
                plane: place % 8
            )
            return memory
        }
    }

    private func unmap(_ address: UnsafeMutableRawPointer?, _ byteCount: Int) -> CInt {
        let refusal = refusal(.unmap)
        state.withLock { state in
            guard let memory = state.memories.removeValue(forKey: UInt(bitPattern: address)),
                memory.byteCount == byteCount
            else {
                state.mistakes.append("unmapped what is not mapped")
                return
            }
            address?.deallocate()
        }
        return refusal ?? 0
    }

    private func poll(_ descriptors: UnsafeMutablePointer<pollfd>?, _ count: CInt, _ milliseconds: CInt) -> CInt {
        if let refusal = refusal(.poll) { return refusal }
        guard let descriptors else { return -EFAULT }
        let isBroken = state.withLock { state in
            (0..<Int(count)).contains { state.open[descriptors[$0].fd].map { $0.pollErrors != 0 } == true }
        }
        let answer = Glibc.poll(descriptors, nfds_t(count), isBroken ? 0 : milliseconds)
        state.withLock { state in
            for index in 0..<Int(count) {
                guard let camera = state.open[descriptors[index].fd] else { continue }
                if camera.isGone { descriptors[index].revents = Int16(POLLERR | POLLHUP) }
                if camera.pollErrors != 0 { descriptors[index].revents = Int16(camera.pollErrors) }
            }
        }
        return answer
    }
}
