internal import AssetKitMedia
internal import CDevices
internal import CMTimeLib

/// What a driver says about colours, as pictures say it. What it leaves open is derived as `videodev2.h` says.
struct CameraColors: Hashable {
    /// The driver's number of the colours that all the rest is derived from.
    let space: UInt32
    let primaries: CFString?
    let transferFunction: CFString?
    let matrix: CFString?

    init(space: UInt32, encoding: UInt32, transfer: UInt32) {
        self.space = space
        primaries = Self.primaries(space)
        transferFunction = Self.transferFunction(transfer, space)
        matrix = Self.matrix(encoding, space)
    }

    func attach(to picture: CVPixelBuffer) {
        let all = [
            (kCVImageBufferColorPrimariesKey, primaries), (kCVImageBufferTransferFunctionKey, transferFunction),
            (kCVImageBufferYCbCrMatrixKey, picture.format.traits.contains(.yCbCr) ? matrix : nil),
        ]
        for (key, value) in all {
            if let value { CVBufferSetAttachment(picture, key, value, .shouldPropagate) }
        }
    }

    /// Whether components use all codes. What the driver leaves open is all of them for JPEG's colours alone; red, green and blue, which
    /// have no other range here, are not asked.
    static func isFullRange(_ quantization: UInt32, space: UInt32) -> Bool {
        switch v4l2_quantization(quantization) {
        case V4L2_QUANTIZATION_FULL_RANGE: true
        case V4L2_QUANTIZATION_DEFAULT: v4l2_colorspace(space) == V4L2_COLORSPACE_JPEG
        default: false
        }
    }

    private static func primaries(_ space: UInt32) -> CFString? {
        switch v4l2_colorspace(space) {
        case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_SRGB, V4L2_COLORSPACE_JPEG:
            kCVImageBufferColorPrimaries_ITU_R_709_2
        case V4L2_COLORSPACE_SMPTE170M, V4L2_COLORSPACE_SMPTE240M: kCVImageBufferColorPrimaries_SMPTE_C
        case V4L2_COLORSPACE_470_SYSTEM_BG: kCVImageBufferColorPrimaries_EBU_3213
        case V4L2_COLORSPACE_BT2020: kCVImageBufferColorPrimaries_ITU_R_2020
        case V4L2_COLORSPACE_DCI_P3: kCVImageBufferColorPrimaries_DCI_P3
        default: nil
        }
    }

    private static func transferFunction(_ function: UInt32, _ space: UInt32) -> CFString? {
        switch v4l2_xfer_func(function) {
        case V4L2_XFER_FUNC_709: return kCVImageBufferTransferFunction_ITU_R_709_2
        case V4L2_XFER_FUNC_SRGB: return kCVImageBufferTransferFunction_sRGB
        case V4L2_XFER_FUNC_SMPTE240M: return kCVImageBufferTransferFunction_SMPTE_240M_1995
        case V4L2_XFER_FUNC_SMPTE2084: return kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
        case V4L2_XFER_FUNC_DEFAULT: break
        default: return nil
        }
        return switch v4l2_colorspace(space) {
        case V4L2_COLORSPACE_SRGB, V4L2_COLORSPACE_JPEG: kCVImageBufferTransferFunction_sRGB
        case V4L2_COLORSPACE_SMPTE240M: kCVImageBufferTransferFunction_SMPTE_240M_1995
        // Theirs have no names here, or nobody knows.
        case V4L2_COLORSPACE_DEFAULT, V4L2_COLORSPACE_OPRGB, V4L2_COLORSPACE_DCI_P3, V4L2_COLORSPACE_RAW: nil
        default: kCVImageBufferTransferFunction_ITU_R_709_2
        }
    }

    private static func matrix(_ encoding: UInt32, _ space: UInt32) -> CFString? {
        switch v4l2_ycbcr_encoding(encoding) {
        case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601: return kCVImageBufferYCbCrMatrix_ITU_R_601_4
        case V4L2_YCBCR_ENC_709, V4L2_YCBCR_ENC_XV709: return kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case V4L2_YCBCR_ENC_BT2020: return kCVImageBufferYCbCrMatrix_ITU_R_2020
        case V4L2_YCBCR_ENC_SMPTE240M: return kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
        case V4L2_YCBCR_ENC_DEFAULT: break
        default: return nil
        }
        return switch v4l2_colorspace(space) {
        case V4L2_COLORSPACE_DEFAULT: nil
        case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_DCI_P3: kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case V4L2_COLORSPACE_BT2020: kCVImageBufferYCbCrMatrix_ITU_R_2020
        case V4L2_COLORSPACE_SMPTE240M: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
        default: kCVImageBufferYCbCrMatrix_ITU_R_601_4
        }
    }
}
