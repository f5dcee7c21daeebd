internal import AssetKitBase
internal import AssetKitMedia
internal import CMTimeLib

/// A format of V4L2 that is understood here: its four letters, and what they are in Core Video.
struct CameraCoding: Hashable {
    typealias Coding = DevicePictureFormat.Coding

    /// Four letters, the first in the lowest byte.
    let code: UInt32
    let coding: Coding
    /// The same pixels where the driver says that they use all values.
    let fullRange: OSType?
    /// The planes in the order in which they lie in memory.
    let planes: [Plane]
    /// Each plane has a memory of its own.
    let isSplit: Bool

    struct Plane: Hashable {
        /// Which plane of the picture it is.
        let index: Int
        /// The driver says the length of the first plane's rows; this one's are so many times shorter.
        let divisor: Int
    }

    static let all: [CameraCoding] = [
        CameraCoding(
            "NV12",
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            biPlanar,
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
        ),
        CameraCoding(
            "NM12",
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
            biPlanar,
            kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
            isSplit: true
        ),
        CameraCoding(
            "NV16",
            kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange,
            biPlanar,
            kCVPixelFormatType_422YpCbCr8BiPlanarFullRange
        ),
        CameraCoding(
            "YU12",
            kCVPixelFormatType_420YpCbCr8Planar,
            planar(1, 2),
            kCVPixelFormatType_420YpCbCr8PlanarFullRange
        ),
        CameraCoding(
            "YV12",
            kCVPixelFormatType_420YpCbCr8Planar,
            planar(2, 1),
            kCVPixelFormatType_420YpCbCr8PlanarFullRange
        ),
        CameraCoding("YUYV", kCVPixelFormatType_422YpCbCr8_yuvs, packed, kCVPixelFormatType_422YpCbCr8FullRange),
        CameraCoding("UYVY", kCVPixelFormatType_422YpCbCr8, packed),
        CameraCoding("RGB3", kCVPixelFormatType_24RGB, packed),
        CameraCoding("BGR3", kCVPixelFormatType_24BGR, packed),
        CameraCoding("GREY", kCVPixelFormatType_OneComponent8, packed),
        CameraCoding("MJPG", .jpeg), CameraCoding("JPEG", .jpeg), CameraCoding("H264", .h264),
    ]

    static func known(_ code: UInt32) -> CameraCoding? { all.first { $0.code == code } }

    /// Whether a client that asks for a coding gets what it means.
    func serves(_ wish: Coding) -> Bool {
        coding == wish || fullRange.map { .pixels($0) == wish } == true
    }

    static func letters(_ code: UInt32) -> String { code.byteSwapped.fourCharacterText }

    private static let packed = [Plane(index: 0, divisor: 1)]
    private static let biPlanar = packed + [Plane(index: 1, divisor: 1)]
    private static func planar(_ first: Int, _ second: Int) -> [Plane] {
        packed + [Plane(index: first, divisor: 2), Plane(index: second, divisor: 2)]
    }

    private init(
        _ letters: String,
        _ type: OSType,
        _ planes: [Plane],
        _ fullRange: OSType? = nil,
        isSplit: Bool = false
    ) {
        code = letters.fourCharCode.byteSwapped
        (coding, self.planes, self.fullRange, self.isSplit) = (.pixels(type), planes, fullRange, isSplit)
    }

    private init(_ letters: String, _ coding: Coding) {
        code = letters.fourCharCode.byteSwapped
        (self.coding, planes, fullRange, isSplit) = (coding, [], nil, false)
    }
}
