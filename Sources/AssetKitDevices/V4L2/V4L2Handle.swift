package import AssetKitBase
package import AssetKitClocks
internal import CDevices
internal import CMTimeLib

/// A camera of the kernel that is open.
package final class V4L2Handle: DeviceHandle {
    private struct State {
        /// Nil when it is closed.
        var node: CameraNode?
        /// Nil before somebody has said how it is to deliver.
        var agreement: CameraAgreement?
        var capture: CameraCapture?
    }

    private let name: String
    private let bufferType: UInt32
    private let state: Protected<State>

    init(_ node: CameraNode, _ ability: CameraAbility, name: String) {
        (self.name, bufferType) = (name, ability.bufferType)
        state = Protected(State(node: node))
    }

    deinit { close() }

    private func openNode() throws(AVError) -> CameraNode {
        guard let node = state.withLock({ $0.node }) else {
            throw AVError(.deviceNotConnected, "cannot use the camera '\(name)': it was closed")
        }
        return node
    }

    /// Does something whose problems become a sentence that says what was asked.
    private func explained<Result>(
        _ asked: @autoclosure () -> String,
        _ body: () throws(CameraProblem) -> Result
    ) throws(AVError) -> Result {
        do { return try body() } catch { throw AVError.camera(asked(), because: error) }
    }
}

// MARK: - How it delivers

extension V4L2Handle {
    package func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup {
        let node = try openNode()
        guard let wish = setup.format.pictures else {
            throw AVError(
                .formatUnsupported,
                "cannot set the format of the camera '\(name)': it delivers pictures only"
            )
        }
        guard state.withLock({ $0.capture })?.isOver != false else {
            throw AVError(.operationNotAllowed, "cannot set the format of the camera '\(name)': it is running")
        }
        let agreement = try explained("set the format of the camera '\(name)'") { () throws(CameraProblem) in
            guard let coding = try coding(for: wish.coding, node) else {
                throw CameraProblem("it does not deliver what was asked for")
            }
            let question = v4l2_format(type: bufferType, code: coding.code, size: CameraSize(wish.width, wish.height))
            return try agree(question, setup.frameDuration, node)
        }
        state.withLock { $0.agreement = agreement }
        return agreement.setup
    }

    private func coding(
        for wish: CameraCoding.Coding,
        _ node: CameraNode
    ) throws(CameraProblem) -> CameraCoding? {
        let all = try node.codes(bufferType).compactMap(CameraCoding.known)
        return all.first { $0.coding == wish } ?? all.first { $0.serves(wish) }
    }

    /// Makes the driver deliver in a way, or leaves it as it was.
    private func agree(
        _ wish: v4l2_format,
        _ frameDuration: CMTime,
        _ node: CameraNode
    ) throws(CameraProblem) -> CameraAgreement {
        let before = try? presentFormat(node)
        do throws(CameraProblem) {
            var answer = wish
            try node.ask(ak_S_FMT, &answer)
            guard var agreement = CameraAgreement(answer) else {
                throw CameraProblem("it answers with a format that is not understood here")
            }
            agreement.frameDuration = try node.setFrameDuration(frameDuration, bufferType)
            return agreement
        } catch {
            if var before { try? node.ask(ak_S_FMT, &before) }
            throw error
        }
    }

    private func presentFormat(_ node: CameraNode) throws(CameraProblem) -> v4l2_format {
        var answer = v4l2_format()
        answer.type = bufferType
        try node.ask(ak_G_FMT, &answer)
        return answer
    }
}

// MARK: - Controls

extension V4L2Handle {
    package func controls() throws(AVError) -> [DeviceControl] {
        let node = try openNode()
        return try explained("read the controls of the camera '\(name)'") { () throws(CameraProblem) in
            try node.deviceControls()
        }
    }

    package func set(_ changes: [DeviceControlChange]) throws(AVError) {
        let node = try openNode()
        for change in changes {
            let found = try explained(asked(change.kind.rawValue)) { () throws(CameraProblem) in
                try node.control(change.kind)
            }
            guard let control = found else {
                throw AVError(.operationNotAllowed, "cannot \(asked(change.kind.rawValue)): it has no such control")
            }
            try set(control, to: change.value, node)
        }
    }

    private func asked(_ control: String) -> String { "set '\(control)' of the camera '\(name)'" }

    private func set(_ control: CameraControl, to value: Int64, _ node: CameraNode) throws(AVError) {
        func refuse(_ reason: String, _ code: AVError.Code = .operationNotAllowed) -> AVError {
            AVError(code, "cannot \(asked(control.name)): \(reason)")
        }
        if control.isReadOnly { throw refuse("it can only be read") }
        // Drivers take such a value, and nothing happens.
        if control.isInactive {
            throw refuse("it has no effect as long as another control decides, such as an automatic one")
        }
        let present: Int32 = control.shape == .bits ? (try? node.raw(control)) ?? 0 : 0
        guard let raw = control.raw(of: value, present: present) else { throw refuse("\(value) is no value for it") }
        do throws(CameraProblem) {
            let answer = try node.setRaw(control, to: raw)
            // Numbers are rounded; a choice is taken or not.
            guard control.shape == .menu || control.shape == .numberMenu, !control.isVolatile, control.canBeRead else {
                return
            }
            guard answer == raw, try node.raw(control) == raw else {
                throw CameraProblem("the camera does not take \(value)")
            }
        } catch {
            if error.isNoValue { throw refuse("\(value) is no value for it") }
            if error.isBusy {
                throw refuse(
                    "another program holds it, or it cannot change while pictures come",
                    .deviceInUseByAnotherApplication
                )
            }
            throw AVError.camera(asked(control.name), because: error)
        }
    }
}

// MARK: - Pictures

extension V4L2Handle {
    package func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError) {
        let node = try openNode()
        stop()
        let before = state.withLock { $0.agreement }
        let capture = try explained("start the camera '\(name)'") { () throws(CameraProblem) in
            let agreement = try agreement(before, node)
            return try CameraCapture(node, bufferType, agreement, sink, on: host)
        }
        state.withLock { $0.capture = capture }
        capture.begin()
    }

    /// What was agreed, again: as long as a camera does not run, other programs may have changed it.
    private func agreement(_ before: CameraAgreement?, _ node: CameraNode) throws(CameraProblem) -> CameraAgreement {
        guard let before else {
            guard var present = CameraAgreement(try presentFormat(node)) else {
                throw CameraProblem("it delivers in a format that is not understood here")
            }
            present.frameDuration = try node.frameDuration(bufferType)
            return present
        }
        let question = v4l2_format(type: bufferType, code: before.coding.code, size: before.size)
        let now = try agree(question, before.frameDuration ?? .invalid, node)
        guard now.isLike(before) else { throw CameraProblem("its driver does not deliver any more as it said") }
        return now
    }

    package func stop() {
        let capture = state.withLock { state in
            defer { state.capture = nil }
            return state.capture
        }
        capture?.stop()
    }

    package func close() {
        stop()
        let node = state.withLock { state in
            defer { state.node = nil }
            return state.node
        }
        node?.close()
    }
}
