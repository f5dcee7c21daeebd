/// A plane of a picture, and how it is laid over a plane of the output.
package struct PlaneLayer {
    /// What the picture's alpha does to it.
    package enum Alpha {
        case opaque
        /// Samples are as they are; `alpha` has the same shape as they.
        case straight(PixelPlane)
        /// Samples are multiplied with alpha: what stands for nothing is `zero`.
        case premultiplied(PixelPlane, zero: Int)
    }

    package var samples: PixelPlane
    package var alpha = Alpha.opaque
    /// From 0 to 1.
    package var opacity: Double
    /// From places in the output's plane to those in this one that are shown there.
    package var map: PlaneMap
    /// What of the output's plane it covers.
    package var quad: PlaneQuad
    /// The samples that may be looked at: those of the crop.
    package var columns: Range<Int>
    package var rows: Range<Int>

    package init(
        samples: PixelPlane,
        alpha: Alpha = .opaque,
        opacity: Double,
        map: PlaneMap,
        quad: PlaneQuad,
        columns: Range<Int>,
        rows: Range<Int>
    ) {
        (self.samples, self.alpha, self.opacity) = (samples, alpha, opacity)
        (self.map, self.quad, self.columns, self.rows) = (map, quad, columns, rows)
    }

    /// Lays it over a plane of the same depth.
    package func lay(over target: PixelPlane) {
        precondition(samples.depth == target.depth, "planes of one depth")
        if case .opaque = alpha, layWhole(over: target) { return }
        let work = 4 * target.width
        withUnsafeTemporaryAllocation(of: Float.self, capacity: work) { memory in
            guard let base = memory.baseAddress else { return }
            let row = Row(base, width: target.width)
            let colors = PlaneSampler(samples, map, columns: columns, rows: rows)
            for number in quad.rows(of: target.height) { lay(number, of: target, colors, row) }
        }
    }

    /// Memory for a row of the output.
    private struct Row {
        let numbers: UnsafeMutablePointer<Float>
        let alpha: UnsafeMutablePointer<Float>
        let shares: UnsafeMutablePointer<Float>
        let weights: UnsafeMutablePointer<Float>

        init(_ memory: UnsafeMutablePointer<Float>, width: Int) {
            (numbers, alpha) = (memory, memory + width)
            (shares, weights) = (memory + 2 * width, memory + 3 * width)
        }
    }

    private func lay(_ number: Int, of target: PixelPlane, _ colors: PlaneSampler, _ row: Row) {
        let span = quad.coverage(ofRow: number, width: target.width, into: row.shares)
        guard !span.isEmpty else { return }
        colors.read(row: number, span, into: row.numbers)
        let place = target.row(number) + span.lowerBound * target.bytesPerSample
        switch alpha {
        case .opaque:
            SampleRow.multiply(row.shares, by: Float(opacity), span.count)
            SampleRow.lay(row.numbers, weights: row.shares, over: place, isDeep: target.isDeep, span.count)
        case .straight(let plane):
            readWeights(plane, number, span, row)
            SampleRow.lay(row.numbers, weights: row.weights, over: place, isDeep: target.isDeep, span.count)
        case .premultiplied(let plane, let zero):
            readWeights(plane, number, span, row)
            SampleRow.multiply(row.shares, by: Float(opacity), span.count)
            SampleRow.layPremultiplied(
                row.numbers,
                shares: row.shares,
                weights: row.weights,
                zero: zero,
                over: target,
                at: place,
                span.count
            )
        }
    }

    /// How much each sample hides: as far as it covers the output's, and as far as alpha and opacity say.
    private func readWeights(_ plane: PixelPlane, _ number: Int, _ span: Range<Int>, _ row: Row) {
        PlaneSampler(plane, map, columns: columns, rows: rows).read(row: number, span, into: row.weights)
        SampleRow.multiply(row.weights, by: row.shares, Float(opacity / Double(plane.peak)), span.count)
    }

    /// Where samples stay whole: without numbers between codes.
    private func layWhole(over target: PixelPlane) -> Bool {
        guard let part = quad.wholePart(width: target.width, height: target.height) else { return false }
        guard !part.columns.isEmpty, !part.rows.isEmpty else { return true }
        let sampler = PlaneSampler(samples, map, columns: columns, rows: rows)
        let ends = [part.rows.lowerBound, part.rows.upperBound - 1]
        guard ends.allSatisfy({ sampler.wholePlace(row: $0, part.columns) != nil }) else { return false }
        let size = target.bytesPerSample
        return withUnsafeTemporaryAllocation(byteCount: part.columns.count * size, alignment: 16) { line in
            guard let line = line.baseAddress else { return false }
            for row in part.rows {
                guard let place = sampler.wholePlace(row: row, part.columns) else { return false }
                let isInPlace = place.step == size
                if !isInPlace {
                    SampleRow.gather(place.start, step: place.step, isDeep: target.isDeep, line, part.columns.count)
                }
                let over = PixelPlane(
                    isInPlace ? place.start : line,
                    bytesPerRow: 0,
                    width: part.columns.count,
                    height: 1,
                    depth: target.depth
                )
                let under = target.part(columns: part.columns, rows: row..<row + 1)
                under.mix(over, onto: under, weight: opacity)
            }
            return true
        }
    }
}
