/// A range of sizes that a driver can deliver, each a whole number of steps above the smallest.
struct CameraSizeRange: Hashable {
    var widths: ClosedRange<Int>
    var heights: ClosedRange<Int>
    var widthStep = 1
    var heightStep = 1

    /// Nil for a range that makes no sense.
    init?(widths: (Int, Int), heights: (Int, Int), steps: (Int, Int) = (1, 1)) {
        guard widths.0 > 0, heights.0 > 0, widths.0 <= widths.1, heights.0 <= heights.1 else { return nil }
        (self.widths, self.heights) = (widths.0...widths.1, heights.0...heights.1)
        (widthStep, heightStep) = (max(1, steps.0), max(1, steps.1))
    }

    /// Sizes that people ask for.
    static let usual = [
        CameraSize(160, 120), CameraSize(320, 180), CameraSize(320, 240), CameraSize(352, 288), CameraSize(640, 360),
        CameraSize(640, 480), CameraSize(800, 600), CameraSize(960, 540), CameraSize(1024, 768), CameraSize(1280, 720),
        CameraSize(1280, 960), CameraSize(1600, 1200), CameraSize(1920, 1080), CameraSize(2560, 1440),
        CameraSize(3840, 2160), CameraSize(4096, 2160),
    ]

    func contains(_ size: CameraSize) -> Bool {
        widths.contains(size.width) && heights.contains(size.height)
            && (size.width - widths.lowerBound).isMultiple(of: widthStep)
            && (size.height - heights.lowerBound).isMultiple(of: heightStep)
    }

    /// The usual sizes among them, the smallest and the largest, by area.
    var choice: [CameraSize] {
        let smallest = CameraSize(widths.lowerBound, heights.lowerBound)
        let largest = CameraSize(
            widths.lowerBound + (widths.upperBound - widths.lowerBound) / widthStep * widthStep,
            heights.lowerBound + (heights.upperBound - heights.lowerBound) / heightStep * heightStep
        )
        let all = Set(Self.usual.filter(contains) + [smallest, largest])
        return all.sorted { ($0.width * $0.height, $0.width) < ($1.width * $1.height, $1.width) }
    }
}
