public import CMTimeLib

extension CMFormatDescription.Extensions.Value {
    /// Red, green and blue.
    public struct ColorPrimaries: RawRepresentable, Hashable, Sendable {
        public let rawValue: CFString

        /// Makes the constant of a text, also of one without a name.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Same as ``kCMFormatDescriptionColorPrimaries_ITU_R_709_2``.
        public static let itu_R_709_2 = Self(rawValue: kCMFormatDescriptionColorPrimaries_ITU_R_709_2)
        /// Same as ``kCMFormatDescriptionColorPrimaries_EBU_3213``.
        public static let ebu_3213 = Self(rawValue: kCMFormatDescriptionColorPrimaries_EBU_3213)
        /// Same as ``kCMFormatDescriptionColorPrimaries_SMPTE_C``.
        public static let smpte_C = Self(rawValue: kCMFormatDescriptionColorPrimaries_SMPTE_C)
        /// Same as ``kCMFormatDescriptionColorPrimaries_DCI_P3``.
        public static let dci_P3 = Self(rawValue: kCMFormatDescriptionColorPrimaries_DCI_P3)
        /// Same as ``kCMFormatDescriptionColorPrimaries_P3_D65``.
        public static let p3_D65 = Self(rawValue: kCMFormatDescriptionColorPrimaries_P3_D65)
        /// Same as ``kCMFormatDescriptionColorPrimaries_ITU_R_2020``.
        public static let itu_R_2020 = Self(rawValue: kCMFormatDescriptionColorPrimaries_ITU_R_2020)
        /// Same as ``kCMFormatDescriptionColorPrimaries_P22``.
        public static let p22 = Self(rawValue: kCMFormatDescriptionColorPrimaries_P22)
    }

    /// How light becomes numbers.
    public struct TransferFunction: RawRepresentable, Hashable, Sendable {
        public let rawValue: CFString

        /// Makes the constant of a text, also of one without a name.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Same as ``kCMFormatDescriptionTransferFunction_ITU_R_709_2``.
        public static let itu_R_709_2 = Self(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_709_2)
        /// Same as ``kCMFormatDescriptionTransferFunction_SMPTE_240M_1995``.
        public static let smpte_240M_1995 = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_240M_1995)
        /// Same as ``kCMFormatDescriptionTransferFunction_UseGamma``.
        public static let useGamma = Self(rawValue: kCMFormatDescriptionTransferFunction_UseGamma)
        /// Same as ``kCMFormatDescriptionTransferFunction_ITU_R_2020``.
        public static let itu_R_2020 = Self(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2020)
        /// Same as ``kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1``.
        public static let smpte_ST_428_1 = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1)
        /// Same as ``kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ``.
        public static let smpte_ST_2084_PQ = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ)
        /// Same as ``kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG``.
        public static let itu_R_2100_HLG = Self(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG)
        /// Same as ``kCMFormatDescriptionTransferFunction_Linear``.
        public static let linear = Self(rawValue: kCMFormatDescriptionTransferFunction_Linear)
        /// Same as ``kCMFormatDescriptionTransferFunction_sRGB``.
        public static let sRGB = Self(rawValue: kCMFormatDescriptionTransferFunction_sRGB)
    }

    /// How RGB becomes Y'CbCr: the weights of red, green and blue in luma.
    public struct YCbCrMatrix: RawRepresentable, Hashable, Sendable {
        public let rawValue: CFString

        /// Makes the constant of a text, also of one without a name.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Same as ``kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2``.
        public static let itu_R_709_2 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2)
        /// Same as ``kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4``.
        public static let itu_R_601_4 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4)
        /// Same as ``kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995``.
        public static let smpte_240M_1995 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995)
        /// Same as ``kCMFormatDescriptionYCbCrMatrix_ITU_R_2020``.
        public static let itu_R_2020 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_2020)
    }

    /// How fields are woven.
    public struct FieldDetail: RawRepresentable, Hashable, Sendable {
        public let rawValue: CFString

        /// Makes the constant of a text, also of one without a name.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Same as ``kCMFormatDescriptionFieldDetail_TemporalTopFirst``.
        public static let temporalTopFirst = Self(rawValue: kCMFormatDescriptionFieldDetail_TemporalTopFirst)
        /// Same as ``kCMFormatDescriptionFieldDetail_TemporalBottomFirst``.
        public static let temporalBottomFirst = Self(rawValue: kCMFormatDescriptionFieldDetail_TemporalBottomFirst)
        /// Same as ``kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly``.
        public static let spatialFirstLineEarly = Self(rawValue: kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly)
        /// Same as ``kCMFormatDescriptionFieldDetail_SpatialFirstLineLate``.
        public static let spatialFirstLineLate = Self(rawValue: kCMFormatDescriptionFieldDetail_SpatialFirstLineLate)
    }

    /// Where colour samples lie.
    public struct ChromaLocation: RawRepresentable, Hashable, Sendable {
        public let rawValue: CFString

        /// Makes the constant of a text, also of one without a name.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Same as ``kCMFormatDescriptionChromaLocation_Left``.
        public static let left = Self(rawValue: kCMFormatDescriptionChromaLocation_Left)
        /// Same as ``kCMFormatDescriptionChromaLocation_Center``.
        public static let center = Self(rawValue: kCMFormatDescriptionChromaLocation_Center)
        /// Same as ``kCMFormatDescriptionChromaLocation_TopLeft``.
        public static let topLeft = Self(rawValue: kCMFormatDescriptionChromaLocation_TopLeft)
        /// Same as ``kCMFormatDescriptionChromaLocation_Top``.
        public static let top = Self(rawValue: kCMFormatDescriptionChromaLocation_Top)
        /// Same as ``kCMFormatDescriptionChromaLocation_BottomLeft``.
        public static let bottomLeft = Self(rawValue: kCMFormatDescriptionChromaLocation_BottomLeft)
        /// Same as ``kCMFormatDescriptionChromaLocation_Bottom``.
        public static let bottom = Self(rawValue: kCMFormatDescriptionChromaLocation_Bottom)
        /// Same as ``kCMFormatDescriptionChromaLocation_DV420``.
        public static let dv420 = Self(rawValue: kCMFormatDescriptionChromaLocation_DV420)
    }

    /// Whether colours are multiplied with alpha.
    public struct AlphaChannelMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: CFString

        /// Makes the constant of a text, also of one without a name.
        public init(rawValue: CFString) {
            self.rawValue = rawValue
        }

        /// Same as ``kCMFormatDescriptionAlphaChannelMode_StraightAlpha``.
        public static let straightAlpha = Self(rawValue: kCMFormatDescriptionAlphaChannelMode_StraightAlpha)
        /// Same as ``kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha``.
        public static let premultipliedAlpha = Self(rawValue: kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha)
    }
}
