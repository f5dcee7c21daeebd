import AssetKit

/// A device as `assettool devices` shows it.
struct DeviceReport: Sendable {
    let kind: CaptureDeviceKind
    let device: AVCaptureDevice
    let isUsual: Bool

    /// What there is, sorted by what it is for.
    static func list(_ devices: CaptureDevices) -> [DeviceReport] {
        CaptureDeviceKind.allCases.flatMap { kind in
            let usual = try? devices.device(kind, nil)
            return devices.all(kind).map { DeviceReport(kind: kind, device: $0, isUsual: $0 == usual) }
        }
    }

    // MARK: JSON

    var json: JSON { .object(fields) }

    var fields: [(key: String, value: JSON)] {
        var fields: [(key: String, value: JSON)] = [
            ("id", .string(device.uniqueID)), ("name", .string(device.localizedName)),
            ("mediaType", .string(kind.mediaType.name)), ("kind", .string(kind.rawValue)),
            ("provider", .string(device.akProvider)), ("default", .boolean(isUsual)),
        ]
        if !device.modelID.isEmpty { fields.append(("model", .string(device.modelID))) }
        if !device.manufacturer.isEmpty { fields.append(("manufacturer", .string(device.manufacturer))) }
        if let position = Self.word(device.position) { fields.append(("position", .string(position))) }
        if kind == .microphone { fields.append(("systemSound", .boolean(device.akIsSystemSound))) }
        fields.append(("formats", .array(device.formats.map(Self.json))))
        fields.append(("controls", .array(device.akControls.map(Self.json))))
        if let obstacle = device.akObstacle { fields.append(("obstacle", .string(obstacle))) }
        return fields
    }

    private static func word(_ position: AVCaptureDevice.Position) -> String? {
        switch position {
        case .front: "front"
        case .back: "back"
        default: nil
        }
    }

    private static func json(_ format: AVCaptureDevice.Format) -> JSON {
        guard format.mediaType == .video else {
            let sound = format.formatDescription.audioStreamBasicDescription
            return .object([
                ("sampleRate", .number(sound?.mSampleRate ?? 0)),
                ("channels", .integer(Int64(sound?.mChannelsPerFrame ?? 0))),
            ])
        }
        let rates = format.videoSupportedFrameRateRanges.map { range in
            JSON.object([("minimum", .number(range.minFrameRate)), ("maximum", .number(range.maxFrameRate))])
        }
        let size = format.formatDescription.videoDimensions
        let sides: [(key: String, value: JSON)] = [
            ("width", .integer(Int64(size.width))), ("height", .integer(Int64(size.height))),
        ]
        // What has no size yet says none.
        return .object(
            (size.width > 0 ? sides : []) + [("coding", .string(format.coding)), ("frameRates", .array(rates))]
        )
    }

    private static func json(_ control: AKDeviceControl) -> JSON {
        var fields: [(key: String, value: JSON)] = [
            ("identifier", .string(control.identifier)), ("name", .string(control.name)),
            ("minimum", .integer(control.minimum)), ("maximum", .integer(control.maximum)),
            ("step", .integer(control.step)), ("default", .integer(control.defaultValue)),
            ("value", .integer(control.value)),
        ]
        if !control.menu.isEmpty {
            let entries = control.menu.sorted { $0.key < $1.key }.map {
                (key: "\($0.key)", value: JSON.string($0.value))
            }
            fields.append(("menu", .object(entries)))
        }
        fields.append(("readOnly", .boolean(control.isReadOnly)))
        return .object(fields)
    }

    // MARK: Text

    /// The device and what it can, on lines of their own.
    var lines: [String] {
        let notes = [
            isUsual ? "default" : nil, device.akIsSystemSound ? "what the machine plays" : nil,
            Self.word(device.position), WaylandDesktop.shortcoming(of: device.akProvider),
        ].compactMap { $0 }
        let rest = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
        var lines = ["  \(printable(device.uniqueID))  \(printable(device.localizedName))\(rest)"]
        if let obstacle = device.akObstacle { lines.append("      cannot be used: \(printable(obstacle))") }
        lines += device.formats.map { "      \(Self.text($0))" }
        lines += device.akControls.map { "      \(Self.text($0))" }
        return lines
    }

    private static func text(_ format: AVCaptureDevice.Format) -> String {
        guard format.mediaType == .video else {
            let sound = format.formatDescription.audioStreamBasicDescription
            let channels = sound?.mChannelsPerFrame ?? 0
            return "\(Int(sound?.mSampleRate ?? 0)) Hz, \(channels) channel\(channels == 1 ? "" : "s")"
        }
        let size = format.formatDescription.videoDimensions
        let rates = format.videoSupportedFrameRateRanges.map { range in
            let (least, most) = (rate(range.minFrameRate), rate(range.maxFrameRate))
            return least == most ? most : "\(least) to \(most)"
        }
        let pace = "\(format.coding), \(rates.joined(separator: ", ")) a second"
        return size.width > 0 ? "\(size.width)x\(size.height) \(pace)" : "\(pace), as large as what is chosen"
    }

    static func rate(_ rate: Double) -> String { String(format: "%g", (rate * 1000).rounded() / 1000) }

    private static func text(_ control: AKDeviceControl) -> String {
        let value = control.menu[control.value] ?? "\(control.value)"
        let range = control.menu.isEmpty ? "\(control.minimum) to \(control.maximum)" : "\(control.menu.count) choices"
        let note = control.isReadOnly ? ", cannot be set now" : ""
        return printable("\(control.name): \(value) (\(range)\(note))")
    }
}

extension AVCaptureDevice.Format {
    /// How pictures come from the device: what its description begins with. The format of the samples is that of pictures which
    /// are decoded already.
    var coding: String { description.split(separator: " ").first.map(String.init) ?? "" }
}
