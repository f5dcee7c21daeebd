import AssetKitInterchange
import CMTimeLib
import Testing

/// Documents that have nearly all that a document can have.
enum RichDocument {
    static let rate = FrameRate("29.97")

    /// What OTIO and FCPXML can both say, at 29.97 with a drop-frame start.
    static func common() throws -> EditDocument {
        let rate = try #require(Self.rate)
        var document = EditDocument(name: "Fête & <more>", frameRate: rate, size: EditSize(width: 1920, height: 1080))
        document.startTimecode = EditTimecode(frameNumber: 107_892, frameRate: rate, isDropFrame: true)
        document.tracks = [
            .of(.video, "", [.clip(plain), .dissolve(ntsc(7), ntsc(8)), .clip(effects), .gap(ntsc(30)), .clip(fast)]),
            .of(.video, "", [.gap(ntsc(12)), .clip(frozen), .dissolve(ntsc(5), ntsc(5)), .clip(reversed)]),
            .of(.audio, "", [.clip(sound), .dissolve(ntsc(3), ntsc(3)), .clip(otherSound)]),
            .of(.audio, "", [.gap(ntsc(1)), .clip(uneven)]),
        ]
        document.markers = [
            EditMarker(name: "Start", range: range(.zero, ntsc(1)), isChapter: true),
            EditMarker(name: "In the gap", range: range(ntsc(195), .zero), isChapter: true, comment: "so"),
        ]
        return document
    }

    private static func media(_ name: String, _ frames: Int64) -> EditMedia {
        var media = EditMedia.file("file:///media/\(name)", start: ntsc(107_892), duration: ntsc(frames))
        media.name = name
        return media
    }

    private static var plain: EditClip {
        var clip = EditClip.of("plain", from: ntsc(10), for: ntsc(100))
        clip.media = media("a%20b.mov", 1000)
        clip.markers = [EditMarker(name: "here", range: range(ntsc(20), ntsc(1)))]
        return clip
    }

    private static var effects: EditClip {
        var clip = EditClip.of("effects", from: .zero, for: ntsc(90))
        clip.media = media("c.mov", 500)
        clip.media.size = EditSize(width: 1280, height: 720)
        clip.isEnabled = false
        let middle = range(ntsc(10), ntsc(50))
        clip.effects.opacity = [EditRamp(range: middle, start: 1, end: 0.25)]
        clip.effects.transform = [
            EditRamp(range: middle, start: .identity, end: EditTransform(a: 0.5, d: 0.5, tx: 100.125, ty: -7)),
            .constant(EditTransform(a: 1, b: 0.5, c: 0.1, d: 1, tx: 3, ty: 4), from: ntsc(70)),
        ]
        clip.effects.crop = [.constant(EditRectangle(x: 16, y: 32, width: 640, height: 360))]
        return clip
    }

    private static var fast: EditClip {
        EditClip(
            name: "fast",
            media: media("c.mov", 500),
            sourceRange: range(ntsc(5), ntsc(70)),
            targetRange: range(.zero, ntsc(30)),
            speed: [
                EditSpeedPoint(source: ntsc(5), target: .zero),
                EditSpeedPoint(source: ntsc(25), target: ntsc(10)),
                EditSpeedPoint(source: ntsc(75), target: ntsc(30)),
            ]
        )
    }

    private static var frozen: EditClip {
        EditClip(
            name: "frozen",
            media: media("c.mov", 500),
            sourceRange: range(ntsc(77), .zero),
            targetRange: range(.zero, ntsc(40)),
            speed: [
                EditSpeedPoint(source: ntsc(77), target: .zero), EditSpeedPoint(source: ntsc(77), target: ntsc(40)),
            ]
        )
    }

    private static var reversed: EditClip {
        EditClip(
            name: "reversed",
            media: media("d.mov", 400),
            sourceRange: range(ntsc(11), ntsc(20)),
            targetRange: range(.zero, ntsc(60)),
            speed: [
                EditSpeedPoint(source: ntsc(31), target: .zero), EditSpeedPoint(source: ntsc(11), target: ntsc(60)),
            ]
        )
    }

    private static var sound: EditClip {
        var clip = EditClip.of("sound", from: seconds(1), for: ntsc(100))
        clip.media = .file("file:///media/e.wav", duration: seconds(300))
        clip.extras.metadata["fcpxml"] = .object(["audioRole": .string("music")])
        clip.effects.volume = [
            EditRamp(range: range(.zero, seconds(1)), start: 0, end: 1),
            EditRamp(range: range(seconds(2), seconds(1)), start: 1, end: -0.3),
        ]
        return clip
    }

    private static var otherSound: EditClip {
        var clip = EditClip.of("other", from: seconds(12_345, 48_000), for: ntsc(33))
        clip.media = .file("file:///media/f.wav")
        clip.extras.metadata["fcpxml"] = .object(["audioRole": .string("dialogue")])
        clip.effects.volume = [.constant(0.5)]
        return clip
    }

    /// A piece of sound that is no whole number of frames, of media with another rate.
    private static var uneven: EditClip {
        var clip = EditClip.of("uneven", from: seconds(1, 44_100), for: seconds(100_001, 44_100))
        clip.media = .file("file:///media/g.wav", start: seconds(3600), duration: seconds(12, 7))
        clip.extras.metadata["fcpxml"] = .object(["audioRole": .string("dialogue")])
        return clip
    }
}
