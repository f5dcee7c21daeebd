import Testing

@testable import AssetKit
@testable import AssetKitBase
@testable import AssetKitMedia

@Suite("CVPixelBuffer")
struct CVPixelBufferTests {
    private func make(
        _ width: Int,
        _ height: Int,
        _ format: OSType,
        _ attributes: [String: Any]? = nil
    ) -> (CVReturn, CVPixelBuffer?) {
        var buffer: CVPixelBuffer?
        let result = CVPixelBufferCreate(
            kCFAllocatorDefault,
            width,
            height,
            format,
            attributes as CFDictionary?,
            &buffer
        )
        return (result, buffer)
    }

    @Test(
        "every supported format can be made, written to its last byte and read",
        arguments: PixelFormatRegistry.shared.types
    )
    func allFormats(format: OSType) throws {
        let buffer = try #require(make(7, 5, format).1)
        #expect(CVPixelBufferGetWidth(buffer) == 7 && CVPixelBufferGetHeight(buffer) == 5)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == format)
        for plane in 0..<max(CVPixelBufferGetPlaneCount(buffer), 1) {
            let row = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
            #expect(row % 64 == 0)
            let address = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
            #expect(UInt(bitPattern: address) % 64 == 0)
            buffer.akWithMutablePlane(plane) { bytes in
                #expect(bytes.byteCount == row * CVPixelBufferGetHeightOfPlane(buffer, plane))
                bytes.storeBytes(of: 0xab, toByteOffset: bytes.byteCount - 1, as: UInt8.self)
            }
            let last = buffer.akWithPlane(plane) { $0.unsafeLoad(fromByteOffset: $0.byteCount - 1, as: UInt8.self) }
            #expect(last == 0xab)
        }
    }

    @Test("a twin has the same pixels, attachments of its own, and the memory when the other one is gone")
    func twin() throws {
        var buffer = make(7, 5, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange).1
        let twin = try #require(buffer?.twin())
        #expect(twin != buffer)
        CVBufferSetAttachment(twin, "mine", 1, .shouldNotPropagate)
        #expect(buffer.map { CVBufferHasAttachment($0, "mine") } == false)
        #expect(CVBufferHasAttachment(twin.twin(), "mine"))
        _ = buffer?.akWithMutablePlane(1) { $0.storeBytes(of: 0xab, toByteOffset: 3, as: UInt8.self) }
        buffer = nil
        #expect(twin.akWithPlane(1) { $0.unsafeLoad(fromByteOffset: 3, as: UInt8.self) } == 0xab)
    }

    @Test(
        "a copy has all pixels and attachments, however long the rows are",
        arguments: PixelFormatRegistry.shared.types
    )
    func copy(format: OSType) throws {
        let long = [kCVPixelBufferBytesPerRowAlignmentKey as String: 256]
        let (source, target) = (try #require(make(7, 5, format, long).1), try #require(make(7, 5, format).1))
        CVBufferSetAttachment(source, "stays", 1, .shouldNotPropagate)
        func last(_ plane: Int) -> Int { CVPixelBufferGetHeightOfPlane(source, plane) - 1 }
        let planes = 0..<max(CVPixelBufferGetPlaneCount(source), 1)
        for plane in planes {
            let row = CVPixelBufferGetBytesPerRowOfPlane(source, plane)
            source.akWithMutablePlane(plane) { bytes in
                bytes.storeBytes(of: UInt8(plane + 1), toByteOffset: last(plane) * row, as: UInt8.self)
            }
        }
        #expect(source.copy(to: target))
        for plane in planes {
            let place = last(plane) * CVPixelBufferGetBytesPerRowOfPlane(target, plane)
            let byte = target.akWithPlane(plane) { $0.unsafeLoad(fromByteOffset: place, as: UInt8.self) }
            #expect(byte == UInt8(plane + 1))
        }
        #expect(CVBufferHasAttachment(target, "stays"))
    }

    @Test("the planes of 4:2:0 pictures of odd size round up")
    func oddSizes() throws {
        let buffer = try #require(make(7, 5, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange).1)
        #expect(CVPixelBufferIsPlanar(buffer) && CVPixelBufferGetPlaneCount(buffer) == 2)
        #expect(CVPixelBufferGetWidthOfPlane(buffer, 0) == 7 && CVPixelBufferGetHeightOfPlane(buffer, 0) == 5)
        #expect(CVPixelBufferGetWidthOfPlane(buffer, 1) == 4 && CVPixelBufferGetHeightOfPlane(buffer, 1) == 3)
        #expect(CVPixelBufferGetWidthOfPlane(buffer, 2) == 0 && CVPixelBufferGetHeightOfPlane(buffer, -1) == 0)
        #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 9) == nil)
        #expect(CVPixelBufferGetBaseAddress(buffer) == CVPixelBufferGetBaseAddressOfPlane(buffer, 0))
        #expect(buffer.akWithPlane(2) { _ in 1 } == nil)
        let packed = try #require(make(7, 5, kCVPixelFormatType_32BGRA).1)
        #expect(CVPixelBufferGetPlaneCount(packed) == 0 && !CVPixelBufferIsPlanar(packed))
        #expect(CVPixelBufferGetBytesPerRow(packed) == 64 && CVPixelBufferGetDataSize(packed) == 320)
    }

    @Test(
        "sizes, formats and attributes that make no sense are refused",
        arguments: [
            (0, 4, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize),
            (4, -1, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize),
            (Int.max, Int.max, kCVPixelFormatType_32BGRA, kCVReturnInvalidSize),
            (1 << 20, 1 << 20, kCVPixelFormatType_128RGBAFloat, kCVReturnInvalidSize),
            (4, 4, 0x3f3f_3f3f, kCVReturnInvalidPixelFormat),
        ]
    )
    func refused(width: Int, height: Int, format: OSType, expected: CVReturn) {
        let (result, buffer) = make(width, height, format)
        #expect(result == expected && buffer == nil)
    }

    @Test("attributes take numbers of any type and ignore what means nothing here")
    func attributeNumbers() throws {
        let attributes: [String: Any] = [
            kCVPixelBufferPixelFormatTypeKey: [UInt32(kCVPixelFormatType_32BGRA)], kCVPixelBufferWidthKey: CGFloat(8),
            kCVPixelBufferBytesPerRowAlignmentKey: NSNumber(value: 256), kCVPixelBufferIOSurfacePropertiesKey: [:],
            kCVPixelBufferMetalCompatibilityKey: true,
        ]
        let buffer = try #require(make(8, 2, kCVPixelFormatType_32BGRA, attributes).1)
        #expect(CVPixelBufferGetBytesPerRow(buffer) == 256)
        let bad = make(8, 2, kCVPixelFormatType_32BGRA, [kCVPixelBufferWidthKey: "wide"])
        #expect(bad.0 == kCVReturnInvalidPixelBufferAttributes)
        let huge = make(8, 2, kCVPixelFormatType_32BGRA, [kCVPixelBufferExtendedPixelsLeftKey: Int.max])
        #expect(huge.0 == kCVReturnInvalidPixelBufferAttributes)
    }

    @Test("locks nest, and unlocking takes the flags of the lock")
    func locking() throws {
        let buffer = try #require(make(2, 2, kCVPixelFormatType_32BGRA).1)
        #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnInvalidArgument)
    }

    /// Pixels that somebody else still looks at.
    private final class SharedStorage: PixelStorage {
        private let memory = LentPixelStorage.block(byteCount: 64)
        let planeCount = 1
        let isWritable = false
        func bytesPerRow(ofPlane plane: Int) -> Int { 32 }
        func rowCount(ofPlane plane: Int) -> Int { 2 }
        func memory(ofPlane plane: Int) -> UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(start: memory.base, count: memory.byteCount)
        }
    }

    @Test("writing to shared pixels makes a private copy, reading does not")
    func copiesOnWrite() throws {
        let shared = SharedStorage()
        shared.memory(ofPlane: 0)[33] = 7
        let format = try #require(PixelFormat(kCVPixelFormatType_32BGRA))
        let buffer = CVPixelBuffer(width: 4, height: 2, format: format, storage: shared)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        let before = CVPixelBufferGetBaseAddress(buffer)
        #expect(before == shared.memory(ofPlane: 0).baseAddress)
        CVPixelBufferLockBaseAddress(buffer, [])
        let after = try #require(CVPixelBufferGetBaseAddress(buffer))
        #expect(after != before && CVPixelBufferGetBytesPerRow(buffer) == 64)
        #expect(after.load(fromByteOffset: 65, as: UInt8.self) == 7)
        after.storeBytes(of: 9, toByteOffset: 65, as: UInt8.self)
        #expect(shared.memory(ofPlane: 0)[33] == 7)
        CVPixelBufferUnlockBaseAddress(buffer, [])
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        CVPixelBufferLockBaseAddress(buffer, [])
        #expect(CVPixelBufferGetBaseAddress(buffer) == after)
        CVPixelBufferUnlockBaseAddress(buffer, [])
    }

    @Test("a buffer over a client's bytes does not copy, and gives them back once")
    func lentBytes() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
        defer { memory.deallocate() }
        var released = 0
        let count = withUnsafeMutablePointer(to: &released) { counter in
            var buffer: CVPixelBuffer?
            let result = CVPixelBufferCreateWithBytes(
                nil,
                4,
                2,
                kCVPixelFormatType_32BGRA,
                memory,
                32,
                { reference, _ in reference?.assumingMemoryBound(to: Int.self).pointee += 1 },
                counter,
                nil,
                &buffer
            )
            #expect(result == kCVReturnSuccess && buffer.flatMap(CVPixelBufferGetBaseAddress) == memory)
            buffer = nil
            return counter.pointee
        }
        #expect(count == 1)
        var buffer: CVPixelBuffer?
        func result(row: Int) -> CVReturn {
            CVPixelBufferCreateWithBytes(nil, 4, 2, kCVPixelFormatType_32BGRA, memory, row, nil, nil, nil, &buffer)
        }
        #expect(result(row: 15) == kCVReturnInvalidArgument)
        #expect(result(row: -64) == kCVReturnInvalidArgument)
        #expect(result(row: Int.max) == kCVReturnInvalidArgument)
        #expect(buffer == nil)
    }

    @Test("a buffer over a client's planes checks each of them")
    func lentPlanes() throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 96, alignment: 16)
        defer { memory.deallocate() }
        var bases: [UnsafeMutableRawPointer?] = [memory, memory + 64]
        var widths = [8, 4]
        var heights = [8, 4]
        var rows = [8, 8]
        let released = Lock(0)
        var buffer: CVPixelBuffer?
        func create(_ planes: Int) -> CVReturn {
            CVPixelBufferCreateWithPlanarBytes(
                nil,
                8,
                8,
                kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
                memory,
                96,
                planes,
                &bases,
                &widths,
                &heights,
                &rows,
                { _, _, _, count, _ in released.withLock { $0 += count } },
                nil,
                nil,
                &buffer
            )
        }
        #expect(create(2) == kCVReturnSuccess)
        #expect(buffer.flatMap { CVPixelBufferGetBaseAddressOfPlane($0, 1) } == memory + 64)
        buffer = nil
        #expect(released.withLock { $0 } == 2)
        #expect(create(1) == kCVReturnInvalidArgument)
        rows[1] = 7
        #expect(create(2) == kCVReturnInvalidArgument)
        rows[1] = 8
        bases[1] = nil
        #expect(create(2) == kCVReturnInvalidArgument)
    }

    @Test("extended pixels repeat the sides", arguments: [kCVPixelFormatType_OneComponent8, kCVPixelFormatType_32BGRA])
    func extendedPixels(format: OSType) throws {
        let attributes = [
            kCVPixelBufferExtendedPixelsLeftKey: 2, kCVPixelBufferExtendedPixelsRightKey: 1,
            kCVPixelBufferExtendedPixelsTopKey: 1, kCVPixelBufferExtendedPixelsBottomKey: 1,
        ]
        let buffer = try #require(make(3, 2, format, attributes).1)
        let size = format == kCVPixelFormatType_32BGRA ? 4 : 1
        var sides = (0, 0, 0, 0)
        CVPixelBufferGetExtendedPixels(buffer, &sides.0, &sides.1, &sides.2, &sides.3)
        #expect(sides == (2, 1, 1, 1))
        let base = try #require(CVPixelBufferGetBaseAddress(buffer)?.assumingMemoryBound(to: UInt8.self))
        let row = CVPixelBufferGetBytesPerRow(buffer)
        for y in 0..<2 { for x in 0..<3 * size { base[y * row + x] = UInt8(10 * y + x / size) } }
        #expect(CVPixelBufferFillExtendedPixels(buffer) == kCVReturnSuccess)
        #expect(base[-2 * size] == 0 && base[3 * size] == 2)
        #expect(base[-row - size] == 0 && base[-row + 3 * size] == 2)
        #expect(base[2 * row + 3 * size] == 12 && base[2 * row - 2 * size] == 10)
    }

    @Test("attributes of several wishes are merged, and formats reduced to what all accept")
    func resolvedAttributes() {
        var resolved: CFDictionary?
        let first: [String: Any] = [kCVPixelBufferPixelFormatTypeKey: [1, 2, 32], kCVPixelBufferWidthKey: 5]
        let second: [String: Any] = [kCVPixelBufferPixelFormatTypeKey: [32, 24], kCVPixelBufferHeightKey: 6]
        #expect(CVPixelBufferCreateResolvedAttributesDictionary(nil, [first, second], &resolved) == kCVReturnSuccess)
        #expect(resolved.map { $0[kCVPixelBufferPixelFormatTypeKey] as? OSType } == 32)
        #expect(resolved?[kCVPixelBufferWidthKey] as? Int == 5 && resolved?[kCVPixelBufferHeightKey] as? Int == 6)
        let third: [String: Any] = [kCVPixelBufferPixelFormatTypeKey: 7]
        #expect(CVPixelBufferCreateResolvedAttributesDictionary(nil, [first, third], &resolved) != kCVReturnSuccess)
    }

    @Test("a registered format can be made, known ones stay as they are")
    func registering() throws {
        let code = "tst1".fourCharCode
        CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType([kCVPixelFormatBitsPerBlock: 40], code)
        let buffer = try #require(make(100, 2, code).1)
        #expect(CVPixelBufferGetBytesPerRow(buffer) >= 500)
        CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType([kCVPixelFormatBitsPerBlock: 8], code)
        #expect(PixelFormat(code)?.planes[0].bytesPerBlock == 5)
        CVPixelFormatDescriptionRegisterDescriptionWithPixelFormatType([kCVPixelFormatBitsPerBlock: -8], 0x7473_7432)
        #expect(PixelFormat(0x7473_7432) == nil)
        let description = CVPixelFormatDescriptionCreateWithPixelFormatType(nil, kCVPixelFormatType_420YpCbCr8Planar)
        #expect((description?[kCVPixelFormatPlanes] as? [Any])?.count == 3)
    }

    @Test("attachments name the colour space and the clean part")
    func attachments() throws {
        let buffer = try #require(make(720, 576, kCVPixelFormatType_422YpCbCr8).1)
        CVBufferSetAttachment(
            buffer,
            kCVImageBufferColorPrimariesKey,
            kCVImageBufferColorPrimaries_ITU_R_2020,
            .shouldPropagate
        )
        CVBufferSetAttachment(
            buffer,
            kCVImageBufferTransferFunctionKey,
            kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ,
            .shouldPropagate
        )
        CVBufferSetAttachment(
            buffer,
            kCVImageBufferPixelAspectRatioKey,
            [
                kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 16,
                kCVImageBufferPixelAspectRatioVerticalSpacingKey: 15,
            ],
            .shouldPropagate
        )
        let clean = [
            kCVImageBufferCleanApertureWidthKey: 704, kCVImageBufferCleanApertureHeightKey: 570,
            kCVImageBufferCleanApertureHorizontalOffsetKey: 2, kCVImageBufferCleanApertureVerticalOffsetKey: 1,
        ]
        CVBufferSetAttachment(buffer, kCVImageBufferCleanApertureKey, clean, .shouldNotPropagate)
        #expect(CVImageBufferGetColorSpace(buffer)?.takeUnretainedValue().name == CGColorSpace.itur_2100_PQ)
        #expect(CVImageBufferGetCleanRect(buffer) == CGRect(x: 10, y: 2, width: 704, height: 570))
        let shown = CVImageBufferGetDisplaySize(buffer)
        #expect(abs(shown.width - 704 * 16 / 15) < 1e-9 && shown.height == 570)
        #expect(CVBufferCopyAttachments(buffer, .shouldPropagate)?.count == 3)
        let other = try #require(make(2, 2, kCVPixelFormatType_32BGRA).1)
        CVBufferPropagateAttachments(buffer, other)
        #expect(CVBufferHasAttachment(other, kCVImageBufferColorPrimariesKey))
        #expect(!CVBufferHasAttachment(other, kCVImageBufferCleanApertureKey))
        let text = CVBufferGetAttachment(other, kCVImageBufferColorPrimariesKey, nil)?.takeUnretainedValue() as? String
        #expect(text == "ITU_R_2020")
    }

    @Test("colour numbers and names lead to each other")
    func codePoints() {
        for code: Int32 in [1, 5, 6, 9, 11, 12] {
            let name = CVColorPrimariesGetStringForIntegerCodePoint(code)?.takeUnretainedValue()
            #expect(CVColorPrimariesGetIntegerCodePointForString(name) == code)
        }
        #expect(CVTransferFunctionGetIntegerCodePointForString(kCVImageBufferTransferFunction_ITU_R_2100_HLG) == 18)
        #expect(CVYCbCrMatrixGetIntegerCodePointForString(kCVImageBufferYCbCrMatrix_ITU_R_601_4) == 6)
        #expect(CVYCbCrMatrixGetIntegerCodePointForString(nil) == 2)
        #expect(CVYCbCrMatrixGetStringForIntegerCodePoint(-5) == nil)
    }
}

extension LentPixelStorage {
    fileprivate static func block(byteCount: Int) -> PixelMemory {
        guard let memory = PixelMemory(byteCount: byteCount) else { preconditionFailure("no memory left") }
        return memory
    }
}
