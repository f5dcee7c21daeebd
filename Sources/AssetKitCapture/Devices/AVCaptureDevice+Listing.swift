internal import AssetKitBase
internal import AssetKitDevices
internal import AssetKitMedia

// What listings say of a device. They call with a lock held, so what others are to hear is answered.

extension AVCaptureDevice {
    /// What providers say of it now.
    func update(_ facts: DeviceFacts, _ provider: any DeviceProvider) -> EffectLine.Effects {
        let old = activeInputSource
        state.withLock { state in
            let isOther = state.facts.formats != facts.formats
            (state.facts, state.provider) = (facts, provider)
            guard isOther else { return }
            state.formats = facts.formats.compactMap { Format($0, of: facts) }
            state.activeFormat = state.formats.first { $0.format == state.activeFormat?.format }
        }
        let new = activeInputSource
        guard new != old else { return [] }
        return [
            { [akObservers] in
                let path = \AVCaptureDevice.activeInputSource
                akObservers.announce(path, old: old as Any, new: new as Any, isPrior: false)
            }
        ]
    }

    /// It has come or gone.
    func connectionChanged(_ isConnected: Bool) -> DeviceRegistry.News {
        let isNew = state.withLock { state in
            let isNew = state.isConnected != isConnected
            // Who has the handle still gives it back.
            if isNew, !isConnected { (state.handle, state.streamed, state.userCount) = (nil, nil, 0) }
            state.isConnected = isConnected
            return isNew
        }
        guard isNew else { return DeviceRegistry.News() }
        return DeviceRegistry.News(
            forSessions: [
                { [self] in
                    guard isConnected else { return sessions.forEach { $0.forgetTrouble(of: self) } }
                    for session in sessions { session.worker.async { session.settle() } }
                }
            ],
            forClients: [
                { [akObservers] in
                    let path = \AVCaptureDevice.isConnected
                    akObservers.announce(path, old: !isConnected, new: isConnected, isPrior: false)
                }
            ]
        )
    }
}
