import CDevices

/// A camera that there is none of: what its driver says, and what it does. A machine's lock guards it.
final class FakeCamera {
    enum Sizes {
        case these([(Int, Int)])
        case between((Int, Int), (Int, Int), step: (Int, Int))
        case unsaid
    }
    enum Intervals {
        case these([(UInt32, UInt32)])
        case between((UInt32, UInt32), (UInt32, UInt32))
        case unsaid
    }
    struct Format {
        var letters: String
        var sizes: Sizes
        var intervals: Intervals

        init(_ letters: String, _ sizes: Sizes = .these([(64, 48)]), _ intervals: Intervals = .these([(1, 30)])) {
            (self.letters, self.sizes, self.intervals) = (letters, sizes, intervals)
        }

        var code: UInt32 { letters.utf8.enumerated().reduce(0) { $0 | UInt32($1.element) << (8 * UInt32($1.offset)) } }
    }
    struct Control {
        var number: CInt
        var type = V4L2_CTRL_TYPE_INTEGER
        var name: String
        var range: ClosedRange<Int32> = 0...255
        var step: Int32 = 1
        var defaultValue: Int32 = 0
        var value: Int32 = 0
        var flags: CInt = 0
        var menu: [UInt32: String] = [:]
        var numbers: [UInt32: Int64] = [:]
    }
    struct Frame {
        /// What is in it; nil for bytes that count.
        var bytes: [UInt8]?
        var flags: CInt = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC
        /// Nil for now.
        var time: Int64?
        /// By how much its number is greater than the one before.
        var step: UInt32 = 1
        var byteCount: Int?

        /// Whatever was in the buffer before.
        static let blank = Frame(bytes: [], byteCount: 1 << 24)
    }

    var card = "Fake Camera"
    var driver = "fake"
    var bus = "usb-1"
    var capabilities: UInt32 = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
    var formats = [Format("YUYV", .these([(64, 48), (32, 24)]), .these([(1, 30), (1, 15)]))]
    var controls: [Control] = []
    var knowsNextControl = true
    var hasTimePerFrame = true
    /// Bytes that the driver adds to each row.
    var rowPadding = 0
    var colorspace = V4L2_COLORSPACE_SRGB
    var quantization = V4L2_QUANTIZATION_DEFAULT
    /// A number of a buffer that it names instead of those that there are.
    var strangeIndex: UInt32?
    /// By how much its buffers are too short.
    var missingBytes = 0
    /// What it delivers by itself after each start.
    var framesPerStart = 0
    var isGone = false
    var isInUseElsewhere = false
    /// The errors that poll reports, as long as they are here.
    var pollErrors: CInt = 0

    var present: (format: Format, width: Int, height: Int)
    var interval: (UInt32, UInt32) = (1, 30)
    /// What was not taken.
    var frames: [Frame] = []
    var number: UInt32 = 0
    var owner: CInt?
    var isStreaming = false
    var startCount = 0
    /// The numbers of buffers that the driver has.
    var queued: [Int] = []
    var bufferCount = 0

    init() { present = (formats[0], 64, 48) }

    var isMultiPlanar: Bool { capabilities & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0 }
    var bufferType: UInt32 {
        isMultiPlanar ? V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue : V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    }

    /// Bytes of a row, and of each memory.
    var layout: (bytesPerRow: Int, byteCounts: [Int]) {
        let (width, height) = (present.width, present.height)
        let half = (height + 1) / 2
        switch present.format.letters {
        case "YUYV", "UYVY": return (2 * width + rowPadding, [(2 * width + rowPadding) * height])
        case "RGB3", "BGR3": return (3 * width + rowPadding, [(3 * width + rowPadding) * height])
        case "NM12": return (width + rowPadding, [(width + rowPadding) * height, (width + rowPadding) * half])
        case "NV12", "YU12", "YV12": return (width + rowPadding, [(width + rowPadding) * (height + half)])
        case "MJPG", "H264": return (0, [width * height])
        default: return (width + rowPadding, [(width + rowPadding) * height])
        }
    }

    func choose(_ code: UInt32, _ width: Int, _ height: Int) {
        let format = formats.first { $0.code == code } ?? formats[0]
        let sizes: [(Int, Int)] =
            switch format.sizes {
            case .these(let all): all
            case .between(let smallest, let largest, _):
                [(min(max(width, smallest.0), largest.0), min(max(height, smallest.1), largest.1))]
            case .unsaid: [(64, 48)]
            }
        let nearest = sizes.min { abs($0.0 - width) + abs($0.1 - height) < abs($1.0 - width) + abs($1.1 - height) }
        present = (format, nearest?.0 ?? 64, nearest?.1 ?? 48)
    }

    func stop() {
        (isStreaming, queued, frames) = (false, [], [])
    }
}
