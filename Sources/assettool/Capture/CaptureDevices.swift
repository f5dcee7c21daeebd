import AssetKit

/// The devices that a command line may use: the machine's, or those of `--synthetic` alone.
struct CaptureDevices: Sendable {
    /// Those of a file; nil for all that there are.
    private let identities: Set<String>?

    /// Adds the devices of a file, where one is given.
    init(synthetic file: String?) throws(WorkError) {
        guard let file else {
            identities = nil
            return
        }
        let script = try SyntheticScript(file)
        try script.add()
        identities = script.identities
    }

    func all(_ kind: CaptureDeviceKind) -> [AVCaptureDevice] {
        let devices =
            switch kind {
            case .camera, .microphone: AVCaptureDevice.devices(for: kind.mediaType)
            case .screen: AVCaptureDevice.akScreens
            }
        return devices.filter(isAllowed)
    }

    func isAllowed(_ device: AVCaptureDevice) -> Bool { identities?.contains(device.uniqueID) ?? true }

    /// What keeps kinds of machinery from having devices, sorted by its name.
    var obstacles: [(provider: String, reason: String)] {
        guard identities == nil else { return [] }
        return AVCaptureDevice.akObstacles.sorted { $0.key < $1.key }.map { (provider: $0.key, reason: $0.value) }
    }

    /// The device of a name, or the usual one for none.
    func device(_ kind: CaptureDeviceKind, _ name: String?) throws(WorkError) -> AVCaptureDevice {
        let devices = all(kind)
        guard let name, name.lowercased() != "default" else {
            guard let device = usual(kind, devices) else { throw WorkError(message: nothing(kind)) }
            return device
        }
        let wanted = name.lowercased()
        let found =
            devices.first { $0.uniqueID == name } ?? devices.first { $0.localizedName == name }
            ?? devices.first { $0.uniqueID.lowercased() == wanted || $0.localizedName.lowercased() == wanted }
        if let found { return found }
        guard !devices.isEmpty else { throw WorkError(message: nothing(kind)) }
        let known = devices.map { quoted($0.uniqueID) }.joined(separator: ", ")
        throw WorkError(message: "there is no \(kind.rawValue) \(quoted(name)), but \(known)")
    }

    /// What the machine plays: the monitor of its usual sink.
    func systemSound() throws(WorkError) -> AVCaptureDevice {
        if let monitor = all(.microphone).first(where: \.akIsSystemSound) { return monitor }
        let reason = obstacle(of: .microphone).map { ": \($0)" } ?? ""
        throw WorkError(message: "there is nothing that hears what the machine plays\(reason)")
    }

    private func usual(_ kind: CaptureDeviceKind, _ devices: [AVCaptureDevice]) -> AVCaptureDevice? {
        if kind != .screen, let device = AVCaptureDevice.default(for: kind.mediaType), isAllowed(device) {
            return device
        }
        return devices.first { $0.akObstacle == nil && !$0.akIsSystemSound } ?? devices.first
    }

    /// That there is no device of a kind, and why.
    private func nothing(_ kind: CaptureDeviceKind) -> String {
        let reason = obstacle(of: kind).map { ": \($0)" } ?? ""
        return "there is no \(kind.rawValue)\(reason); 'assettool devices' lists what there is"
    }

    private func obstacle(of kind: CaptureDeviceKind) -> String? {
        let obstacles = obstacles
        // Who names a file of devices means those.
        if let unread = obstacles.first(where: { $0.provider == "synthetic" }) { return unread.reason }
        let own = obstacles.filter { CaptureDeviceKind(provider: $0.provider) == kind }.map(\.reason)
        return own.isEmpty ? nil : own.uniqued.joined(separator: "; ")
    }
}
