internal import AssetKitAssets
internal import AssetKitBase
internal import AssetKitMedia
public import CMTimeLib
public import Foundation

/// What is told of an output of subtitles.
public protocol AVPlayerItemLegibleOutputPushDelegate: AVPlayerItemOutputPushDelegate {
    /// These texts show from a time of the item on, in place of those before; none where nothing shows any more. `nativeSamples`
    /// are sample buffers of the kinds that the output was made for.
    func legibleOutput(
        _ output: AVPlayerItemLegibleOutput,
        didOutputAttributedStrings strings: [NSAttributedString],
        nativeSampleBuffers nativeSamples: [Any],
        forItemTime itemTime: CMTime
    )
}

extension AVPlayerItemLegibleOutputPushDelegate {
    public func legibleOutput(
        _ output: AVPlayerItemLegibleOutput,
        didOutputAttributedStrings strings: [NSAttributedString],
        nativeSampleBuffers nativeSamples: [Any],
        forItemTime itemTime: CMTime
    ) {}
}

/// Tells of the texts of the item's selected subtitles as their time comes: timed text, SubRip, WebVTT and SubStation Alpha, without
/// their styles.
///
/// Nothing is told unless the item has such a track selected, as ``AVPlayerItem/select(_:in:)`` does.
open class AVPlayerItemLegibleOutput: AVPlayerItemOutput, TimedOutput, @unchecked Sendable {
    // SAFETY: what changes is behind locks.

    /// Which styles texts have.
    public struct TextStylingResolution: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        /// Makes a resolution of its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Those of the medium and of the user.
        public static let `default` = TextStylingResolution(
            rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionDefault"
        )
        /// Those of the medium alone.
        public static let sourceAndRulesOnly = TextStylingResolution(
            rawValue: "AVPlayerItemLegibleOutputTextStylingResolutionSourceAndRulesOnly"
        )
    }

    private struct State {
        weak var delegate: (any AVPlayerItemLegibleOutputPushDelegate)?
        var queue: DispatchQueue?
        var advance: TimeInterval = 0
        var resolution = TextStylingResolution.default
        /// Nothing has been told since there was a text.
        var isShowing = false
    }

    private let native: Set<FourCharCode>
    private let state = Protected(State())

    /// Makes an output of texts.
    public override convenience init() { self.init(mediaSubtypesForNativeRepresentation: []) }

    /// Makes an output that gives samples of some media subtypes as they are stored, and texts of all others.
    public init(mediaSubtypesForNativeRepresentation subtypes: [NSNumber]) {
        native = Set(subtypes.map(\.uint32Value))
    }

    /// Who is told, on which queue: nil for the main one.
    open func setDelegate(
        _ delegate: (any AVPlayerItemLegibleOutputPushDelegate)?,
        queue delegateQueue: DispatchQueue?
    ) {
        state.withLock { ($0.delegate, $0.queue) = (delegate, delegateQueue) }
    }

    /// Who is told.
    open var delegate: (any AVPlayerItemLegibleOutputPushDelegate)? { state.withLock { $0.delegate } }
    /// The queue on which the delegate is called.
    open var delegateQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// So much before their time texts are told of, in seconds.
    open var advanceIntervalForDelegateInvocation: TimeInterval {
        get { state.withLock { $0.advance } }
        set { state.withLock { $0.advance = newValue } }
    }

    /// Which styles texts have. It is kept, and changes nothing: texts have none.
    open var textStylingResolution: TextStylingResolution {
        get { state.withLock { $0.resolution } }
        set { state.withLock { $0.resolution = newValue } }
    }

    var tellsEnds: Bool { true }

    func tracks(among tracks: [AVAssetTrack]) -> [AVAssetTrack] {
        let legible: Set<AVMediaType> = [.text, .subtitle, .closedCaption]
        return Array(tracks.filter { legible.contains($0.mediaType) }.prefix(1))
    }

    func call(_ events: [TimedEvent], of track: AVPlayerItemTrack?) -> OutputCall? {
        var (strings, samples): ([NSAttributedString], [CMSampleBuffer]) = ([], [])
        for sample in events.compactMap(\.sample) {
            guard let format = sample.format else { continue }
            if native.contains(format.mediaSubType.rawValue) {
                samples += [sample.buffer].compactMap { $0 }
            } else {
                strings += (CaptionText.texts(sample.bytes, format) ?? []).map { NSAttributedString(string: $0) }
            }
        }
        guard let time = events.first?.time else { return nil }
        let isEmpty = strings.isEmpty && samples.isEmpty
        let told: ((any AVPlayerItemLegibleOutputPushDelegate)?, DispatchQueue?)? = state.withLock { state in
            guard !isEmpty || state.isShowing else { return nil }
            state.isShowing = !isEmpty
            return (state.delegate, state.queue)
        }
        guard let told, let delegate = told.0 else { return nil }
        nonisolated(unsafe) let texts = strings
        return OutputCall(queue: told.1) { [weak self, samples] in
            guard let self else { return }
            delegate.legibleOutput(
                self,
                didOutputAttributedStrings: texts,
                nativeSampleBuffers: samples,
                forItemTime: time
            )
        }
    }

    override func flushCall() -> OutputCall? {
        state.withLock { state in
            state.isShowing = false
            guard let delegate = state.delegate else { return nil }
            return OutputCall(queue: state.queue) { [weak self] in
                if let self { delegate.outputSequenceWasFlushed(self) }
            }
        }
    }
}
