internal import AssetKitBase
internal import Foundation

/// The machine's sound: its sound server, or else its card. An addition to AVFoundation.
///
/// What players have in the beginning. Each time that it is opened it takes the first that can be: a server may have come, or
/// gone.
public final class AKAutomaticAudioTarget: AKAudioTarget {
    private let candidates: [any AKAudioTarget]
    private let chosen = Protected<(any AKAudioTarget)?>(nil)

    /// Makes a target. `applicationName` and `streamName` are what the sound server calls it by.
    public convenience init(applicationName: String, streamName: String) {
        self.init([AKPulseAudioTarget(applicationName: applicationName, streamName: streamName), AKALSATarget()])
    }

    /// Makes a target under the program's name. `deviceID`: a sink of the sound server's, or a device of ALSA's; nil for those that
    /// the machine uses.
    package convenience init(streamName: String, deviceID: String?) {
        let name = ProcessInfo.processInfo.processName
        let server = AKPulseAudioTarget(applicationName: name, streamName: streamName, device: deviceID)
        self.init([server, deviceID.map { AKALSATarget(device: $0) } ?? AKALSATarget()])
    }

    /// Makes a target of others, the best first.
    package init(_ candidates: [any AKAudioTarget]) { self.candidates = candidates }

    public func open(
        _ wish: AKAudioTargetFormat,
        events: @escaping @Sendable (AKAudioTargetEvent) -> Void
    ) throws -> AKAudioTargetFormat {
        close()
        var reasons: [String] = []
        for candidate in candidates {
            do {
                let format = try candidate.open(wish, events: events)
                chosen.withLock { $0 = candidate }
                return format
            } catch {
                reasons.append(AVError.explanation(of: error).1)
            }
        }
        throw AVError(.deviceNotConnected, "there is nothing to be heard with: \(reasons.joined(separator: "; "))")
    }

    public func start(at hostTime: Int64?, _ source: @escaping @Sendable (UnsafeMutableBufferPointer<Float>) -> Int) {
        chosen.withLock { $0 }?.start(at: hostTime, source)
    }

    public func stop() { chosen.withLock { $0 }?.stop() }

    public var position: AKAudioTargetPosition? { chosen.withLock { $0 }?.position }

    public func close() {
        let old = chosen.withLock { chosen in
            defer { chosen = nil }
            return chosen
        }
        old?.close()
    }
}
