import AssetKitBase
import AssetKitMedia
import CDevices
import CMTimeLib
import Testing

@testable import AssetKitDevices

/// What `videodev2.h` says in `V4L2_MAP_QUANTIZATION_DEFAULT`, `V4L2_MAP_YCBCR_ENC_DEFAULT` and `V4L2_MAP_XFER_FUNC_DEFAULT`.
@Suite("Colours of a camera")
struct CameraColorTests {
    private static let all = [
        V4L2_COLORSPACE_SMPTE170M, V4L2_COLORSPACE_SMPTE240M, V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_BT878,
        V4L2_COLORSPACE_470_SYSTEM_M, V4L2_COLORSPACE_470_SYSTEM_BG, V4L2_COLORSPACE_JPEG, V4L2_COLORSPACE_SRGB,
        V4L2_COLORSPACE_OPRGB, V4L2_COLORSPACE_BT2020, V4L2_COLORSPACE_RAW, V4L2_COLORSPACE_DCI_P3,
    ]

    private func colors(_ space: v4l2_colorspace, encoding: UInt32 = 0, transfer: UInt32 = 0) -> CameraColors {
        CameraColors(space: space.rawValue, encoding: encoding, transfer: transfer)
    }

    @Test("a range that is left open is the full one for JPEG's colours alone")
    func range() {
        let (open, full, limited) = (
            V4L2_QUANTIZATION_DEFAULT.rawValue, V4L2_QUANTIZATION_FULL_RANGE.rawValue,
            V4L2_QUANTIZATION_LIM_RANGE.rawValue
        )
        for space in Self.all {
            #expect(CameraColors.isFullRange(open, space: space.rawValue) == (space == V4L2_COLORSPACE_JPEG))
            #expect(CameraColors.isFullRange(full, space: space.rawValue))
            #expect(!CameraColors.isFullRange(limited, space: space.rawValue))
        }
    }

    @Test("a matrix that is left open follows from the colours")
    func matrix() {
        for space in Self.all {
            let matrix: CFString =
                switch space {
                case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_DCI_P3: kCVImageBufferYCbCrMatrix_ITU_R_709_2
                case V4L2_COLORSPACE_BT2020: kCVImageBufferYCbCrMatrix_ITU_R_2020
                case V4L2_COLORSPACE_SMPTE240M: kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
                default: kCVImageBufferYCbCrMatrix_ITU_R_601_4
                }
            #expect(colors(space).matrix == matrix)
            let told = colors(space, encoding: V4L2_YCBCR_ENC_709.rawValue)
            #expect(told.matrix == kCVImageBufferYCbCrMatrix_ITU_R_709_2)
        }
        #expect(colors(V4L2_COLORSPACE_DEFAULT).matrix == nil)
    }

    @Test("a transfer function that is left open follows from the colours")
    func transfer() {
        for space in Self.all {
            let function: CFString? =
                switch space {
                case V4L2_COLORSPACE_SRGB, V4L2_COLORSPACE_JPEG: kCVImageBufferTransferFunction_sRGB
                case V4L2_COLORSPACE_SMPTE240M: kCVImageBufferTransferFunction_SMPTE_240M_1995
                case V4L2_COLORSPACE_OPRGB, V4L2_COLORSPACE_DCI_P3, V4L2_COLORSPACE_RAW: nil
                default: kCVImageBufferTransferFunction_ITU_R_709_2
                }
            #expect(colors(space).transferFunction == function)
        }
        #expect(colors(V4L2_COLORSPACE_DCI_P3).primaries == kCVImageBufferColorPrimaries_DCI_P3)
    }

    @Test("a number that there is no meaning of says nothing", arguments: [UInt32(99), .max])
    func unknown(_ number: UInt32) {
        let colors = CameraColors(space: number, encoding: number, transfer: number)
        #expect(colors.primaries == nil && colors.transferFunction == nil && colors.matrix == nil)
        #expect(!CameraColors.isFullRange(number, space: number))
    }
}
