/// How pictures are to be shown: mirrored left to right where ``isMirrored``, and then rotated clockwise.
package struct MatroskaOrientation: Hashable, Sendable {
    package var isMirrored = false
    /// Degrees: 0, 90, 180 or 270.
    package var rotation = 0

    /// Pictures show as they are stored.
    package static let upright = MatroskaOrientation()

    package static let all = [false, true].flatMap { isMirrored in
        [0, 90, 180, 270].map { MatroskaOrientation(isMirrored: isMirrored, rotation: $0) }
    }

    /// Degrees about the axis that points up.
    var yaw: Double { isMirrored ? 180 : 0 }

    /// Degrees counter-clockwise about the axis that points at the viewer, from -180 to 180.
    package var roll: Double { rotation == 270 ? 90 : -Double(rotation) }
}

extension MatroskaProjection {
    /// How a flat picture is mirrored and turned for viewing; nil when that is by something else than quarters.
    ///
    /// A yaw of half a turn shows a picture from behind, which mirrors it; a pitch of half a turn puts that on its head
    /// besides. Both come before the roll (RFC 9559, ProjectionPoseYaw).
    package var orientation: MatroskaOrientation? {
        guard kind == .rectangular, [yaw, pitch].allSatisfy({ [0, 180].contains(abs($0)) }), roll.isFinite,
            roll == roll.rounded()
        else { return nil }
        let (showsBack, standsOnHead) = (yaw != 0, pitch != 0)
        let turned = 720 - Int(roll.truncatingRemainder(dividingBy: 360)) + (standsOnHead ? 180 : 0)
        guard turned % 90 == 0 else { return nil }
        return MatroskaOrientation(isMirrored: showsBack != standsOnHead, rotation: turned % 360)
    }
}
