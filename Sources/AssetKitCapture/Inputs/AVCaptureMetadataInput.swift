public import AssetKitAssets
internal import AssetKitBase
public import AssetKitClocks
public import AssetKitMedia
internal import AssetKitWriting
internal import CMTimeLib
internal import Foundation

/// Metadata of times that a program knows, on its way into movies: where the camera is, what a sensor says.
///
/// ```swift
/// func note(_ place: String, at time: CMTime, in input: AVCaptureMetadataInput) throws {
///     let item = AVMutableMetadataItem()
///     item.identifier = .quickTimeMetadataLocationISO6709
///     item.dataType = kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709 as String
///     item.value = place as NSString
///     try input.append(AVTimedMetadataGroup(items: [item], timeRange: CMTimeRange(start: time, duration: .invalid)))
/// }
/// ```
///
/// Each group holds until the next one, whatever its duration; one without items ends what was said. What was said last before a
/// recording begins holds from its beginning on. Groups are written when it is known how long they hold, so that a crash loses the
/// last one.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureMetadataInput: AVCaptureInput, @unchecked Sendable {
    private let format: CMMetadataFormatDescription
    private let clock: CMClock
    /// When the last group begins, by the clock.
    private let last = Protected(CMTime.negativeInfinity)

    /// Makes an input of groups of a format (`AVTimedMetadataGroup.copyFormatDescription()` gives one), whose times are a clock's.
    public init(formatDescription desc: CMMetadataFormatDescription, clock: CMClock) {
        (format, self.clock) = (desc, clock)
        super.init()
        makePorts([(.metadata, desc)])
    }

    /// Says something.
    ///
    /// - Throws: An ``AVError``: its time is none, or before that of the group before it; it does not fit into the format; or the
    ///   session does not run.
    open func append(_ metadata: AVTimedMetadataGroup) throws {
        let start = metadata.timeRange.start
        guard start.isNumeric else { throw AVError(.unknown, "the group has no time") }
        do {
            try metadata.check(format)
        } catch {
            let (code, reason) = AVError.explanation(of: error)
            throw AVError(code, "the group cannot be recorded: \(reason)", underlying: error)
        }
        guard let session, session.isRunning else {
            throw AVError(.sessionNotRunning, "the group cannot be recorded: the session does not run")
        }
        let isInOrder = last.withLock { last in
            guard start >= last else { return false }
            last = start
            return true
        }
        guard isInOrder else { throw AVError(.invalidSourceMedia, "the group is from before the one that came last") }
        let time = CMTimeConvertScale(
            clock.convertTime(start, to: session.environment.hostClock),
            timescale: 1_000_000_000,
            method: .roundHalfAwayFromZero
        )
        guard time.isNumeric else { throw AVError(.unknown, "the group's time is none of the session's") }
        let hostTime = time.value
        for connection in session.connections where connection.isActive {
            guard connection.inputPorts.contains(where: { $0.holder === self }) else { continue }
            connection.count { $0.produced += 1 }
            connection.consumer?.receive(metadata, at: hostTime, connection)
        }
    }
}
