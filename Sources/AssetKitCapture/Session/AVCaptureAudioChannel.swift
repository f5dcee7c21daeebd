internal import AssetKitBase
public import Foundation

/// One channel of a connection of sound: how loud it is.
///
/// SAFETY: what changes is behind a lock.
open class AVCaptureAudioChannel: NSObject, @unchecked Sendable {
    private struct State {
        var meter: LevelMeter
        var volume: Float = 1
        var isEnabled = true
    }
    private let state: Protected<State>

    init(sampleRate: Int) { state = Protected(State(meter: LevelMeter(sampleRate: sampleRate))) }

    /// How loud it has been during the last tenth of a second, in decibels below full scale: 0 is the loudest, -160 silence.
    open var averagePowerLevel: Float { state.withLock { $0.meter.average } }
    /// The loudest of late, in decibels below full scale. It falls by 20 decibels a second.
    open var peakHoldLevel: Float { state.withLock { $0.meter.peak } }
    /// How loud it is made, from 0 to 1. Levels are those before.
    open var volume: Float {
        get { state.withLock { $0.volume } }
        set { state.withLock { $0.volume = newValue > 0 ? min(newValue, 1) : 0 } }
    }
    /// Whether it is heard at all.
    open var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set { state.withLock { $0.isEnabled = newValue } }
    }

    var gain: Float { state.withLock { $0.isEnabled ? $0.volume : 0 } }

    /// Measures every `stride`th sample from `first` on.
    func measure(_ samples: [Float], from first: Int, stride: Int) {
        state.withLock { $0.meter.add(samples, from: first, stride: stride) }
    }
}
