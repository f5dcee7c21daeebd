/// Which side of a picture is up.
public enum AVCaptureVideoOrientation: Int, Sendable, CaseIterable {
    /// The device stands upright.
    case portrait = 1
    /// The device stands on its head.
    case portraitUpsideDown = 2
    /// The device lies, its upper side to the left.
    case landscapeRight = 3
    /// The device lies, its upper side to the right.
    case landscapeLeft = 4

    /// By how much pictures are turned clockwise.
    var angle: Int {
        switch self {
        case .portrait: 90
        case .portraitUpsideDown: 270
        case .landscapeRight: 0
        case .landscapeLeft: 180
        }
    }

    init(angle: Int) {
        self = Self.allCases.first { $0.angle == angle } ?? .landscapeRight
    }
}
