package import AssetKitMedia
internal import CFFmpeg

extension Scaler {
    /// Fills a picture, and attaches what its colours are. The picture's own matrix counts where it has one attached.
    package func scale(
        _ source: borrowing Frame,
        into buffer: CVPixelBuffer,
        chromaShift: ChromaShift = ChromaShift()
    ) throws {
        let color: PictureColor
        if buffer.format.type == kCVPixelFormatType_64RGBAHalf {
            color = try scaleToHalf(source, into: buffer)
        } else if buffer.isRoomy {
            let target = try Frame(lending: buffer, forWriting: true)
            try scale(source, into: target, chromaShift: chromaShift)
            color = target.color
        } else {
            let target = try Frame(padded: buffer)
            try scale(source, into: target, chromaShift: chromaShift)
            try target.copyRows(to: buffer)
            color = target.color
        }
        buffer.attach(color)
    }

    /// Fills a part of a picture, and the rest with black. The part begins at whole blocks of pixels that share chroma.
    package func scale(
        _ source: borrowing Frame,
        into buffer: CVPixelBuffer,
        part: PixelRect,
        chromaShift: ChromaShift = ChromaShift()
    ) throws {
        guard let format = PixelFormatMap.format(of: buffer.format.type) else {
            throw FFmpegError.unsupported(buffer.format.type)
        }
        let small = try Frame(width: part.width, height: part.height, format: format)
        small.setColor(buffer.color)
        try scale(source, into: small, chromaShift: chromaShift)
        let whole = try Frame(lending: buffer, forWriting: true)
        try whole.blacken()
        let place = try whole.view(of: part)
        try place.copyRows(of: small)
        buffer.attach(small.color)
    }

    /// Scales a picture into another.
    package func scale(_ picture: CVPixelBuffer, into buffer: CVPixelBuffer) throws {
        try scale(try Frame(reading: picture), into: buffer)
    }

    /// Scales a picture into a frame.
    package func scale(_ picture: CVPixelBuffer, into target: borrowing Frame) throws {
        try scale(try Frame(reading: picture), into: target)
    }

    /// FFmpeg 5.1 knows no half-precision numbers, so the last step is ours.
    private func scaleToHalf(_ source: borrowing Frame, into buffer: CVPixelBuffer) throws -> PictureColor {
        let whole = try Frame(width: buffer.width, height: buffer.height, format: AV_PIX_FMT_RGBA64LE)
        try scale(source, into: whole)
        guard buffer.lock(readOnly: false) == kCVReturnSuccess else {
            throw FFmpegError(code: ak_ERROR_NO_MEMORY, function: "CVPixelBufferLockBaseAddress")
        }
        defer { _ = buffer.unlock(readOnly: false) }
        let (storage, count) = (buffer.storage, buffer.width * 4)
        let memory = storage.memory(ofPlane: 0)
        for row in 0..<buffer.height {
            whole.withRow(row, ofPlane: 0) { from in
                for index in 0..<count {
                    let value = Float(from.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)) / 65535
                    let place = row * storage.bytesPerRow(ofPlane: 0) + index * 2
                    memory.storeBytes(of: Float16(value).bitPattern, toByteOffset: place, as: UInt16.self)
                }
            }
        }
        return whole.color
    }
}

extension Frame {
    /// A frame of a picture's pixels for reading: of its own memory where FFmpeg's vector code may look a little beyond
    /// the end, else of a copy.
    package init(reading picture: CVPixelBuffer) throws {
        if picture.format.type == kCVPixelFormatType_64RGBAHalf {
            try self.init(wholeNumbersOf: picture)
        } else if picture.isRoomy {
            try self.init(lending: picture, forWriting: false)
        } else {
            try self.init(copying: picture)
        }
    }

    /// An empty frame like a picture, with the padding that FFmpeg likes.
    package init(padded buffer: CVPixelBuffer) throws {
        guard let format = PixelFormatMap.format(of: buffer.format.type) else {
            throw FFmpegError.unsupported(buffer.format.type)
        }
        try self.init(width: buffer.width, height: buffer.height, format: format)
        setColor(buffer.color)
    }

    private init(copying picture: CVPixelBuffer) throws {
        try self.init(padded: picture)
        _ = picture.lock(readOnly: true)
        defer { _ = picture.unlock(readOnly: true) }
        let storage = picture.storage
        for (plane, shape) in planeShapes.enumerated() {
            let memory = storage.memory(ofPlane: plane)
            for row in 0..<shape.rowCount {
                let from = memory[(row * storage.bytesPerRow(ofPlane: plane))...].prefix(shape.byteCount)
                withRow(row, ofPlane: plane) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: from)) }
            }
        }
    }

    private init(wholeNumbersOf picture: CVPixelBuffer) throws {
        try self.init(width: picture.width, height: picture.height, format: AV_PIX_FMT_RGBA64LE)
        setColor(picture.color)
        _ = picture.lock(readOnly: true)
        defer { _ = picture.unlock(readOnly: true) }
        let storage = picture.storage
        let memory = storage.memory(ofPlane: 0)
        for row in 0..<picture.height {
            withRow(row, ofPlane: 0) { to in
                for index in 0..<(picture.width * 4) {
                    let place = row * storage.bytesPerRow(ofPlane: 0) + index * 2
                    let half = Float16(bitPattern: memory.loadUnaligned(fromByteOffset: place, as: UInt16.self))
                    // A number that is none counts as nothing; colours beyond the range as the nearest within.
                    let value = half.isNaN ? 0 : min(max(Float(half), 0), 1)
                    to.storeBytes(of: UInt16((value * 65535).rounded()), toByteOffset: index * 2, as: UInt16.self)
                }
            }
        }
    }

    /// Copies the samples of a frame of the same size and format.
    func copyRows(of other: borrowing Frame) throws {
        for (plane, shape) in other.planeShapes.enumerated() {
            for row in 0..<shape.rowCount {
                other.withRow(row, ofPlane: plane) { from in
                    withRow(row, ofPlane: plane) { to in
                        to.copyMemory(from: UnsafeRawBufferPointer(rebasing: from.prefix(shape.byteCount)))
                    }
                }
            }
        }
    }

    /// Copies the samples into a picture of the same size and format.
    func copyRows(to buffer: CVPixelBuffer) throws {
        guard buffer.lock(readOnly: false) == kCVReturnSuccess else {
            throw FFmpegError(code: ak_ERROR_NO_MEMORY, function: "CVPixelBufferLockBaseAddress")
        }
        defer { _ = buffer.unlock(readOnly: false) }
        let storage = buffer.storage
        for (plane, shape) in planeShapes.enumerated() {
            let memory = storage.memory(ofPlane: plane)
            for row in 0..<shape.rowCount {
                let to = memory[(row * storage.bytesPerRow(ofPlane: plane))...].prefix(shape.byteCount)
                withRow(row, ofPlane: plane) { from in
                    UnsafeMutableRawBufferPointer(rebasing: to).copyMemory(
                        from: UnsafeRawBufferPointer(rebasing: from.prefix(to.count))
                    )
                }
            }
        }
    }
}

extension CVBuffer {
    /// Whether vector code may work in the picture's memory: it goes over a row's end up to the next multiple of 64
    /// bytes, and looks as far beyond the end of the last row.
    fileprivate var isRoomy: Bool {
        let storage = storage
        guard storage is HeapPixelStorage || storage is FramePixelStorage else { return false }
        return (0..<storage.planeCount).allSatisfy { plane in
            let base = UInt(bitPattern: storage.memory(ofPlane: plane).baseAddress)
            return base % 64 == 0 && storage.bytesPerRow(ofPlane: plane) % 64 == 0
        }
    }
}
