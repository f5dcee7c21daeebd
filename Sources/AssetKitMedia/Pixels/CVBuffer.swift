internal import AssetKitBase
internal import Foundation

/// A picture in memory, seen as something that has attachments.
public typealias CVImageBuffer = CVBuffer
/// A picture in memory, seen as its pixels.
///
/// ```swift
/// var made: CVPixelBuffer?
/// CVPixelBufferCreate(nil, 640, 360, kCVPixelFormatType_32BGRA, nil, &made)
/// if let picture = made {
///     CVPixelBufferLockBaseAddress(picture, [])
///     let byteCount = CVPixelBufferGetBytesPerRow(picture) * CVPixelBufferGetHeight(picture)
///     CVPixelBufferGetBaseAddress(picture)?.initializeMemory(as: UInt8.self, repeating: 0x80, count: byteCount)
///     CVPixelBufferUnlockBaseAddress(picture, [])
///     print(picture.akWithPlane(0) { $0.byteCount } ?? 0)
/// }
/// ```
///
/// Lock it while you touch the pixels, with `.readOnly` where you only read: then nothing is copied, and a decoder's
/// pictures stay shared. As an addition to Core Video, ``CVBuffer/akWithPlane(_:_:)`` and
/// ``CVBuffer/akWithMutablePlane(_:_:)`` lock by themselves and lend a span, which cannot be kept. Pools
/// (``CVPixelBufferPool``) make many of one kind.
public typealias CVPixelBuffer = CVImageBuffer
/// Options without a meaning here.
public typealias CVOptionFlags = UInt64

/// A picture in memory: pixels of a format, and attachments that say what they mean. Equal by identity.
///
/// SAFETY: which memory is used and who locked it is behind a lock. The pixels themselves are the clients' to order, by
/// the calls that lock and unlock, as on Apple's systems.
public final class CVBuffer: Hashable, CMAttachmentBearerProtocol, AttachmentBearing, @unchecked Sendable {
    package let width: Int
    package let height: Int
    package let format: PixelFormat
    let extended: ExtendedPixels
    package let attachmentStore = AttachmentStore()
    private let access: Protected<Access>

    private struct Access {
        var storage: any PixelStorage
        /// Memory that was replaced while somebody could still be reading it.
        var retired: [any PixelStorage] = []
        var readers = 0
        var writers = 0
    }

    /// Makes a picture of pixels somewhere. The storage has the format's planes, each with enough rows and bytes.
    package init(
        width: Int,
        height: Int,
        format: PixelFormat,
        storage: any PixelStorage,
        extended: ExtendedPixels = ExtendedPixels()
    ) {
        require(storage.planeCount == format.planes.count, "\(format.type.fourCharacterText) has other planes")
        self.width = width
        self.height = height
        self.format = format
        self.extended = extended
        access = Protected(Access(storage: storage))
    }

    public static func == (left: CVBuffer, right: CVBuffer) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// The memory of the pixels at this moment.
    package var storage: any PixelStorage { access.withLock { $0.storage } }

    /// Whether the format has separate planes.
    package var isPlanar: Bool { format.isPlanar }

    /// Samples in a row of a plane; 0 where there is no such plane.
    package func width(ofPlane plane: Int) -> Int {
        format.planes.indices.contains(plane) ? format.planes[plane].width(ofPictureWidth: width) : 0
    }

    /// Rows of samples in a plane; 0 where there is no such plane.
    package func height(ofPlane plane: Int) -> Int {
        format.planes.indices.contains(plane) ? format.planes[plane].height(ofPictureHeight: height) : 0
    }

    /// Keeps the pixels at their place until `unlock`. Who wants to write gets memory that nobody else uses.
    package func lock(readOnly: Bool) -> CVReturn {
        access.withLock { access in
            guard !readOnly else {
                access.readers += 1
                return kCVReturnSuccess
            }
            if !access.storage.isWritable {
                guard let copy = copy(of: access.storage) else { return kCVReturnAllocationFailed }
                if access.readers > 0 { access.retired.append(access.storage) }
                access.storage = copy
            }
            access.writers += 1
            return kCVReturnSuccess
        }
    }

    /// Ends one `lock` of the same kind.
    package func unlock(readOnly: Bool) -> CVReturn {
        access.withLock { access in
            guard readOnly ? access.readers > 0 : access.writers > 0 else { return kCVReturnInvalidArgument }
            if readOnly { access.readers -= 1 } else { access.writers -= 1 }
            if access.readers == 0 { access.retired = [] }
            return kCVReturnSuccess
        }
    }

    private func copy(of storage: any PixelStorage) -> (any PixelStorage)? {
        guard let layout = PixelMemoryLayout(format, width: width, height: height),
            let memory = PixelMemory(byteCount: layout.byteCount)
        else { return nil }
        let copy = HeapPixelStorage(layout, memory: memory)
        copy.fill(from: storage)
        return copy
    }
}

extension CVBuffer {
    /// Lends the bytes of one plane (0 for packed formats) for reading, rows included as they lie: the picture is locked
    /// meanwhile. Nil where there is no such plane.
    public func akWithPlane<R>(_ plane: Int, _ body: (RawSpan) throws -> R) rethrows -> R? {
        guard format.planes.indices.contains(plane) else { return nil }
        _ = lock(readOnly: true)
        defer { _ = unlock(readOnly: true) }
        return try body(UnsafeRawBufferPointer(storage.memory(ofPlane: plane)).bytes)
    }

    /// Lends the bytes of one plane (0 for packed formats) for writing: the picture is locked meanwhile. Nil where there
    /// is no such plane, or no memory for a private copy.
    public func akWithMutablePlane<R>(_ plane: Int, _ body: (inout MutableRawSpan) throws -> R) rethrows -> R? {
        guard format.planes.indices.contains(plane), lock(readOnly: false) == kCVReturnSuccess else { return nil }
        defer { _ = unlock(readOnly: false) }
        let memory = storage.memory(ofPlane: plane)
        var span = memory.mutableBytes
        return try body(&span)
    }
}
