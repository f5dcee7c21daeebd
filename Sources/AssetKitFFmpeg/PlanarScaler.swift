internal import AssetKitBase
internal import CFFmpeg

/// Scales pictures whose components have planes of their own, and whose numbers mean the same before and after: plane
/// by plane, with libzimg. Not Sendable: one stage owns it.
final class PlanarScaler {
    /// One for each plane; the chroma planes share one.
    private let scalers: [PlaneScaler]

    /// nil for pictures of another kind, and where the library cannot do it.
    init?(_ setup: Scaler.Setup, vectors: PlaneScaler.Vectors = .avx2) {
        let (source, target) = (setup.source, setup.target)
        guard let shape = PlanarShape(source.format), let wanted = PlanarShape(target.format),
            shape.planeCount == wanted.planeCount, shape.depth == wanted.depth,
            source.isFullRange == target.isFullRange, source.matrix == target.matrix || !shape.hasColor
        else { return nil }
        func scaler(isColor: Bool) -> PlaneScaler? {
            let columns = ShownRange(
                of: Axis(source.width, isColor ? shape.columnShift : 0, source.chromaPosition?.horizontal),
                on: Axis(target.width, isColor ? wanted.columnShift : 0, target.chromaPosition?.horizontal)
            )
            let rows = ShownRange(
                of: Axis(source.height, isColor ? shape.rowShift : 0, source.chromaPosition?.vertical),
                on: Axis(target.height, isColor ? wanted.rowShift : 0, target.chromaPosition?.vertical)
            )
            return PlaneScaler(
                PlaneScaler.Scaling(
                    depth: shape.depth,
                    sourceWidth: columns.sourceCount,
                    sourceHeight: rows.sourceCount,
                    targetWidth: columns.targetCount,
                    targetHeight: rows.targetCount,
                    left: columns.start,
                    top: rows.start,
                    width: columns.length,
                    height: rows.length
                ),
                vectors: vectors
            )
        }
        guard let plain = scaler(isColor: false) else { return nil }
        guard shape.hasColor else {
            scalers = [plain]
            return
        }
        guard let color = scaler(isColor: true) else { return nil }
        scalers = [plain, color, color, plain].dropLast(4 - shape.planeCount)
    }

    /// Fills the whole target. Pictures whose rows begin anywhere are copied on the way.
    func scale(_ source: borrowing Frame, into target: borrowing Frame) throws {
        guard isAligned(target) else {
            let whole = try Frame(width: target.width, height: target.height, format: target.pixelFormat)
            try scale(source, into: whole)
            return try target.copyRows(of: whole)
        }
        guard isAligned(source) else {
            let whole = try Frame(width: source.width, height: source.height, format: source.pixelFormat)
            try whole.copyRows(of: source)
            return try scale(whole, into: target)
        }
        for (plane, scaler) in scalers.enumerated() {
            guard let from = source.start(ofPlane: plane), let to = target.start(ofPlane: plane) else {
                throw FFmpegError(code: ak_ERROR_INVALID_DATA, function: "zimg_filter_graph_process")
            }
            let (step, targetStep) = (source.lineSize(ofPlane: plane), target.lineSize(ofPlane: plane))
            guard scaler.scale(from, bytesPerRow: step, into: to, targetBytesPerRow: targetStep) == 0 else {
                throw FFmpegError(code: ak_ERROR_INVALID_DATA, function: "zimg_filter_graph_process")
            }
        }
    }

    private func isAligned(_ frame: borrowing Frame) -> Bool {
        for plane in scalers.indices {
            let start = UInt(bitPattern: frame.start(ofPlane: plane))
            guard start % UInt(PlaneScaler.alignment) == 0,
                frame.lineSize(ofPlane: plane) % PlaneScaler.alignment == 0
            else { return false }
        }
        return true
    }
}

/// What a plane of the target shows of the source's, along one axis.
private struct ShownRange {
    let sourceCount: Int
    let targetCount: Int
    /// In samples of the source's plane.
    let start: Double
    let length: Double

    init(of source: Axis, on target: Axis) {
        (sourceCount, targetCount) = (source.sampleCount, target.sampleCount)
        let scale = Double(source.pixelCount) / Double(target.pixelCount)
        start = (scale * target.edge - source.edge) / Double(source.block)
        length = scale * Double(target.block * target.sampleCount) / Double(source.block)
    }
}

/// How samples of a plane stand for pixels, along one axis.
private struct Axis {
    let pixelCount: Int
    /// How many pixels share a sample.
    let block: Int
    /// Where the plane begins, in pixels from the picture's edge: each sample is in the middle of what it stands for.
    let edge: Double

    /// `position`: where the first sample lies, in 256ths of a pixel from the first one; nil for the middle of a block.
    init(_ pixelCount: Int, _ shift: Int, _ position: Int?) {
        self.pixelCount = pixelCount
        block = 1 << shift
        let middle = Double(block - 1) / 2
        edge = shift == 0 ? 0 : position.map { Double($0) / 256 - middle } ?? 0
    }

    var sampleCount: Int { (pixelCount + block - 1) / block }
}

extension Frame {
    /// Where the first row of a plane begins.
    fileprivate func start(ofPlane plane: Int) -> UnsafeMutableRawPointer? {
        withRaw { UnsafeMutableRawPointer($0.pointee.extended_data[plane]) }
    }
}
