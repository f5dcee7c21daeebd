public import Foundation

/// Something that happens to a synthetic device, so that programs can be seen to cope. An addition to AVFoundation.
///
/// ```swift
/// let camera = AKSyntheticCamera(id: "front", script: [
///     AKSyntheticEvent(at: 2, .stall(0.8)), AKSyntheticEvent(at: 5, .unplug), AKSyntheticEvent(at: 6, .plug),
/// ])
/// print(camera.script.count)
/// ```
///
/// In JSON an event is an object with its time and one word: `{"at": 2, "stall": 0.8}`, `{"at": 5, "unplug": true}`,
/// `{"at": 5, "drop": 3}`, `{"at": 6, "error": "I/O error"}`, `{"at": 7, "jump": 0.2}`, `{"at": 8, "rate": 0.5}`,
/// `{"at": 0, "busy": true}`.
public struct AKSyntheticEvent: Codable, Hashable, Sendable {
    /// What happens.
    public enum Action: Hashable, Sendable {
        /// Nothing is delivered for so many seconds. What would have been is lost.
        case stall(TimeInterval)
        /// The device is gone.
        case unplug
        /// It is back.
        case plug
        /// So many pictures, or blocks of sound of 10 ms, are lost, and the device says so.
        case drop(Int)
        /// It breaks, with half a sentence that says why. It can be started again.
        case error(String)
        /// Its clock jumps by so many seconds, to either side.
        case jump(TimeInterval)
        /// It delivers so much slower from now on, as cameras do in the dark: 0.5 is every other picture.
        case rate(Double)
        /// From now on another program has it, or no longer has it.
        case busy(Bool)
    }

    /// When, in seconds since the device was first started, or was to be while another program had it.
    public var time: TimeInterval
    /// What happens then.
    public var action: Action

    /// Makes an event.
    public init(at time: TimeInterval, _ action: Action) { (self.time, self.action) = (time, action) }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case at, stall, unplug, plug, drop, error, jump, rate, busy
    }

    /// Reads an event from an object with its time and one word. Throws for times and numbers that nothing can have.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        time = try values.number(.at, in: SyntheticValues.times)
        let words = values.allKeys.filter { $0 != .at }
        guard words.count == 1, let word = words.first else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "an event has its time and one of "
                    + CodingKeys.allCases.dropFirst().map(\.rawValue).joined(separator: ", ")
            )
            throw DecodingError.dataCorrupted(context)
        }
        switch word {
        case .at, .stall: action = .stall(try values.number(.stall, in: SyntheticValues.times))
        case .unplug: action = .unplug
        case .plug: action = .plug
        case .drop: action = .drop(try values.number(.drop, in: SyntheticValues.dropCounts))
        case .error: action = .error(try values.decode(String.self, forKey: .error))
        case .jump: action = .jump(try values.number(.jump, in: SyntheticValues.jumps))
        case .rate: action = .rate(try values.number(.rate, in: SyntheticValues.slownesses))
        case .busy: action = .busy(try values.decode(Bool.self, forKey: .busy))
        }
    }

    /// Writes the object that it is read from.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(time, forKey: .at)
        switch action {
        case .stall(let seconds): try values.encode(seconds, forKey: .stall)
        case .unplug: try values.encode(true, forKey: .unplug)
        case .plug: try values.encode(true, forKey: .plug)
        case .drop(let count): try values.encode(count, forKey: .drop)
        case .error(let reason): try values.encode(reason, forKey: .error)
        case .jump(let seconds): try values.encode(seconds, forKey: .jump)
        case .rate(let factor): try values.encode(factor, forKey: .rate)
        case .busy(let isBusy): try values.encode(isBusy, forKey: .busy)
        }
    }
}
