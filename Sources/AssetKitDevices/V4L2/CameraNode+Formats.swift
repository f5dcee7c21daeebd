internal import CDevices
internal import CMTimeLib

extension CameraNode {
    // Drivers end their lists with EINVAL. One that never does is stopped.
    private static let longestList: UInt32 = 256

    /// The four-letter codes of what it can deliver, in the driver's order.
    func codes(_ type: UInt32) throws(CameraProblem) -> [UInt32] {
        var result: [UInt32] = []
        for index in 0..<Self.longestList {
            var answer = v4l2_fmtdesc()
            (answer.index, answer.type) = (index, type)
            do { try ask(ak_ENUM_FMT, &answer) } catch {
                if error.isUnsupported { break }
                throw error
            }
            if !result.contains(answer.pixelformat) { result.append(answer.pixelformat) }
        }
        return result
    }

    /// All that it can deliver and that is understood here.
    func formats(_ type: UInt32) throws(CameraProblem) -> [DeviceFormat] {
        var result: [DeviceFormat] = []
        var known: Set<[AnyHashable]> = []
        for coding in try codes(type).compactMap(CameraCoding.known) {
            for size in try sizes(of: coding.code, type) {
                // Two codes may mean the same here.
                guard known.insert([coding.coding, size]).inserted else { continue }
                let rates = try rates(of: coding.code, size, type)
                result.append(.pictures(.init(coding.coding, width: size.width, height: size.height, rates: rates)))
            }
        }
        return result
    }

    private func sizes(of code: UInt32, _ type: UInt32) throws(CameraProblem) -> [CameraSize] {
        var result: [CameraSize] = []
        for index in 0..<Self.longestList {
            var answer = v4l2_frmsizeenum()
            (answer.index, answer.pixel_format) = (index, code)
            do { try ask(ak_ENUM_FRAMESIZES, &answer) } catch {
                if error.isGone { throw error }
                break
            }
            guard answer.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
                result += CameraSizeRange(answer.stepwise)?.choice ?? []
                break
            }
            let size = CameraSize(answer.discrete.width, answer.discrete.height)
            if size.width > 0, size.height > 0, !result.contains(size) { result.append(size) }
        }
        return result.isEmpty ? try triedSizes(of: code, type) : result
    }

    /// What the driver makes of some usual sizes, where it has no list.
    private func triedSizes(of code: UInt32, _ type: UInt32) throws(CameraProblem) -> [CameraSize] {
        var result: [CameraSize] = []
        for size in [CameraSize(640, 480), CameraSize(1280, 720), CameraSize(1920, 1080)] {
            var question = v4l2_format(type: type, code: code, size: size)
            do { try ask(ak_TRY_FMT, &question) } catch {
                if error.isGone { throw error }
                continue
            }
            guard let answer = CameraAgreement(question), answer.coding.code == code,
                !result.contains(answer.size)
            else { continue }
            result.append(answer.size)
        }
        return result
    }

    private func rates(of code: UInt32, _ size: CameraSize, _ type: UInt32) throws(CameraProblem) -> DeviceRates {
        var durations: [CMTime] = []
        for index in 0..<Self.longestList {
            var answer = v4l2_frmivalenum()
            (answer.index, answer.pixel_format) = (index, code)
            (answer.width, answer.height) = (UInt32(size.width), UInt32(size.height))
            do { try ask(ak_ENUM_FRAMEINTERVALS, &answer) } catch {
                if error.isGone { throw error }
                break
            }
            guard answer.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
                guard let shortest = CMTime(camera: answer.stepwise.min),
                    let longest = CMTime(camera: answer.stepwise.max),
                    shortest <= longest
                else { break }
                return .between(shortest: shortest, longest: longest)
            }
            if let duration = CMTime(camera: answer.discrete), !durations.contains(duration) {
                durations.append(duration)
            }
        }
        if durations.isEmpty, let present = try frameDuration(type) { durations = [present] }
        return .these(durations.sorted())
    }

    /// How long its pictures last; nil where it does not say.
    func frameDuration(_ type: UInt32) throws(CameraProblem) -> CMTime? {
        try parameters(type).flatMap { CMTime(camera: $0.parm.capture.timeperframe) }
    }

    /// Asks for a duration, and answers what the driver made of it; nil where it does not say.
    func setFrameDuration(_ duration: CMTime, _ type: UInt32) throws(CameraProblem) -> CMTime? {
        guard var wish = try parameters(type) else { return nil }
        let canSet = wish.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
        if canSet, let fraction = duration.cameraFraction {
            wish.parm.capture.timeperframe = fraction
            do { try ask(ak_S_PARM, &wish) } catch {
                guard error.isUnsupported else { throw error }
            }
        }
        return try frameDuration(type)
    }

    private func parameters(_ type: UInt32) throws(CameraProblem) -> v4l2_streamparm? {
        var answer = v4l2_streamparm()
        answer.type = type
        do { try ask(ak_G_PARM, &answer) } catch {
            if error.isUnsupported { return nil }
            throw error
        }
        return answer
    }
}

extension CameraSizeRange {
    init?(_ range: v4l2_frmsize_stepwise) {
        self.init(
            widths: (Int(range.min_width), Int(range.max_width)),
            heights: (Int(range.min_height), Int(range.max_height)),
            steps: (Int(range.step_width), Int(range.step_height))
        )
    }
}
