internal import AssetKitPixels
internal import CFFmpeg

/// Moves the numbers of pictures into planes of their own, without a change of value.
struct ComponentMover {
    /// Where one component lies in both.
    private struct Move {
        var sourcePlane: Int
        var sourceStep: Int
        var sourceOffset: Int
        var sourceShift: UInt16
        var targetPlane: Int
        var isWide: Bool
        var isColor: Bool
    }

    private let moves: [Move]
    private let colorShift: (horizontal: Int, vertical: Int)

    /// nil where the two formats do not hold the same numbers, or the target has no plane for each component, and for red,
    /// green and blue unless they are asked for.
    init?(from source: AVPixelFormat, to target: AVPixelFormat, movesRGB: Bool = false) {
        guard let from = av_pix_fmt_desc_get(source)?.pointee, let to = av_pix_fmt_desc_get(target)?.pointee else {
            return nil
        }
        let strange = UInt64(
            AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
        )
        let rgb = UInt64(AV_PIX_FMT_FLAG_RGB)
        guard (from.flags | to.flags) & (movesRGB ? strange : strange | rgb) == 0, (from.flags ^ to.flags) & rgb == 0,
            from.nb_components == to.nb_components,
            from.log2_chroma_w == to.log2_chroma_w, from.log2_chroma_h == to.log2_chroma_h
        else { return nil }
        var moves: [Move] = []
        for index in 0..<Int(from.nb_components) {
            let (one, other) = (from.component(index), to.component(index))
            let bytes = one.depth > 8 ? 2 : 1
            guard one.depth == other.depth, other.step == bytes, other.offset == 0, other.shift == 0 else { return nil }
            moves.append(
                Move(
                    sourcePlane: Int(one.plane),
                    sourceStep: Int(one.step),
                    sourceOffset: Int(one.offset),
                    sourceShift: UInt16(one.shift),
                    targetPlane: Int(other.plane),
                    isWide: bytes == 2,
                    isColor: index == 1 || index == 2
                )
            )
        }
        self.moves = moves
        colorShift = (Int(from.log2_chroma_w), Int(from.log2_chroma_h))
    }

    /// Fills `target`, which is at least as large; what the source does not have repeats its last column and row.
    func move(_ source: borrowing Frame, into target: borrowing Frame) throws {
        try source.withRaw { from throws(FFmpegError) in
            try target.withRaw { to throws(FFmpegError) in
                for move in moves { try self.move(move, from, to) }
            }
        }
    }

    private func move(
        _ move: Move,
        _ source: UnsafeMutablePointer<AVFrame>,
        _ target: UnsafeMutablePointer<AVFrame>
    ) throws(FFmpegError) {
        guard let from = source.pointee.extended_data[move.sourcePlane],
            let to = target.pointee.extended_data[move.targetPlane]
        else { throw FFmpegError(code: ak_ERROR_INVALID_DATA, function: "av_frame_copy") }
        let (sourceSize, targetSize) = (size(source, move.isColor), size(target, move.isColor))
        let sourceStride = stride(source, move.sourcePlane)
        let targetStride = stride(target, move.targetPlane)
        let bytes = move.isWide ? 2 : 1
        for row in 0..<targetSize.height {
            let line = UnsafeMutableRawPointer(to + row * targetStride)
            guard row < sourceSize.height else {
                line.copyMemory(from: to + (row - 1) * targetStride, byteCount: targetSize.width * bytes)
                continue
            }
            let first = UnsafeRawPointer(from + row * sourceStride + move.sourceOffset)
            if move.isWide {
                PixelRows.gather(
                    first.assumingMemoryBound(to: UInt16.self),
                    line.assumingMemoryBound(to: UInt16.self),
                    sourceSize.width,
                    step: move.sourceStep / 2,
                    shift: move.sourceShift
                )
            } else if move.sourceStep == 1 {
                line.copyMemory(from: first, byteCount: sourceSize.width)
            } else {
                PixelRows.gather(
                    first.assumingMemoryBound(to: UInt8.self),
                    line.assumingMemoryBound(to: UInt8.self),
                    sourceSize.width,
                    step: move.sourceStep
                )
            }
            for place in sourceSize.width..<max(targetSize.width, sourceSize.width) {
                (line + place * bytes).copyMemory(from: line + (place - 1) * bytes, byteCount: bytes)
            }
        }
    }

    private func size(_ raw: UnsafeMutablePointer<AVFrame>, _ isColor: Bool) -> (width: Int, height: Int) {
        let (width, height) = (Int(raw.pointee.width), Int(raw.pointee.height))
        guard isColor else { return (width, height) }
        return (-(-width >> colorShift.horizontal), -(-height >> colorShift.vertical))
    }

    private func stride(_ raw: UnsafeMutablePointer<AVFrame>, _ plane: Int) -> Int {
        withUnsafeBytes(of: raw.pointee.linesize) { Int($0.load(fromByteOffset: plane * 4, as: CInt.self)) }
    }
}

extension AVPixFmtDescriptor {
    fileprivate func component(_ index: Int) -> AVComponentDescriptor {
        [comp.0, comp.1, comp.2, comp.3][index]
    }
}
