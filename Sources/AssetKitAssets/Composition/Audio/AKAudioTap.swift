internal import AssetKitBase
public import AssetKitMedia
package import AssetKitSources
public import CMTimeLib

/// Something of a client's own that sound goes through on its way into a mix: a filter, a meter, an effect. An addition to
/// AVFoundation, in the place of the taps of Media Toolbox.
///
/// Taps stand in ``AVMutableAudioMixInputParameters/akTaps``, in their order, those before the volume first; those of the
/// parameters for ``AVAudioMixInputParametersTrackMixID`` are given the sum of all tracks. Readers, exports and players call
/// them alike.
///
/// ```swift
/// import AssetKit
///
/// /// Takes what is high out of a track's sound, and turns left and right around.
/// func muffled(_ track: AVAssetTrack) -> AVAudioMix {
///     let muffle = AKAudioTap(
///         .beforeVolume, lead: CMTime(value: 1, timescale: 10),
///         state: { format in [Float](repeating: 0, count: format.channelCount) },
///         process: { last, samples, range in
///             for place in samples.indices {
///                 let channel = place % last.count
///                 last[channel] += (samples[place] - last[channel]) * 0.1
///                 samples[place] = last[channel]
///             }
///         })
///     let turn = AKAudioTap { samples, format, range in
///         guard format.channelCount == 2 else { return }
///         for place in stride(from: 0, to: samples.count, by: 2) { samples.swapAt(place, place + 1) }
///     }
///     let parameters = AVMutableAudioMixInputParameters(track: track)
///     parameters.akTaps = [muffle, turn]
///     let mix = AVMutableAudioMix()
///     mix.inputParameters = [parameters]
///     return mix
/// }
/// ```
///
/// Samples are 32-bit floating-point numbers whose channels alternate, at the rate and with the channels of the mix. They come in
/// blocks of ``Format/blockSize`` frames that begin at multiples of it, wherever reading does: a tap that does to each block
/// what follows from its samples and its times alone makes the same of a part as of the whole, bit for bit. One that
/// remembers what came before says so with its `lead`. A gap comes as silence. Nothing comes behind the end of the
/// sound: an echo ends with its track. What is no number afterwards is silent.
///
/// A tap is called on threads of AssetKit's, on several at once where several consumers use the mix, each of them with a
/// state of its own. What it throws ends the reader, the export or the player's item with an error that carries it; one that
/// takes long holds them up.
public struct AKAudioTap: Sendable {
    /// Where a tap stands.
    public enum Place: Sendable, Hashable {
        /// It is given the sound as it is in the track.
        case beforeVolume
        /// It is given the sound as loud as it is heard.
        case afterVolume
    }

    /// What the sound is like that a tap is given.
    public struct Format: Sendable, Hashable {
        /// Frames a second.
        public let sampleRate: Int
        /// Samples of a frame.
        public let channelCount: Int
        /// What the channels are.
        public let channelLayout: ManagedAudioChannelLayout?
        /// Frames of a block.
        public let blockSize: Int

        fileprivate init(_ format: SoundTap.Format) {
            (sampleRate, channelCount) = (format.rate, format.channelCount)
            (channelLayout, blockSize) = (format.layout, format.blockSize)
        }
    }

    /// Where it stands.
    public let place: Place
    /// How much of the sound before a range a tap is given first, so that what it remembers is what it would be if all of the
    /// sound had been read.
    public let lead: CMTime
    private let open: @Sendable (SoundTap.Format) throws -> SoundTap.Process

    /// Makes a tap that remembers nothing.
    ///
    /// - Parameters:
    ///   - place: Before the volume or behind it.
    ///   - process: Is given the samples of a block, which it may change, what they are like, and where they are on the timeline.
    public init(
        _ place: Place = .afterVolume,
        process: @escaping @Sendable (inout MutableSpan<Float>, Format, CMTimeRange) throws -> Void
    ) {
        self.init(place, state: { $0 }, process: { format, samples, range in try process(&samples, format, range) })
    }

    /// Makes a tap that remembers something from block to block. A lead that is no number of seconds or is below zero stops the
    /// program.
    ///
    /// - Parameters:
    ///   - place: Before the volume or behind it.
    ///   - lead: How much of the sound before a range it has to have been given; one of a minute at most is kept to.
    ///   - state: Makes what it remembers, for each run of sound: of a reader's or an export's range, of playing from a place on.
    ///   - process: Is given that, the samples of a block, which it may change, and where they are on the timeline.
    public init<State>(
        _ place: Place = .afterVolume,
        lead: CMTime = .zero,
        state: @escaping @Sendable (Format) throws -> State,
        process: @escaping @Sendable (inout State, inout MutableSpan<Float>, CMTimeRange) throws -> Void
    ) {
        require(lead.isNumeric && lead >= .zero, "AKAudioTap: the lead is none")
        self.place = place
        self.lead = CMTimeMinimum(lead, CMTime(value: 60, timescale: 1))
        open = { format in
            var memory = try Self.naming("could not begin") { try state(Format(format)) }
            return { samples, range in
                var span = samples.mutableSpan
                try Self.naming("failed at \(range.start.seconds) s") { try process(&memory, &span, range) }
            }
        }
    }

    /// As the stages call it.
    package var soundTap: SoundTap { SoundTap(isBehindGain: place == .afterVolume, lead: lead, open: open) }

    private static func naming<Value>(_ failure: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch {
            throw AVError(.unknown, "a tap of the audio mix \(failure)", underlying: error)
        }
    }
}
