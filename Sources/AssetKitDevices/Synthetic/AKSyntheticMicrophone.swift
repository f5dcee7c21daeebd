internal import AssetKitBase
internal import Foundation

/// A microphone that there is none of, for programs and tests on machines without one. An addition to AVFoundation.
///
/// It hears a beep whenever a second of the host clock begins, which is when synthetic cameras flash, and behind it the number of
/// that second as eight short tones or pauses. Or it counts its frames, so that each can be told from all others.
///
/// ```swift
/// AKSyntheticDevices.add(AKSyntheticMicrophone(id: "desk", channelCount: 2))
/// AKSyntheticDevices.removeAll()
/// ```
public struct AKSyntheticMicrophone: Codable, Hashable, Sendable {
    /// What it hears.
    public enum Signal: String, Codable, Hashable, Sendable {
        /// A beep each second.
        case beeps
        /// Frame number n is n divided by 2^21, and after 2^20 frames it begins anew. All channels are the same.
        case counter
    }

    /// Identifies it.
    public var id: String
    /// For people.
    public var name: String
    /// Frames in a second.
    public var sampleRate: Int
    /// How many channels it has.
    public var channelCount: Int
    /// By so many millionths its clock is faster than that of the host.
    public var driftPPM: Double
    /// What it hears.
    public var signal: Signal
    /// Where its sound can come from, by name, and at first from the first; all sound alike. Empty for nothing to choose.
    public var inputSources: [String]
    /// What happens to it.
    public var script: [AKSyntheticEvent]

    /// Makes a microphone.
    public init(
        id: String = "synthetic-microphone",
        name: String = "Synthetic Microphone",
        sampleRate: Int = 48_000,
        channelCount: Int = 1,
        driftPPM: Double = 0,
        signal: Signal = .beeps,
        inputSources: [String] = [],
        script: [AKSyntheticEvent] = []
    ) {
        (self.id, self.name, self.sampleRate) = (id, name, sampleRate)
        (self.channelCount, self.driftPPM) = (channelCount, driftPPM)
        (self.signal, self.inputSources, self.script) = (signal, inputSources, script)
    }

    /// Reads a microphone; what is not said is as for `init()`. Throws for what no microphone can be like.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        id = try values.decodeIfPresent(String.self, forKey: .id) ?? id
        name = try values.decodeIfPresent(String.self, forKey: .name) ?? name
        sampleRate = try values.number(.sampleRate, in: SyntheticValues.sampleRates, else: sampleRate)
        channelCount = try values.number(.channelCount, in: SyntheticValues.channelCounts, else: channelCount)
        driftPPM = try values.number(.driftPPM, in: SyntheticValues.driftsPPM, else: driftPPM)
        signal = try values.decodeIfPresent(Signal.self, forKey: .signal) ?? signal
        inputSources = try values.decodeIfPresent([String].self, forKey: .inputSources) ?? inputSources
        script = try values.decodeIfPresent([AKSyntheticEvent].self, forKey: .script) ?? script
    }
}

extension AKSyntheticMicrophone {
    var format: DeviceSoundFormat {
        DeviceSoundFormat(sampleRate: min(max(sampleRate, 8_000), 192_000), channelCount: min(max(channelCount, 1), 8))
    }

    /// What the device is, as devices say it.
    var facts: DeviceFacts {
        DeviceFacts(
            id: id,
            kind: .microphone,
            name: name,
            model: "synthetic",
            manufacturer: "AssetKit",
            formats: [.sound(format)],
            ports: inputSources.map { DevicePort(id: $0, name: $0) },
            activePort: inputSources.first
        )
    }
}
