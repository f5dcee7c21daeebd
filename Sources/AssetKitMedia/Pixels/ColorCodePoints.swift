public import CMTimeLib

// Numbers of ITU-T H.273, "coding-independent code points", and the texts of Core Video.

private let primaries: [(code: Int32, name: CFString)] = [
    (1, kCVImageBufferColorPrimaries_ITU_R_709_2), (5, kCVImageBufferColorPrimaries_EBU_3213),
    (6, kCVImageBufferColorPrimaries_SMPTE_C), (7, kCVImageBufferColorPrimaries_SMPTE_C),
    (9, kCVImageBufferColorPrimaries_ITU_R_2020), (11, kCVImageBufferColorPrimaries_DCI_P3),
    (12, kCVImageBufferColorPrimaries_P3_D65), (22, kCVImageBufferColorPrimaries_P22),
]

private let transferFunctions: [(code: Int32, name: CFString)] = [
    (1, kCVImageBufferTransferFunction_ITU_R_709_2), (6, kCVImageBufferTransferFunction_ITU_R_709_2),
    (7, kCVImageBufferTransferFunction_SMPTE_240M_1995), (8, kCVImageBufferTransferFunction_Linear),
    (13, kCVImageBufferTransferFunction_sRGB), (14, kCVImageBufferTransferFunction_ITU_R_2020),
    (15, kCVImageBufferTransferFunction_ITU_R_2020), (16, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ),
    (17, kCVImageBufferTransferFunction_SMPTE_ST_428_1), (18, kCVImageBufferTransferFunction_ITU_R_2100_HLG),
]

private let matrices: [(code: Int32, name: CFString)] = [
    (1, kCVImageBufferYCbCrMatrix_ITU_R_709_2), (6, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
    (5, kCVImageBufferYCbCrMatrix_ITU_R_601_4), (7, kCVImageBufferYCbCrMatrix_SMPTE_240M_1995),
    (9, kCVImageBufferYCbCrMatrix_ITU_R_2020),
]

/// The number that says "not known".
private let unspecified: Int32 = 2

private func code(_ name: CFString?, in list: [(code: Int32, name: CFString)]) -> Int32 {
    list.first { $0.name == name }?.code ?? unspecified
}

private func name(_ code: Int32, in list: [(code: Int32, name: CFString)]) -> UnmanagedValue<CFString>? {
    list.first { $0.code == code }.map { UnmanagedValue($0.name) }
}

/// The number of a matrix; 2 where it is not known.
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
    code(yCbCrMatrixString, in: matrices)
}

/// The number of primaries; 2 where they are not known.
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
    code(colorPrimariesString, in: primaries)
}

/// The number of a transfer function; 2 where it is not known.
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
    code(transferFunctionString, in: transferFunctions)
}

/// The matrix of a number.
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> UnmanagedValue<CFString>? {
    name(yCbCrMatrixCodePoint, in: matrices)
}

/// The primaries of a number.
public func CVColorPrimariesGetStringForIntegerCodePoint(
    _ colorPrimariesCodePoint: Int32
) -> UnmanagedValue<CFString>? {
    name(colorPrimariesCodePoint, in: primaries)
}

/// The transfer function of a number.
public func CVTransferFunctionGetStringForIntegerCodePoint(
    _ transferFunctionCodePoint: Int32
) -> UnmanagedValue<CFString>? {
    name(transferFunctionCodePoint, in: transferFunctions)
}
