import AssetKitBase
import AssetKitClocks
import CDevices
import Glibc

/// Writes text into an array of bytes of C.
private func write<Bytes>(_ text: String, to bytes: inout Bytes) {
    withUnsafeMutableBytes(of: &bytes) { target in
        for (index, byte) in text.utf8.prefix(target.count - 1).enumerated() { target[index] = byte }
    }
}

extension FakeMachine {
    /// What a driver answers: 0, or a negative errno.
    func answer(_ call: FakeCall, _ descriptor: CInt, _ argument: UnsafeMutableRawPointer) -> CInt {
        state.withLock { state in
            guard let camera = state.open[descriptor] else { return -EBADF }
            if camera.isGone { return -ENODEV }
            switch call {
            case .queryControl, .queryMenu, .control, .setControl: return control(call, camera, argument)
            case .requestBuffers, .queryBuffer, .queue, .dequeue, .streamOn, .streamOff:
                return stream(call, camera, descriptor, argument, &state)
            default: return describe(call, camera, argument)
            }
        }
    }

    private func describe(_ call: FakeCall, _ camera: FakeCamera, _ argument: UnsafeMutableRawPointer) -> CInt {
        switch call {
        case .queryCapabilities:
            let answer = argument.assumingMemoryBound(to: v4l2_capability.self)
            write(camera.card, to: &answer.pointee.card)
            write(camera.driver, to: &answer.pointee.driver)
            write(camera.bus, to: &answer.pointee.bus_info)
            answer.pointee.device_caps = camera.capabilities
            // Those of all nodes of the device.
            answer.pointee.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING) | V4L2_CAP_DEVICE_CAPS
        case .listFormats:
            let answer = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
            let index = Int(answer.pointee.index)
            guard answer.pointee.type == camera.bufferType, index < camera.formats.count else { return -EINVAL }
            answer.pointee.pixelformat = camera.formats[index].code
        case .listSizes: return listSizes(camera, argument.assumingMemoryBound(to: v4l2_frmsizeenum.self))
        case .listIntervals: return listIntervals(camera, argument.assumingMemoryBound(to: v4l2_frmivalenum.self))
        case .format, .setFormat, .tryFormat:
            return format(call, camera, argument.assumingMemoryBound(to: v4l2_format.self))
        case .parameters, .setParameters:
            guard camera.hasTimePerFrame else { return -ENOTTY }
            let answer = argument.assumingMemoryBound(to: v4l2_streamparm.self)
            if call == .setParameters { setInterval(camera, answer.pointee.parm.capture.timeperframe) }
            answer.pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
            answer.pointee.parm.capture.timeperframe.numerator = camera.interval.0
            answer.pointee.parm.capture.timeperframe.denominator = camera.interval.1
        default: return -ENOTTY
        }
        return 0
    }

    private func setInterval(_ camera: FakeCamera, _ wish: v4l2_fract) {
        guard wish.numerator > 0, case .these(let all) = camera.present.format.intervals else { return }
        func distance(_ interval: (UInt32, UInt32)) -> Double {
            abs(Double(interval.1) / Double(interval.0) - Double(wish.denominator) / Double(wish.numerator))
        }
        camera.interval = all.min { distance($0) < distance($1) } ?? camera.interval
    }

    private func listSizes(_ camera: FakeCamera, _ answer: UnsafeMutablePointer<v4l2_frmsizeenum>) -> CInt {
        let code = answer.pointee.pixel_format
        guard let format = camera.formats.first(where: { $0.code == code }) else { return -EINVAL }
        switch format.sizes {
        case .these(let sizes):
            guard answer.pointee.index < sizes.count else { return -EINVAL }
            let size = sizes[Int(answer.pointee.index)]
            answer.pointee.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
            (answer.pointee.discrete.width, answer.pointee.discrete.height) = (UInt32(size.0), UInt32(size.1))
        case .between(let smallest, let largest, let step):
            guard answer.pointee.index == 0 else { return -EINVAL }
            answer.pointee.type = V4L2_FRMSIZE_TYPE_STEPWISE.rawValue
            answer.pointee.stepwise = v4l2_frmsize_stepwise(
                min_width: UInt32(smallest.0),
                max_width: UInt32(largest.0),
                step_width: UInt32(step.0),
                min_height: UInt32(smallest.1),
                max_height: UInt32(largest.1),
                step_height: UInt32(step.1)
            )
        case .unsaid: return -ENOTTY
        }
        return 0
    }

    private func listIntervals(_ camera: FakeCamera, _ answer: UnsafeMutablePointer<v4l2_frmivalenum>) -> CInt {
        let code = answer.pointee.pixel_format
        guard let format = camera.formats.first(where: { $0.code == code }) else { return -EINVAL }
        func fraction(_ pair: (UInt32, UInt32)) -> v4l2_fract { v4l2_fract(numerator: pair.0, denominator: pair.1) }
        switch format.intervals {
        case .these(let all):
            guard answer.pointee.index < all.count else { return -EINVAL }
            answer.pointee.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
            answer.pointee.discrete = fraction(all[Int(answer.pointee.index)])
        case .between(let shortest, let longest):
            guard answer.pointee.index == 0 else { return -EINVAL }
            answer.pointee.type = V4L2_FRMIVAL_TYPE_CONTINUOUS.rawValue
            (answer.pointee.stepwise.min, answer.pointee.stepwise.max) = (fraction(shortest), fraction(longest))
        case .unsaid: return -ENOTTY
        }
        return 0
    }

    private func format(_ call: FakeCall, _ camera: FakeCamera, _ answer: UnsafeMutablePointer<v4l2_format>) -> CInt {
        guard answer.pointee.type == camera.bufferType else { return -EINVAL }
        let before = camera.present
        if call != .format {
            if call == .setFormat, camera.isInUseElsewhere || camera.bufferCount > 0 { return -EBUSY }
            if camera.isMultiPlanar {
                let wish = answer.pointee.fmt.pix_mp
                camera.choose(wish.pixelformat, Int(wish.width), Int(wish.height))
            } else {
                let wish = answer.pointee.fmt.pix
                camera.choose(wish.pixelformat, Int(wish.width), Int(wish.height))
            }
        }
        let (bytesPerRow, byteCounts) = camera.layout
        let (width, height) = (UInt32(camera.present.width), UInt32(camera.present.height))
        if camera.isMultiPlanar {
            var picture = v4l2_pix_format_mplane()
            (picture.width, picture.height, picture.pixelformat) = (width, height, camera.present.format.code)
            (picture.field, picture.colorspace) = (V4L2_FIELD_NONE.rawValue, camera.colorspace.rawValue)
            picture.num_planes = UInt8(byteCounts.count)
            withUnsafeMutableBytes(of: &picture.plane_fmt) { bytes in
                for (plane, count) in byteCounts.enumerated() {
                    let shape = bytes.baseAddress?.advanced(by: plane * MemoryLayout<v4l2_plane_pix_format>.stride)
                    shape?.storeBytes(of: UInt32(count), as: UInt32.self)
                    shape?.advanced(by: 4).storeBytes(of: UInt32(bytesPerRow), as: UInt32.self)
                }
            }
            answer.pointee.fmt.pix_mp = picture
        } else {
            var picture = v4l2_pix_format()
            (picture.width, picture.height, picture.pixelformat) = (width, height, camera.present.format.code)
            (picture.field, picture.colorspace) = (V4L2_FIELD_NONE.rawValue, camera.colorspace.rawValue)
            picture.quantization = camera.quantization.rawValue
            (picture.bytesperline, picture.sizeimage) = (UInt32(bytesPerRow), UInt32(byteCounts[0]))
            answer.pointee.fmt.pix = picture
        }
        if call == .tryFormat { camera.present = before }
        return 0
    }

    private func control(_ call: FakeCall, _ camera: FakeCamera, _ argument: UnsafeMutableRawPointer) -> CInt {
        func index(_ number: UInt32) -> Int? { camera.controls.firstIndex { UInt32($0.number) == number } }
        switch call {
        case .queryControl:
            let answer = argument.assumingMemoryBound(to: v4l2_queryctrl.self)
            let asked = answer.pointee.id
            let wantsNext = asked & V4L2_CTRL_FLAG_NEXT_CTRL != 0
            if wantsNext, !camera.knowsNextControl { return -EINVAL }
            let number = asked & UInt32(V4L2_CTRL_ID_MASK)
            let found =
                wantsNext
                ? camera.controls.filter { UInt32($0.number) > number }.min { $0.number < $1.number }
                : index(number).map { camera.controls[$0] }
            guard let found else { return -EINVAL }
            answer.pointee = v4l2_queryctrl()
            (answer.pointee.id, answer.pointee.type) = (UInt32(found.number), found.type.rawValue)
            write(found.name, to: &answer.pointee.name)
            (answer.pointee.minimum, answer.pointee.maximum) = (found.range.lowerBound, found.range.upperBound)
            (answer.pointee.step, answer.pointee.default_value) = (found.step, found.defaultValue)
            answer.pointee.flags = UInt32(bitPattern: found.flags)
        case .queryMenu:
            let answer = argument.assumingMemoryBound(to: v4l2_querymenu.self)
            guard let place = index(answer.pointee.id) else { return -EINVAL }
            if let text = camera.controls[place].menu[answer.pointee.index] {
                write(text, to: &answer.pointee.name)
            } else if let number = camera.controls[place].numbers[answer.pointee.index] {
                answer.pointee.value = number
            } else {
                return -EINVAL
            }
        default:
            let answer = argument.assumingMemoryBound(to: v4l2_control.self)
            guard let place = index(answer.pointee.id) else { return -EINVAL }
            if call == .control {
                answer.pointee.value = camera.controls[place].value
                return 0
            }
            let control = camera.controls[place]
            if control.flags & V4L2_CTRL_FLAG_GRABBED != 0 { return -EBUSY }
            let item = UInt32(bitPattern: answer.pointee.value)
            if !control.menu.isEmpty, control.menu[item] == nil { return -ERANGE }
            let range = control.range
            answer.pointee.value = min(max(answer.pointee.value, range.lowerBound), range.upperBound)
            camera.controls[place].value = answer.pointee.value
        }
        return 0
    }

    private func stream(
        _ call: FakeCall,
        _ camera: FakeCamera,
        _ descriptor: CInt,
        _ argument: UnsafeMutableRawPointer,
        _ state: inout State
    ) -> CInt {
        if camera.isInUseElsewhere || camera.owner.map({ $0 != descriptor }) == true { return -EBUSY }
        switch call {
        case .requestBuffers:
            let answer = argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
            if camera.isStreaming { return -EBUSY }
            camera.bufferCount = min(Int(answer.pointee.count), 6)
            camera.owner = camera.bufferCount > 0 ? descriptor : nil
            answer.pointee.count = UInt32(camera.bufferCount)
        case .streamOn:
            if camera.bufferCount == 0 { return -EINVAL }
            (camera.isStreaming, camera.number, camera.startCount) = (true, 0, camera.startCount + 1)
            camera.frames += Array(repeating: FakeCamera.Frame.blank, count: camera.framesPerStart)
            for _ in camera.frames { ak_event_raise(descriptor) }
        case .streamOff:
            for _ in camera.frames { ak_event_take(descriptor) }
            camera.stop()
        default: return buffer(call, camera, descriptor, argument.assumingMemoryBound(to: v4l2_buffer.self), &state)
        }
        return 0
    }

    private func buffer(
        _ call: FakeCall,
        _ camera: FakeCamera,
        _ descriptor: CInt,
        _ answer: UnsafeMutablePointer<v4l2_buffer>,
        _ state: inout State
    ) -> CInt {
        let index = Int(answer.pointee.index)
        switch call {
        case .queryBuffer:
            guard index < camera.bufferCount else { return -EINVAL }
            for (plane, count) in camera.layout.byteCounts.enumerated() {
                let offset = UInt32((index * 8 + plane) * 4096)
                if camera.isMultiPlanar {
                    answer.pointee.m.planes[plane].length = UInt32(count)
                    answer.pointee.m.planes[plane].m.mem_offset = offset
                } else {
                    (answer.pointee.length, answer.pointee.m.offset) = (UInt32(count - camera.missingBytes), offset)
                }
            }
            if camera.isMultiPlanar { answer.pointee.length = UInt32(camera.layout.byteCounts.count) }
        case .queue:
            guard index < camera.bufferCount, !camera.queued.contains(index) else {
                state.mistakes.append("queued a buffer that the driver has")
                return -EINVAL
            }
            camera.queued.append(index)
        default:
            guard camera.isStreaming else { return -EINVAL }
            guard !camera.frames.isEmpty, !camera.queued.isEmpty else { return -EAGAIN }
            ak_event_take(descriptor)
            fill(answer, with: camera.frames.removeFirst(), camera.queued.removeFirst(), camera, state)
        }
        return 0
    }

    private func fill(
        _ answer: UnsafeMutablePointer<v4l2_buffer>,
        with frame: FakeCamera.Frame,
        _ index: Int,
        _ camera: FakeCamera,
        _ state: State
    ) {
        for (address, memory) in state.memories where memory.camera === camera && memory.buffer == index {
            guard let target = UnsafeMutableRawPointer(bitPattern: address) else { continue }
            let bytes = frame.bytes ?? (0..<memory.byteCount).map { UInt8(truncatingIfNeeded: $0 + memory.plane * 100) }
            let count = min(bytes.count, memory.byteCount)
            target.copyMemory(from: bytes, byteCount: count)
            if camera.isMultiPlanar {
                answer.pointee.m.planes[memory.plane].bytesused = UInt32(frame.byteCount ?? count)
            } else {
                answer.pointee.bytesused = UInt32(frame.byteCount ?? count)
            }
        }
        camera.number &+= frame.step
        let time = frame.time ?? host.now
        (answer.pointee.index, answer.pointee.sequence) = (camera.strangeIndex ?? UInt32(index), camera.number)
        answer.pointee.flags = UInt32(bitPattern: frame.flags)
        answer.pointee.timestamp = timeval(tv_sec: Int(time / 1_000_000_000), tv_usec: Int(time % 1_000_000_000 / 1000))
    }
}
