public import CMTimeLib

/// A source of time that runs by itself and that nobody can set.
///
/// ```swift
/// let start = CMClock.hostTimeClock.time
/// let image = try await AVAssetImageGenerator(asset: AVURLAsset(url: URL(filePath: "film.mov"))).image(at: .zero).image
/// print("\(image.width) pixels wide, in \((CMClock.hostTimeClock.time - start).seconds) s")
/// ```
///
/// There is the clock of the machine, ``hostTimeClock``, and there are clocks of devices, such as of the sound card that
/// plays. These drift against each other: what is a second to the one is a little more to the other. `convertTime(_:to:)`
/// takes that into account, as it has been measured.
public final class CMClock: CMSyncProtocol, @unchecked Sendable {
    // SAFETY: `device`, `stoppedAt` and `followers` are touched with the lock of the tree held only; all else is fixed.

    /// What the clock is measured by.
    package let host: any HostClock
    /// How a device's time goes with the host's; nil for the host's own clock.
    var device: DeviceTime?
    /// The host's time when the clock was invalidated.
    var stoppedAt: Int64?
    /// The timebases that this clock drives.
    var followers = Followers()

    /// Makes a clock that shows what a host clock says.
    package init(host: any HostClock) {
        self.host = host
        device = nil
    }

    /// Makes the clock of a device, from what it showed at a moment of the host. More readings come with
    /// ``addReading(_:at:)``.
    package init(host: any HostClock, deviceTime: CMTime, hostTime: CMTime) throws {
        guard let reading = Self.nanoseconds(deviceTime), let moment = Self.nanoseconds(hostTime),
            let device = DeviceTime(host: moment, device: reading)
        else { throw Error.invalidParameter }
        self.host = host
        self.device = device
    }

    /// The machine's own clock: nanoseconds that only run forward, whatever happens to the date (CLOCK_MONOTONIC).
    ///
    /// It cannot be invalidated.
    public static let hostTimeClock = CMClock(host: SystemHostClock.shared)

    /// The host's time in nanoseconds, as system calls count it. 0 for a time before the beginning and for what is no
    /// number.
    public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
        guard let seconds = hostTime.exactSeconds, !seconds.isNegative else { return 0 }
        let whole = UInt64(clamping: seconds.floor)
        let part = seconds.subtracting(Rational128(Int64(clamping: whole)))?.multiplied(by: 1_000_000_000)?.floor ?? 0
        let product = whole.multipliedReportingOverflow(by: 1_000_000_000)
        let total = product.partialValue.addingReportingOverflow(UInt64(clamping: part))
        return product.overflow || total.overflow ? .max : total.partialValue
    }

    /// The time that system calls count in nanoseconds.
    ///
    /// More than 292 years do not fit into a time's nanoseconds, and are rounded to two of them.
    public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
        guard let value = Int64(exactly: systemUnits) else {
            return CMTime(value: Int64(systemUnits / 2), timescale: 500_000_000)
        }
        return CMTime(value: value, timescale: 1_000_000_000)
    }

    /// The time now, which never goes backwards unless the device begins anew; invalid once the clock is invalidated.
    public var time: CMTime {
        TimeTree.withLock {
            guard stoppedAt == nil, let seconds = exactTime(at: host.now) else { return .invalid }
            return ExactTime.time(seconds, epoch: 0)
        }
    }

    /// The time now, together with the time of the host at the same moment.
    ///
    /// - Throws: ``Error/invalidParameter`` once the clock is invalidated.
    public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
        try TimeTree.withLock {
            let now = host.now
            guard stoppedAt == nil, let seconds = exactTime(at: now) else { throw Error.invalidParameter }
            return (ExactTime.time(seconds, epoch: 0), CMTime(value: now, timescale: 1_000_000_000))
        }
    }

    /// The two clocks may run at different speeds.
    public func mightDrift(relativeTo otherClock: CMClock) -> Bool {
        if self === otherClock { return false }
        // Two clocks that show the same host's time are one.
        return TimeTree.withLock { !(host === otherClock.host && device == nil && otherClock.device == nil) }
    }

    /// Stops the clock for good, because its device is gone: its time is invalid from now on, and what asks for it throws.
    ///
    /// Timebases that it drives stop where they are and can be given another source, which goes on from there. The clock
    /// of the host goes on whatever happens.
    public func invalidate() {
        TimeTree.change { changes in
            guard device != nil, stoppedAt == nil else { return }
            stoppedAt = host.now
            changes.reschedule(followers)
        }
    }

    /// Takes in what the device showed at a moment of the host. A reading that is not newer than the last one is ignored.
    package func addReading(_ deviceTime: CMTime, at hostTime: CMTime) {
        guard let reading = Self.nanoseconds(deviceTime), let moment = Self.nanoseconds(hostTime) else { return }
        TimeTree.change { changes in
            guard stoppedAt == nil, let outcome = device?.add(host: moment, device: reading) else { return }
            switch outcome {
            case .ignored: break
            case .followed: changes.reschedule(followers)
            case .jumped: changes.jump(followers)
            }
        }
    }

    /// The exact time at a moment of the host. A clock that was invalidated shows what it showed then. Under the lock.
    func exactTime(at now: Int64) -> Rational128? {
        guard let seconds = ExactTime.seconds(stoppedAt ?? now) else { return nil }
        guard let device else { return seconds }
        return device.line.device(at: seconds)
    }

    /// A reading is as good as the nanosecond.
    private static func nanoseconds(_ time: CMTime) -> Int64? {
        let time = time.convertScale(1_000_000_000, method: .roundHalfAwayFromZero)
        return time.isNumeric ? time.value : nil
    }
}
