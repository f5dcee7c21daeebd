internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia
internal import CMTimeLib

/// Makes the plan of a session. It opens nothing.
enum CapturePlanner {
    /// What a layout asks for. What is `running` already and is something for the preset can go on, whatever its device offers now.
    static func plan(_ layout: CaptureLayout, running: [CapturePlan.Stream]) -> CapturePlan {
        var plan = CapturePlan()
        for input in layout.inputs {
            if let error = input.obstacle, layout.isUsed(input) {
                plan.obstacles.append(CapturePlan.Obstacle(input: input, error: error))
            }
            guard let device = input.source, device.isConnected else { continue }
            let active = layout.connections.filter { connection in
                connection.inputPorts.contains { $0.holder === input && $0.delivers } && isFeedable(connection, layout)
            }
            guard !active.isEmpty else { continue }
            let going = running.first { $0.input === input && canGoOn($0, layout.preset) }
            guard let stream = stream(of: input, device, layout) ?? going else {
                let reason = obstacle(to: layout.preset, of: device) ?? "'\(device.localizedName)' has no formats"
                let about = [AVErrorDeviceKey: device]
                let error = AVError(.unsupportedDeviceActiveFormat, reason, userInfo: about)
                plan.obstacles.append(CapturePlan.Obstacle(input: input, error: error))
                continue
            }
            plan.streams.append(stream)
            plan.active += active
        }
        // What comes from no device flows whenever the session runs.
        plan.active += layout.connections.filter { connection in
            connection.inputPorts.allSatisfy { $0.holder?.source == nil && $0.delivers }
                && isFeedable(connection, layout)
        }
        return plan
    }

    private static func isFeedable(_ connection: AVCaptureConnection, _ layout: CaptureLayout) -> Bool {
        guard connection.letsFlow else { return false }
        guard let output = connection.output else { return connection.videoPreviewLayer != nil }
        return output.canTake(connection.mediaType, layout.preset)
    }

    private static func stream(
        of input: AVCaptureInput,
        _ device: AVCaptureDevice,
        _ layout: CaptureLayout
    ) -> CapturePlan.Stream? {
        let isFree = layout.preset == .inputPriority || device.kind != .camera
        let wish = device.wishedFrameDuration
        let chosen =
            isFree
            ? device.formats.isEmpty ? nil : device.activeFormat
            : FormatChoice.choose(
                device.formats,
                layout.preset,
                rate: wish.map { 1 / $0.seconds },
                isScalable: !PresetTraits(layout.preset).isExact
            )
        guard let format = chosen else { return nil }
        let duration = wish ?? defaultDuration(format)
        return CapturePlan.Stream(
            input: input,
            device: device,
            setup: input.setup(DeviceSetup(format: format.format, frameDuration: duration)),
            format: format,
            scale: input.scale
        )
    }

    private static func canGoOn(_ stream: CapturePlan.Stream, _ preset: AVCaptureSession.Preset) -> Bool {
        guard stream.device.kind == .camera else { return true }
        let isScalable = !PresetTraits(preset).isExact
        return FormatChoice.choose([stream.format], preset, rate: nil, isScalable: isScalable) != nil
    }

    /// A thirtieth of a second, or what is nearest to it.
    private static func defaultDuration(_ format: AVCaptureDevice.Format) -> CMTime {
        format.format.pictures?.rates.nearest(AVCaptureDevice.usualFrameDuration) ?? .invalid
    }

    /// Why a preset cannot be had with the inputs of a layout; nil where it can.
    static func obstacle(to preset: AVCaptureSession.Preset, _ layout: CaptureLayout) -> String? {
        layout.inputs.lazy.compactMap(\.source).compactMap { obstacle(to: preset, of: $0) }.first
    }

    /// Why a preset cannot be had with a device; nil where it can.
    static func obstacle(to preset: AVCaptureSession.Preset, of device: AVCaptureDevice) -> String? {
        guard preset != .inputPriority, !device.supportsSessionPreset(preset) else { return nil }
        return "'\(device.localizedName)' has no pictures for \(preset.rawValue)"
    }
}
