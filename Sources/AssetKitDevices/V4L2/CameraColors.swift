internal import AssetKitMedia
internal import CDevices
internal import CMTimeLib

/// What a driver says about colours, as pictures say it. What it leaves open is derived as `videodev2.h` says.
struct CameraColors: Hashable {
    let primaries: CFString?
    let transferFunction: CFString?
    let matrix: CFString?

    init(space: UInt32, encoding: UInt32, transfer: UInt32) {
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

    private static func primaries(_ space: UInt32) -> CFString? {
        switch v4l2_colorspace(space) {
        case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_SRGB, V4L2_COLORSPACE_JPEG:
            kCVImageBufferColorPrimaries_ITU_R_709_2
        case V4L2_COLORSPACE_SMPTE170M, V4L2_COLORSPACE_SMPTE240M: kCVImageBufferColorPrimaries_SMPTE_C
        case V4L2_COLORSPACE_470_SYSTEM_BG: kCVImageBufferColorPrimaries_EBU_3213
        case V4L2_COLORSPACE_BT2020: kCVImageBufferColorPrimaries_ITU_R_2020
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
        case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_SMPTE170M, V4L2_COLORSPACE_470_SYSTEM_BG, V4L2_COLORSPACE_BT2020:
            kCVImageBufferTransferFunction_ITU_R_709_2
        default: nil
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
        case V4L2_COLORSPACE_REC709: kCVImageBufferYCbCrMatrix_ITU_R_709_2
        case V4L2_COLORSPACE_BT2020: kCVImageBufferYCbCrMatrix_ITU_R_2020
        case V4L2_COLORSPACE_SMPTE240M: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
        default: kCVImageBufferYCbCrMatrix_ITU_R_601_4
        }
    }
}
