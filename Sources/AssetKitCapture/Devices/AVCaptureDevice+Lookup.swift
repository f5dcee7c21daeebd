internal import AssetKitBase
internal import AssetKitDevices
public import AssetKitMedia
public import Foundation

extension AVCaptureDevice {
    /// All cameras and microphones.
    public static func devices() -> [AVCaptureDevice] { devices(in: .shared) }

    static func devices(in registry: DeviceRegistry) -> [AVCaptureDevice] {
        registry.devices.filter { $0.kind != .screen }
    }

    /// All devices that deliver media of a type.
    public static func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        devices().filter { $0.hasMediaType(mediaType) }
    }

    /// The screens of the machine, which ``AVCaptureScreenInput`` takes. An addition to AVFoundation.
    public static var akScreens: [AVCaptureDevice] { DeviceRegistry.shared.devices.filter { $0.kind == .screen } }

    /// Why a kind of machinery has no devices, by its name: half a sentence each. An addition to AVFoundation.
    public static var akObstacles: [String: String] {
        DeviceRegistry.shared.providers.reduce(into: AllProviders.forbiddances) { $0[$1.name] = $1.obstacle }
    }

    /// The device of an identity; nil where it is not there.
    public convenience init?(uniqueID deviceUniqueID: String) {
        // Swift cannot answer the object that there is, so this one shares everything with it.
        guard let device = DeviceRegistry.shared.device(deviceUniqueID) else { return nil }
        self.init(sharing: device)
    }

    /// The camera or the microphone to take: the one that the user prefers, the one that the sound server does, or the first that
    /// works.
    public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        `default`(for: mediaType, in: .shared)
    }

    static func `default`(for mediaType: AVMediaType, in registry: DeviceRegistry) -> AVCaptureDevice? {
        let devices = devices(in: registry).filter { $0.hasMediaType(mediaType) && $0.akObstacle == nil }
        if mediaType == .video, let preferred = registry.preferredCamera { return preferred }
        return devices.first { $0.facts.isDefault } ?? devices.first { !$0.akIsSystemSound } ?? devices.first
    }

    /// The first device of a type that looks into a direction.
    public static func `default`(
        _ deviceType: DeviceType,
        for mediaType: AVMediaType?,
        position: Position
    ) -> AVCaptureDevice? {
        DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position).devices.first
    }

    /// Whether devices of this type are of the type asked for. Cameras that are plugged in are taken for wide-angle cameras too.
    func matches(_ type: DeviceType) -> Bool {
        if kind == .microphone { return type == .microphone || type == .builtInMicrophone }
        return type == .external || type == .externalUnknown || type == .builtInWideAngleCamera
    }

    /// The camera that the user of the program likes best; nil for none. It lasts as long as the program.
    public static var userPreferredCamera: AVCaptureDevice? {
        get { DeviceRegistry.shared.preferredCamera }
        set { DeviceRegistry.shared.preferredCamera = newValue }
    }

    /// The camera to take: the one that the user prefers, or the first.
    public static var systemPreferredCamera: AVCaptureDevice? { systemPreferredCamera(in: .shared) }

    static func systemPreferredCamera(in registry: DeviceRegistry) -> AVCaptureDevice? {
        registry.preferredCamera ?? `default`(for: .video, in: registry)
    }

    /// Looks for devices.
    ///
    /// ```swift
    /// let session = AVCaptureDevice.DiscoverySession(
    ///     deviceTypes: [.external, .microphone], mediaType: nil, position: .unspecified)
    /// print(session.devices.map(\.localizedName))
    /// ```
    public final class DiscoverySession: NSObject, Sendable {
        private let deviceTypes: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position

        /// Makes a session that finds devices of these types, of a kind of media where one is given, and that look into a direction
        /// where one is given.
        public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
            (self.deviceTypes, self.mediaType, self.position) = (deviceTypes, mediaType, position)
        }

        /// The devices that are there, in the order of the types.
        public var devices: [AVCaptureDevice] { devices(in: .shared) }

        func devices(in registry: DeviceRegistry) -> [AVCaptureDevice] {
            let all = AVCaptureDevice.devices(in: registry)
            var found: [AVCaptureDevice] = []
            for type in deviceTypes {
                let matching = all.filter { device in
                    device.matches(type) && mediaType.map { device.hasMediaType($0) } ?? true
                        && (position == .unspecified || device.position == position)
                        && !found.contains { $0 === device }
                }
                found += matching.sorted { $0.position.rawValue < $1.position.rawValue }
            }
            return found
        }

        /// Which cameras can be used at the same time: any.
        public var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] {
            let cameras = devices.filter { $0.kind == .camera }
            return cameras.count > 1 ? [Set(cameras)] : []
        }
    }

    // MARK: Authorisation

    /// Whether the program may use cameras (`.video`) or microphones (`.audio`). `.denied` is for those that are there and may not be
    /// opened: where there are none, nothing is in the way. Never `.notDetermined`: cameras are the kernel's and microphones a server's
    /// or the kernel's, where rights decide and nobody is asked. The one dialog that there is, a desktop's for its screens, comes when a
    /// session starts to run. Stops the program for other media.
    public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
        require(
            mediaType == .video || mediaType == .audio,
            "AVCaptureDevice.authorizationStatus: there are no devices for '\(mediaType)'"
        )
        if AllProviders.areForbidden { return .restricted }
        return authorizationStatus(of: mediaType == .audio ? .microphone : .camera, in: .shared)
    }

    /// What all who could know devices of a kind say together.
    static func authorizationStatus(of kind: DeviceKind, in registry: DeviceRegistry) -> AVAuthorizationStatus {
        // Devices that stand for some say nothing about the machine's.
        let isSynthetic = registry.devices.contains { $0.kind == kind && $0.akProvider == "synthetic" }
        let providers = registry.providers.filter { $0.name != "synthetic" || isSynthetic }
        let answers = providers.map { $0.access(to: kind) }
        // Where nobody could know any there are none, and nothing is in the way.
        if answers.isEmpty || answers.contains(.authorized) { return .authorized }
        let isDenied = answers.contains { if case .denied = $0 { true } else { false } }
        return isDenied ? .denied : .restricted
    }

    /// Asks for that. There is nobody to ask here, so the answer is that of `authorizationStatus(for:)`.
    @preconcurrency
    public static func requestAccess(
        for mediaType: AVMediaType,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let isAuthorized = authorizationStatus(for: mediaType) == .authorized
        DispatchQueue.global().async { handler(isAuthorized) }
    }

    /// Asks for that. There is nobody to ask here, so the answer is that of `authorizationStatus(for:)`.
    public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
        authorizationStatus(for: mediaType) == .authorized
    }
}
