internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// What a synthetic device sees or hears, one picture or block after the other.
final class SyntheticSource: Sendable {
    private enum Media {
        case pictures(SyntheticPainter, duration: CMTime)
        case sound(SyntheticSound)
    }
    private let media: Media
    private let start: Int64

    init(_ kind: SyntheticProvider.Kind, _ setup: DeviceSetup, start: Int64) {
        switch kind {
        case .microphone(let microphone):
            let sound = SyntheticSound(
                microphone.format,
                microphone.signal,
                driftPPM: microphone.driftPPM,
                start: start
            )
            (media, self.start) = (.sound(sound), start)
        case .camera, .screen:
            var duration = setup.frameDuration
            if !duration.isNumeric || duration <= .zero { duration = CMTime(value: 1, timescale: 30) }
            let format = setup.format.pictures ?? DevicePictureFormat(.jpeg, width: 64, height: 48, rates: .these([]))
            media = .pictures(SyntheticPainter(format, region: setup.region), duration: duration)
            if case .screen = kind {
                // On multiples of the duration, as grabbed screens are.
                let period = Self.nanoseconds(duration, times: 1)
                self.start = (start + period - 1) / period * period
            } else {
                self.start = start
            }
        }
    }

    /// How long a picture or a block lasts.
    var period: Int64 {
        switch media {
        case .pictures(_, let duration): Self.nanoseconds(duration, times: 1)
        case .sound(let sound): sound.moment(1) - sound.moment(0)
        }
    }

    /// How many pictures, or frames of sound, one delivery has.
    var unitCount: Int {
        switch media {
        case .pictures: 1
        case .sound(let sound): sound.blockSize
        }
    }

    /// When it begins.
    func moment(_ number: Int64) -> Int64 {
        switch media {
        case .pictures(_, let duration): start + Self.nanoseconds(duration, times: number)
        case .sound(let sound): sound.moment(number)
        }
    }

    /// When it can be delivered: sound when it has been heard.
    func deadline(_ number: Int64) -> Int64 {
        switch media {
        case .pictures: moment(number)
        case .sound(let sound): sound.moment(number + 1)
        }
    }

    /// Nil where there is no memory.
    func sample(_ number: Int64, hostTime: Int64, lostCount: Int) -> DeviceSample? {
        switch media {
        case .pictures(let painter, let duration):
            let begin = moment(number)
            let seen = begin..<begin + Self.nanoseconds(duration, times: 1)
            guard let content = painter.content(number, seen: seen) else { return nil }
            return DeviceSample(content, hostTime: hostTime, lostCount: lostCount)
        case .sound(let sound):
            return DeviceSample(.sound(sound.block(number)), hostTime: hostTime, lostCount: lostCount)
        }
    }

    private static func nanoseconds(_ duration: CMTime, times count: Int64) -> Int64 {
        let product = Int128(duration.value) * Int128(count) * 1_000_000_000 / Int128(max(1, duration.timescale))
        return Int64(clamping: product)
    }
}
