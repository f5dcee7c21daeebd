package import AssetKitBase
package import AssetKitMedia
internal import CFFmpeg
internal import CMTimeLib
internal import Foundation

/// A picture whose memory is lent to FFmpeg: locked until the last reference to it goes.
///
/// SAFETY: `buffer` is set once, and locking is the buffer's own business.
private final class LentPicture: @unchecked Sendable {
    private let buffer: CVPixelBuffer
    private let isReadOnly: Bool

    init(_ buffer: CVPixelBuffer, isReadOnly: Bool) throws {
        self.buffer = buffer
        self.isReadOnly = isReadOnly
        guard buffer.lock(readOnly: isReadOnly) == kCVReturnSuccess else {
            throw FFmpegError(code: ak_ERROR_NO_MEMORY, function: "CVPixelBufferLockBaseAddress")
        }
    }

    func giveBack() { _ = buffer.unlock(readOnly: isReadOnly) }
}

extension Frame {
    /// Makes a frame of a picture's own memory, without a copy. The picture stays locked until the frame and all
    /// references to it are gone.
    package init(lending buffer: CVPixelBuffer, forWriting: Bool) throws {
        self.init()
        guard let format = PixelFormatMap.format(of: buffer.format.type) else {
            throw FFmpegError.unsupported(buffer.format.type)
        }
        let lent = try LentPicture(buffer, isReadOnly: !forWriting)
        defer { if isEmpty { lent.giveBack() } }
        let storage = buffer.storage
        withRaw { raw in
            raw.pointee.width = CInt(clamping: buffer.width)
            raw.pointee.height = CInt(clamping: buffer.height)
            raw.pointee.format = format.rawValue
            for plane in 0..<min(storage.planeCount, 4) {
                let memory = storage.memory(ofPlane: plane)
                let base = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
                raw.setPlane(plane, base, bytesPerRow: storage.bytesPerRow(ofPlane: plane))
                // The first reference stands for the whole picture; the others only say which memory is whose.
                raw.setBuffer(plane, base, memory.count, lent: plane == 0 ? lent : nil, isReadOnly: !forWriting)
            }
        }
        setColor(buffer.color)
    }

    /// Its last row comes first in memory.
    package var standsOnItsHead: Bool { planeShapes.indices.contains { lineSize(ofPlane: $0) <= 0 } }

    /// A picture of the frame's pixels, which leave the frame; nil where no pixel format has their layout.
    package func takePixelBuffer() throws -> CVPixelBuffer? {
        guard let type = PixelFormatMap.type(of: pixelFormat, isFullRange: color.isFullRange),
            let format = PixelFormat(type)
        else { return nil }
        let (color, aspect, chroma) = (color, pixelAspect, withRaw { $0.pointee.chroma_location })
        let (width, height, field) = (width, height, isInterlaced ? isTopFieldFirst : nil)
        let storage = try FramePixelStorage(takingFrom: self)
        let buffer = CVBuffer(width: width, height: height, format: format, storage: storage)
        buffer.attach(color)
        buffer.attach(pixelAspect: aspect)
        buffer.attach(isTopFieldFirst: field)
        buffer.attach(chroma)
        return buffer
    }
}

extension UnsafeMutablePointer<AVFrame> {
    fileprivate func setPlane(_ plane: Int, _ base: UnsafeMutablePointer<UInt8>?, bytesPerRow: Int) {
        withUnsafeMutableBytes(of: &pointee.data) {
            $0.storeBytes(
                of: base,
                toByteOffset: plane * MemoryLayout<Int>.stride,
                as: UnsafeMutablePointer<UInt8>?.self
            )
        }
        withUnsafeMutableBytes(of: &pointee.linesize) {
            $0.storeBytes(of: CInt(clamping: bytesPerRow), toByteOffset: plane * 4, as: CInt.self)
        }
    }

    fileprivate func setBuffer(
        _ plane: Int,
        _ base: UnsafeMutablePointer<UInt8>?,
        _ count: Int,
        lent: LentPicture?,
        isReadOnly: Bool
    ) {
        let reference = av_buffer_create(
            base,
            count,
            { opaque, _ in
                guard let opaque else { return }
                Unmanaged<LentPicture>.fromOpaque(opaque).takeRetainedValue().giveBack()
            },
            lent.map { Unmanaged.passRetained($0).toOpaque() },
            isReadOnly ? AV_BUFFER_FLAG_READONLY : 0
        )
        withUnsafeMutableBytes(of: &pointee.buf) {
            $0.storeBytes(
                of: reference,
                toByteOffset: plane * MemoryLayout<Int>.stride,
                as: UnsafeMutablePointer<AVBufferRef>?.self
            )
        }
    }
}

extension FFmpegError {
    /// FFmpeg has no pixels of this kind.
    package static func unsupported(_ type: OSType) -> FFmpegError {
        FFmpegError(
            code: ak_ERROR_UNSUPPORTED,
            function: "sws_init_context",
            detail: "the pixel format is \(type.fourCharacterText)"
        )
    }
}

extension CVBuffer {
    /// What the components mean, as far as format and attachments say.
    package var color: PictureColor {
        func text(_ key: CFString) -> CFString? { CVBufferCopyAttachment(self, key, nil) as? String }
        return PictureColor(
            primaries: CVColorPrimariesGetIntegerCodePointForString(text(kCVImageBufferColorPrimariesKey)),
            transfer: CVTransferFunctionGetIntegerCodePointForString(text(kCVImageBufferTransferFunctionKey)),
            matrix: CVYCbCrMatrixGetIntegerCodePointForString(text(kCVImageBufferYCbCrMatrixKey)),
            isFullRange: PixelFormatMap.isFullRange(format.type)
        )
    }

    /// Attaches what is known of the colours. What is not known leaves no attachment.
    package func attach(_ color: PictureColor) {
        attach(kCVImageBufferColorPrimariesKey, CVColorPrimariesGetStringForIntegerCodePoint(color.primaries))
        attach(kCVImageBufferTransferFunctionKey, CVTransferFunctionGetStringForIntegerCodePoint(color.transfer))
        guard format.traits.contains(.yCbCr) else { return }
        attach(kCVImageBufferYCbCrMatrixKey, CVYCbCrMatrixGetStringForIntegerCodePoint(color.matrix))
    }

    /// Attaches what alpha does to colours.
    package func attach(isPremultiplied: Bool) {
        let mode =
            isPremultiplied
            ? kCVImageBufferAlphaChannelMode_PremultipliedAlpha : kCVImageBufferAlphaChannelMode_StraightAlpha
        CVBufferSetAttachment(self, kCVImageBufferAlphaChannelModeKey, mode, .shouldPropagate)
    }

    private func attach(_ key: CFString, _ value: UnmanagedValue<CFString>?) {
        guard let value else { return }
        CVBufferSetAttachment(self, key, value.takeUnretainedValue(), .shouldPropagate)
    }

    /// Attaches the shape of a pixel; square ones leave no attachment.
    package func attach(pixelAspect: (horizontal: Int, vertical: Int)?) {
        guard let pixelAspect, pixelAspect.horizontal != pixelAspect.vertical else { return }
        let value: CFDictionary = [
            kCVImageBufferPixelAspectRatioHorizontalSpacingKey: pixelAspect.horizontal,
            kCVImageBufferPixelAspectRatioVerticalSpacingKey: pixelAspect.vertical,
        ]
        CVBufferSetAttachment(self, kCVImageBufferPixelAspectRatioKey, value, .shouldPropagate)
    }

    fileprivate func attach(isTopFieldFirst: Bool?) {
        guard let isTopFieldFirst else { return }
        let detail =
            isTopFieldFirst
            ? kCVImageBufferFieldDetailSpatialFirstLineEarly : kCVImageBufferFieldDetailSpatialFirstLineLate
        CVBufferSetAttachment(self, kCVImageBufferFieldCountKey, 2, .shouldPropagate)
        CVBufferSetAttachment(self, kCVImageBufferFieldDetailKey, detail, .shouldPropagate)
    }

    fileprivate func attach(_ location: AVChromaLocation) {
        let names: [AVChromaLocation: CFString] = [
            AVCHROMA_LOC_LEFT: kCVImageBufferChromaLocation_Left,
            AVCHROMA_LOC_CENTER: kCVImageBufferChromaLocation_Center,
            AVCHROMA_LOC_TOPLEFT: kCVImageBufferChromaLocation_TopLeft,
            AVCHROMA_LOC_TOP: kCVImageBufferChromaLocation_Top,
            AVCHROMA_LOC_BOTTOMLEFT: kCVImageBufferChromaLocation_BottomLeft,
            AVCHROMA_LOC_BOTTOM: kCVImageBufferChromaLocation_Bottom,
        ]
        guard let name = names[location] else { return }
        CVBufferSetAttachment(self, kCVImageBufferChromaLocationTopFieldKey, name, .shouldPropagate)
    }
}
