import AssetKitInterchange
import CMTimeLib
import TestSupport

/// Documents by chance, the same one for the same seed. What is in them OTIO and FCPXML can both say.
struct RandomDocument {
    private var random: SeededGenerator
    private let rate: FrameRate
    private var number = 0
    /// Every third has only what an edit list can say: all is on, and dissolves are between clips that have media for it.
    private let isPlain: Bool
    private static let rates = ["23.976", "24", "25", "29.97", "30", "50", "59.94", "60", "12.5"]

    static func make(seed: UInt64) throws -> EditDocument {
        var maker = RandomDocument(seed: seed)
        return maker.document(named: "edit \(seed)")
    }

    private init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        isPlain = seed % 3 == 0
        let name = Self.rates[Int(seed % UInt64(Self.rates.count))]
        rate = FrameRate(name) ?? Self.usual
    }

    private static let usual = TimecodeRate.standardRates[2].frameRate

    private func frames(_ count: Int64) -> CMTime { CMTime.time(ofFrame: count, at: rate) ?? .zero }

    private mutating func document(named name: String) -> EditDocument {
        var document = EditDocument(name: name, frameRate: rate)
        if random.chance(70) { document.size = EditSize(width: 1920, height: 1080) }
        if random.chance(60) {
            let isDropFrame = random.chance(50) && TimecodeRate(rate, isDropFrame: true) != nil
            let first = random.number(0...200_000)
            document.startTimecode = EditTimecode(frameNumber: first, frameRate: rate, isDropFrame: isDropFrame)
        }
        // The first track is the longest: what is connected hangs on it.
        document.tracks = [track(.video, count: 30)]
        for _ in 0..<Int(random.number(0...2)) { document.tracks.append(track(.video, count: 4)) }
        for _ in 0..<Int(random.number(0...3)) { document.tracks.append(track(.audio, count: 4)) }
        var time: Int64 = 0
        while random.chance(40), time < 200 {
            let range = CMTimeRange(start: frames(time), duration: frames(random.number(0...3)))
            document.markers.append(EditMarker(name: "chapter", range: range, isChapter: true))
            time += random.number(1...90)
        }
        return document
    }

    private mutating func track(_ kind: EditTrack.Kind, count: Int) -> EditTrack {
        var track = EditTrack(kind: kind)
        for _ in 0..<count {
            if random.chance(20), track.endsWithClip {
                track.append(.gap(frames(random.number(1...30))))
            }
            track.append(.clip(clip(kind)))
            if random.chance(25) {
                track.append(.dissolve(frames(random.number(0...4)), frames(random.number(1...4))))
                if !isPlain, random.chance(20) { track.append(.gap(frames(random.number(8...30)))) }
            }
        }
        // What stands at the end of a connected track has to show something.
        track.append(.clip(clip(kind)))
        return track
    }

    private mutating func clip(_ kind: EditTrack.Kind) -> EditClip {
        number += 1
        let isUneven = kind == .audio && random.chance(30)
        let duration =
            isUneven ? CMTime(value: random.number(20_000...90_000), timescale: 44_100) : frames(random.number(10...80))
        let start =
            random.chance(40)
            ? CMTime(value: random.number(0...1_000_000) + (isPlain ? 432_000 : 0), timescale: 48_000)
            : frames(random.number(0...999)) + seconds(isPlain ? 9 : 0)
        var clip = EditClip.of("clip \(number)", from: start, for: duration)
        clip.media = media()
        clip.isEnabled = isPlain || !random.chance(5)
        if !isPlain, random.chance(20) { setSpeed(of: &clip) }
        if clip.speed.isEmpty, random.chance(20) {
            clip.markers = [EditMarker(name: "mark", range: CMTimeRange(start: start, duration: frames(1)))]
        }
        if kind == .audio {
            clip.extras.metadata["fcpxml"] = .object(["audioRole": .string("dialogue")])
            if random.chance(40) { clip.effects.volume = ramps(within: duration, from: -1...2) }
        } else if random.chance(30) {
            clip.media.size = EditSize(width: 1280, height: 720)
            clip.effects.opacity = ramps(within: duration, from: 0...1)
            let scale = Double.random(in: 0.1...2, using: &random)
            clip.effects.transform = [.constant(EditTransform(a: scale, d: scale, tx: 31, ty: -7))]
            if random.chance(30) { clip.effects.crop = [.constant(EditRectangle(x: 3, y: 5, width: 700, height: 600))] }
        }
        return clip
    }

    private mutating func media() -> EditMedia {
        var media = EditMedia.file("file:///media/\(random.number(1...9))%20x.mov")
        let rate = FrameRate(Self.rates.randomElement(using: &random) ?? "25") ?? rate
        if random.chance(60) { media.start = CMTime.time(ofFrame: random.number(0...200_000), at: rate) ?? .zero }
        if random.chance(70) { media.duration = CMTime.time(ofFrame: 100_000, at: rate) }
        return media
    }

    private mutating func setSpeed(of clip: inout EditClip) {
        let (start, end) = (clip.sourceRange.start, clip.targetRange.duration)
        var points = [EditSpeedPoint(source: start, target: .zero)]
        if random.chance(30) {
            let middle = CMTime(value: 1, timescale: 7)
            points.append(EditSpeedPoint(source: start + middle + middle, target: middle))
        }
        let last =
            random.chance(20) ? points[points.count - 1].source : start + frames(random.number(1...300)) + seconds(1)
        points.append(EditSpeedPoint(source: last, target: end))
        if random.chance(20) {
            points = zip(points.reversed(), points).map { EditSpeedPoint(source: $0.source, target: $1.target) }
        }
        let isPlain = points.count == 2 && points[1].source - points[0].source == end
        guard !isPlain else { return }
        clip.speed = points
        let sources = points.map(\.source)
        let low = sources.min() ?? start
        clip.sourceRange = CMTimeRange(start: low, duration: (sources.max() ?? start) - low)
    }

    private mutating func ramps(within duration: CMTime, from values: ClosedRange<Double>) -> [EditRamp<Double>] {
        var ramps: [EditRamp<Double>] = []
        let step = CMTimeMultiplyByRatio(duration, multiplier: 1, divisor: 4)
        for index in 0..<Int32(random.number(1...3)) {
            let start = CMTimeMultiply(step, multiplier: index)
            let range = CMTimeRange(start: start, duration: random.chance(30) ? .zero : step)
            let from = Double.random(in: values, using: &random)
            let to = range.duration == .zero ? from : Double.random(in: values, using: &random)
            ramps.append(EditRamp(range: range, start: from, end: to))
        }
        return ramps
    }
}

extension EditTrack {
    fileprivate var endsWithClip: Bool {
        guard case .clip? = items.last else { return false }
        return true
    }
}
