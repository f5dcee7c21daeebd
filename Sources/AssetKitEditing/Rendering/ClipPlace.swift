internal import AssetKitBase
internal import AssetKitCore
internal import AssetKitInterchange
internal import AssetKitMedia
internal import CMTimeLib
internal import Foundation

/// How the pictures of a clip are laid into the frame of a document.
struct ClipPlace {
    private let place: PicturePlace
    private let frame: CGSize
    /// The size of the pictures that the document's numbers are for.
    private let size: CGSize
    /// From the picture at its display size to one of that size, or to what the document's transforms begin with.
    private let base: CGAffineTransform

    /// `isFitted`: where the document does not say how large pictures are, its transforms move what has been fitted into the
    /// frame.
    init(_ media: EditMedia, _ place: PicturePlace, in frame: CGSize, isFitted: Bool) {
        (self.place, self.frame) = (place, frame)
        let known = media.size.map { CGSize(width: CGFloat($0.width), height: CGFloat($0.height)) }
        size = known ?? (isFitted ? frame : place.size)
        guard known != nil || !isFitted else {
            base = place.fitting(frame)
            return
        }
        let scale = CGAffineTransform(
            scaleX: size.width / max(place.size.width, 1),
            y: size.height / max(place.size.height, 1)
        )
        base = place.upright.concatenating(scale)
    }

    /// The shot of a clip on a track.
    func shot(of shown: ShownClip, on trackID: CMPersistentTrackID, step: CMTime) -> Shot {
        let effects = shown.clip.effects
        var shot = Shot(trackID: trackID, range: shown.range)
        let opacity = shown.curve(effects.opacity) { $0 }
        let presence = shown.presence { !$0.hasPartner }
        if !opacity.isEmpty || !presence.isEmpty {
            shot.opacity = CurveMix(curves: [opacity, presence], step: step).product(in: shown.range)
        }
        shot.transform.set(place.fitting(frame), at: shown.range.start)
        for ramp in shown.curve(effects.transform, transform).ramps { shot.transform.set(ramp) }
        shot.crop = shown.curve(effects.crop, rectangle)
        shot.box = effects.crop.isEmpty ? box(shot.transform.ramps) : nil
        return shot
    }

    private func transform(_ own: EditTransform) -> CGAffineTransform {
        base.concatenating(CGAffineTransform(a: own.a, b: own.b, c: own.c, d: own.d, tx: own.tx, ty: own.ty))
    }

    /// In the picture at its display size, which may be turned.
    private func rectangle(_ own: EditRectangle) -> CGRect {
        let (x, y) = (place.size.width / max(size.width, 1), place.size.height / max(size.height, 1))
        let upright = CGRect(x: own.x * x, y: own.y * y, width: own.width * x, height: own.height * y)
        return upright.applying(place.upright.inverted())
    }

    /// What it covers, where that stays and lies along the edges of the frame.
    private func box(_ ramps: [Ramp<CGAffineTransform>]) -> CGRect? {
        guard let only = ramps.first?.start, ramps.allSatisfy({ $0.start == only && $0.isFlat }) else { return nil }
        let isUpright = only.b == 0 && only.c == 0 || only.a == 0 && only.d == 0
        let whole = CGRect(origin: .zero, size: place.size).applying(place.upright.inverted())
        return isUpright ? whole.applying(only).intersection(CGRect(origin: .zero, size: frame)) : nil
    }
}

extension RampList {
    /// A ramp, or a value from its start on.
    fileprivate mutating func set(_ ramp: Ramp<Value>) {
        if ramp.isFlat {
            set(ramp.start, at: ramp.range.start)
        } else {
            set(from: ramp.start, to: ramp.end, in: ramp.range)
        }
    }
}
