internal import CDevices
internal import CMTimeLib

/// How a camera delivers: what its driver answered, in words of ours.
struct CameraAgreement: Hashable {
    let coding: CameraCoding
    let size: CameraSize
    /// Bytes from one row to the next, of each memory.
    let bytesPerRow: [Int]
    let colors: CameraColors
    let isFullRange: Bool
    /// Nil where nobody knows.
    var frameDuration: CMTime?

    /// Nil for what is not understood here.
    init?(_ answer: v4l2_format) {
        if answer.type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue {
            let picture = answer.fmt.pix_mp
            let rows = withUnsafeBytes(of: picture.plane_fmt) { bytes in
                bytes.bindMemory(to: v4l2_plane_pix_format.self).map { Int($0.bytesperline) }
            }
            self.init(
                picture.pixelformat,
                (picture.width, picture.height, picture.field),
                Array(rows.prefix(max(1, Int(picture.num_planes)))),
                CameraColors(
                    space: picture.colorspace,
                    encoding: UInt32(picture.ycbcr_enc),
                    transfer: UInt32(picture.xfer_func)
                ),
                quantization: UInt32(picture.quantization)
            )
        } else {
            let picture = answer.fmt.pix
            self.init(
                picture.pixelformat,
                (picture.width, picture.height, picture.field),
                [Int(picture.bytesperline)],
                CameraColors(space: picture.colorspace, encoding: picture.ycbcr_enc, transfer: picture.xfer_func),
                quantization: picture.quantization
            )
        }
    }

    private init?(
        _ code: UInt32,
        _ shape: (width: UInt32, height: UInt32, field: UInt32),
        _ bytesPerRow: [Int],
        _ colors: CameraColors,
        quantization: UInt32
    ) {
        // Fields that come one after the other are no pictures.
        let whole = [
            V4L2_FIELD_ANY, V4L2_FIELD_NONE, V4L2_FIELD_INTERLACED, V4L2_FIELD_INTERLACED_TB, V4L2_FIELD_INTERLACED_BT,
        ]
        guard let coding = CameraCoding.known(code), (1...0xffff).contains(shape.width),
            (1...0xffff).contains(shape.height),
            whole.contains(where: { $0.rawValue == shape.field }),
            !coding.isSplit || bytesPerRow.count == coding.planes.count
        else { return nil }
        (self.coding, size, self.bytesPerRow) = (coding, CameraSize(shape.width, shape.height), bytesPerRow)
        self.colors = colors
        isFullRange = CameraColors.isFullRange(quantization, space: colors.space)
    }

    var deviceCoding: CameraCoding.Coding {
        guard isFullRange, let type = coding.fullRange else { return coding.coding }
        return .pixels(type)
    }

    var setup: DeviceSetup {
        let rates = DeviceRates.these(frameDuration.map { [$0] } ?? [])
        return DeviceSetup(
            format: .pictures(.init(deviceCoding, width: size.width, height: size.height, rates: rates)),
            frameDuration: frameDuration ?? .invalid
        )
    }

    /// Whether pictures of both are read in the same way.
    func isLike(_ other: CameraAgreement) -> Bool {
        var other = other
        other.frameDuration = frameDuration
        return self == other
    }
}

extension v4l2_format {
    /// A wish: whole pictures, rows as long as the driver likes.
    init(type: UInt32, code: UInt32, size: CameraSize) {
        self.init()
        self.type = type
        let (width, height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
        if type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue {
            (fmt.pix_mp.width, fmt.pix_mp.height, fmt.pix_mp.pixelformat) = (width, height, code)
            fmt.pix_mp.field = V4L2_FIELD_NONE.rawValue
        } else {
            (fmt.pix.width, fmt.pix.height, fmt.pix.pixelformat) = (width, height, code)
            fmt.pix.field = V4L2_FIELD_NONE.rawValue
        }
    }
}
