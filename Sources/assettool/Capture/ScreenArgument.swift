import AssetKit

/// Which screen `--screen` means, or which part of one.
enum ScreenArgument: Sendable, Equatable {
    /// The first one, all of it.
    case whole
    /// One by its identity or its name.
    case named(String)
    /// A part of the first one, in its pixels.
    case region(x: Int, y: Int, width: Int, height: Int)

    /// Reads the value of `--screen`: nothing, `1280x720+100+50`, `1280x720` for what is at the top left, or a name.
    init(_ text: String) {
        guard !text.isEmpty else {
            self = .whole
            return
        }
        guard let geometry = AKWindowGeometry(text), let width = geometry.width, let height = geometry.height,
            let x = Self.pixels(geometry.horizontal), let y = Self.pixels(geometry.vertical)
        else {
            self = .named(text)
            return
        }
        self = .region(x: x, y: y, width: width, height: height)
    }

    /// From the left or from the top; nil for what a screen cannot have.
    private static func pixels(_ offset: AKWindowGeometry.Offset?) -> Int? {
        guard let offset else { return 0 }
        return offset.isFromEnd || offset.pixels < 0 ? nil : offset.pixels
    }

    /// The part as a screen input takes it, zero for all. Throws where it does not lie on a screen of this size; of one that is still
    /// to be chosen nobody knows.
    func rectangle(on screen: AVCaptureDevice) throws(WorkError) -> CGRect {
        guard case .region(let x, let y, let width, let height) = self else { return .zero }
        if let size = screen.formats.first?.formatDescription.videoDimensions,
            size.width > 0, x + width > Int(size.width) || y + height > Int(size.height)
        {
            throw WorkError(
                message:
                    "the region \(width)x\(height)+\(x)+\(y) does not lie on '\(screen.localizedName)', "
                    + "which has \(size.width)x\(size.height) pixels"
            )
        }
        return CGRect(x: x, y: y, width: width, height: height)
    }
}
