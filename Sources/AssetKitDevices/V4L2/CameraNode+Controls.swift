internal import CDevices
internal import Glibc

extension CameraNode {
    /// More controls than any camera has. A driver whose list does not end is stopped.
    private static let longestList = 1024
    private static let longestMenu: Int64 = 256

    /// What can be set, with the values of now, in the order of the kinds.
    func deviceControls() throws(CameraProblem) -> [DeviceControl] {
        var result: [DeviceControl] = []
        for control in try controls() {
            result.append(control.described(value: try value(of: control), menu: try menu(of: control)))
        }
        return result
    }

    /// The controls that we have a use for, one of each kind.
    func controls() throws(CameraProblem) -> [CameraControl] {
        var found = try listedControls() ?? []
        if found.isEmpty {
            for (_, numbers) in CameraControlMap.numbers {
                for number in numbers {
                    if let control = try control(UInt32(number)) { found.append(control) }
                }
            }
        }
        return DeviceControl.Kind.allCases.compactMap { kind in
            CameraControlMap.numbers(of: kind).lazy.compactMap { number in found.first { $0.number == number } }.first
        }
    }

    /// The control of a kind; nil where the camera has none.
    func control(_ kind: DeviceControl.Kind) throws(CameraProblem) -> CameraControl? {
        for number in CameraControlMap.numbers(of: kind) {
            if let control = try control(number) { return control }
        }
        return nil
    }

    /// Where the camera looks, as its firmware says; nil where that says nothing.
    func position() -> DeviceFacts.Position? {
        var answer = v4l2_control()
        answer.id = UInt32(V4L2_CID_CAMERA_ORIENTATION)
        guard (try? ask(ak_G_CTRL, &answer)) != nil else { return nil }
        return switch answer.value {
        case V4L2_CAMERA_ORIENTATION_FRONT: .front
        case V4L2_CAMERA_ORIENTATION_BACK: .back
        default: nil
        }
    }

    /// The driver's own list; nil where it cannot be read to its end.
    private func listedControls() throws(CameraProblem) -> [CameraControl]? {
        var result: [CameraControl] = []
        var last: UInt32 = 0
        for _ in 0..<Self.longestList {
            var answer = v4l2_queryctrl()
            answer.id = last | V4L2_CTRL_FLAG_NEXT_CTRL
            do { try ask(ak_QUERYCTRL, &answer) } catch {
                if error.isGone { throw error }
                return error.number == EINVAL ? result : nil
            }
            guard answer.id & UInt32(V4L2_CTRL_ID_MASK) > last else { return nil }
            last = answer.id & UInt32(V4L2_CTRL_ID_MASK)
            if let control = CameraControl(answer) { result.append(control) }
        }
        return result
    }

    private func control(_ number: UInt32) throws(CameraProblem) -> CameraControl? {
        var answer = v4l2_queryctrl()
        answer.id = number
        do { try ask(ak_QUERYCTRL, &answer) } catch {
            if error.isGone { throw error }
            return nil
        }
        return CameraControl(answer)
    }

    /// What the items of a menu are called. Those that the camera has not, the driver has no names for.
    private func menu(of control: CameraControl) throws(CameraProblem) -> [Int64: String] {
        guard control.shape == .menu || control.shape == .numberMenu else { return [:] }
        var result: [Int64: String] = [:]
        let last = min(control.maximum, control.minimum + Self.longestMenu)
        for item in stride(from: max(0, control.minimum), through: last, by: 1) {
            var answer = v4l2_querymenu()
            (answer.id, answer.index) = (control.number, UInt32(item))
            do { try ask(ak_QUERYMENU, &answer) } catch {
                if error.isGone { throw error }
                continue
            }
            result[item] = control.shape == .menu ? cameraText(answer.name) : "\(answer.value)"
        }
        return result
    }

    /// The value of now; the default one of what cannot be read.
    func value(of control: CameraControl) throws(CameraProblem) -> Int64 {
        guard control.canBeRead else { return control.defaultValue }
        do { return control.value(of: try raw(control)) } catch {
            if error.isGone { throw error }
            return control.defaultValue
        }
    }

    /// The driver's number of now.
    func raw(_ control: CameraControl) throws(CameraProblem) -> Int32 {
        var answer = v4l2_control()
        answer.id = control.number
        try ask(ak_G_CTRL, &answer)
        return answer.value
    }

    /// Sets a number: what the driver made of it.
    func setRaw(_ control: CameraControl, to value: Int32) throws(CameraProblem) -> Int32 {
        var question = v4l2_control()
        (question.id, question.value) = (control.number, value)
        try ask(ak_S_CTRL, &question)
        return question.value
    }
}
