internal import AssetKitBase
public import Foundation

extension CMSampleBuffer {
    /// Gives a buffer its bytes, which are ready then. A buffer that has bytes or a picture keeps them and throws.
    public func setDataBuffer(_ dataBuffer: CMBlockBuffer) throws {
        try state.withLock { state in
            guard state.isValid else { throw Error.invalidated }
            guard state.data == nil, state.image == nil else { throw Error.alreadyHasDataBuffer }
            state.data = dataBuffer
        }
        // Whoever has a handler or follows another buffer says so himself.
        let isAlone = state.withLock { $0.makeReady == nil && $0.tracked == nil }
        if isAlone { try setDataReadiness(.ready) }
    }

    /// Whether the data is there; of a buffer that follows another one, whether that one's is.
    public var dataReadiness: DataReadiness {
        let (readiness, tracked) = state.withLock { ($0.readiness, $0.tracked) }
        guard readiness == .notReady, let tracked else { return readiness }
        return tracked.dataReadiness
    }

    /// Says that the data is there, or will not come. What is ready stays ready.
    public func setDataReadiness(_ newValue: DataReadiness) throws {
        let change = try state.withLock { state -> DataReadiness? in
            guard state.isValid else { throw Error.invalidated }
            guard state.readiness != newValue else { return nil }
            guard state.readiness == .notReady else { throw Error.invalidSampleData }
            state.readiness = newValue
            return newValue
        }
        switch change {
        case .ready?: NotificationCenter.default.post(name: Self.dataBecameReady, object: self)
        case .failed(let status)?:
            let information = [NotificationKey.status.rawValue: NSNumber(value: status)]
            NotificationCenter.default.post(name: Self.dataFailed, object: self, userInfo: information)
        case .notReady?, nil: break
        }
    }

    /// Has the data made ready, by the handler of the creation or by the buffer that is followed.
    public func makeDataReady() throws {
        let (isValid, handler, tracked) = state.withLock { ($0.isValid, $0.makeReady, $0.tracked) }
        guard isValid else { throw Error.invalidated }
        switch dataReadiness {
        case .ready: return
        case .failed: throw Error.dataFailed
        case .notReady: break
        }
        if let handler {
            let result = handler(self)
            guard result == noErr else { throw statusError(result) }
            return try setDataReadiness(.ready)
        }
        guard let tracked else { throw Error.bufferNotReady }
        try tracked.makeDataReady()
    }

    /// Makes this buffer ready when another one is.
    public func trackDataReadiness(_ sampleBufferToTrack: CMSampleBuffer) throws {
        var next: CMSampleBuffer? = sampleBufferToTrack
        // A circle would never be ready.
        while let buffer = next {
            guard buffer !== self else { throw Error.requiredParameterMissing }
            next = buffer.state.withLock { $0.tracked }
        }
        state.withLock { $0.tracked = sampleBufferToTrack }
    }

    /// Drops the data and runs the invalidate handler, once. What was copied out stays.
    public func invalidate() throws {
        let handler = state.withLock { state -> ((CMSampleBuffer) throws -> Void)? in
            guard state.isValid else { return nil }
            state.isValid = false
            state.data = nil
            state.image = nil
            state.makeReady = nil
            state.tracked = nil
            state.packetPointer = nil
            defer { state.invalidateHandler = nil }
            return state.invalidateHandler
        }
        try handler?(self)
    }

    /// Sets what runs when the buffer becomes invalid. There can be one such handler.
    public func setInvalidateHandler(_ body: @escaping (CMSampleBuffer) throws -> Void) throws {
        try state.withLock { state in
            guard state.isValid else { throw Error.invalidated }
            guard state.invalidateHandler == nil else { throw Error.requiredParameterMissing }
            state.invalidateHandler = body
        }
    }

    /// Posted when a buffer's data has become ready.
    public static let dataBecameReady = Notification.Name(kCMSampleBufferNotification_DataBecameReady)
    /// Posted when a buffer's data will not come; ``NotificationKey/status`` says why.
    public static let dataFailed = Notification.Name(kCMSampleBufferNotification_DataFailed)

    /// Keys of the notifications.
    public struct NotificationKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        /// Makes a key of a text.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The status, a number.
        public static let status = NotificationKey(rawValue: kCMSampleBufferNotificationParameter_OSStatus)
    }

    /// How audio buffer lists are made.
    public struct Flags: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Every buffer begins at a multiple of 16 bytes.
        public static let audioBufferListAssure16ByteAlignment = Flags(rawValue: 1)
    }
}
