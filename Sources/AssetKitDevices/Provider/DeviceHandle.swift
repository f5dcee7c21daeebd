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

    /// Says which pixels suit those best who take its pictures; nil for its own. What can deliver such does so from the next picture
    /// on, whatever was configured, and what cannot delivers as before. Any thread may call, also while it runs.
    func prefer(_ pixelFormat: OSType?)

    /// Ends that. The sink is not called any more when this returns, unless it is the sink that calls it.
    func stop()

    /// Gives the device back. Nothing else follows.
    func close()
}

extension DeviceHandle {
    package func prefer(_ pixelFormat: OSType?) {}
}
