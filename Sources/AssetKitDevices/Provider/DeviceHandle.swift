package import AssetKitBase
package import AssetKitClocks

/// A device that is open. One thread at a time calls; what is thrown are sentences with codes such as
/// `.deviceInUseByAnotherApplication`, `.deviceNotConnected`, `.applicationIsNotAuthorizedToUseDevice`.
///
/// It closes when nobody holds it any more.
package protocol DeviceHandle: AnyObject, Sendable {
    /// Makes it deliver in a way, all or nothing, while it does not run. The answer is what it does, which is as near as it can.
    func configure(_ setup: DeviceSetup) throws(AVError) -> DeviceSetup

    /// What can be set, with the values of now.
    func controls() throws(AVError) -> [DeviceControl]

    /// Sets controls in this order; what is before one that fails stays set.
    func set(_ changes: [DeviceControlChange]) throws(AVError)

    /// Begins to deliver, on a thread of its own. Times are those of the host clock.
    func start(_ sink: any DeviceSink, on host: any HostClock) throws(AVError)

    /// Ends that. The sink is not called any more when this returns, unless it is the sink that calls it.
    func stop()

    /// Gives the device back. Nothing else follows.
    func close()
}

/// Takes what a device delivers. The device's thread calls, and must not be kept waiting.
package protocol DeviceSink: AnyObject, Sendable {
    func receive(_ sample: DeviceSample)

    /// Nothing follows. Said once, unless the device is stopped before.
    func failed(_ failure: DeviceFailure)
}

/// Why a device does not deliver any more.
package enum DeviceFailure: Error, Hashable, Sendable {
    /// It is gone.
    case disconnected
    /// It is there, and nothing has come for a while, although it was started anew once.
    case stalled
    /// Another program has taken it.
    case busy
    /// Its server is gone; it may come back.
    case interrupted(String)
    /// Something else, as half a sentence.
    case broken(String)
}
