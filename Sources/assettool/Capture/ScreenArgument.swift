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
            let facts = "which has \(size.width)x\(size.height) pixels"
            throw WorkError(message: "the region \(text) does not lie on \(quoted(screen.localizedName)), \(facts)")
        }
        return CGRect(x: x, y: y, width: width, height: height)
    }

    /// Throws where pictures of a screen that had to be chosen are smaller than the part: the rest of it does not lie on the screen.
    func check(width: Int, height: Int, on screen: String) throws(WorkError) {
        guard case .region(_, _, let wantedWidth, let wantedHeight) = self,
            width < Self.even(wantedWidth) || height < Self.even(wantedHeight)
        else { return }
        throw WorkError(message: "the region \(text) does not lie on \(quoted(screen))")
    }

    /// What is said of a part of an odd size: pictures are of an even one. nil for others.
    var rounding: String? {
        guard case .region(_, _, let width, let height) = self, width > 1, height > 1,
            let odd = [width, height].first(where: { !$0.isMultiple(of: 2) })
        else { return nil }
        let size = "\(Self.even(width))x\(Self.even(height))"
        return "the part of the screen becomes \(size): sides are even numbers, and \(odd) is none"
    }

    private var text: String {
        guard case .region(let x, let y, let width, let height) = self else { return "" }
        return "\(width)x\(height)+\(x)+\(y)"
    }

    private static func even(_ side: Int) -> Int { side & ~1 }
}
