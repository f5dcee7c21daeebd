/// Takes what a device delivers. The device's thread calls, and must not be kept waiting.
package protocol DeviceSink: AnyObject, Sendable {
    func receive(_ sample: DeviceSample)

    /// Nothing follows. Said once, unless the device is stopped before.
    func failed(_ failure: DeviceFailure)
}
