extension PixelPlane {
    /// Sets all samples to one code.
    package func fill(with code: Int) {
        precondition((0...peak).contains(code), "no such code")
        for row in 0..<height {
            if isDeep {
                self.row(row).assumingMemoryBound(to: UInt16.self).update(repeating: UInt16(code), count: width)
            } else {
                self.row(row).assumingMemoryBound(to: UInt8.self).update(repeating: UInt8(code), count: width)
            }
        }
    }

    /// Takes over the samples of a plane of the same shape.
    package func copy(_ other: PixelPlane) {
        precondition(hasSameShape(as: other), "planes of one shape")
        guard start != other.start else { return }
        for row in 0..<height {
            self.row(row).copyMemory(from: other.row(row), byteCount: width * bytesPerSample)
        }
    }

    /// Becomes the sum of two planes of the same shape: `weight`, from 0 to 1, of the one and the rest of the other. May be one
    /// of them itself.
    ///
    /// The weight is rounded to a 256th for 8 bits and to a 65,536th beyond, and the sum to the nearest code.
    package func mix(_ over: PixelPlane, onto under: PixelPlane, weight: Double) {
        precondition(hasSameShape(as: over) && hasSameShape(as: under), "planes of one shape")
        let most = isDeep ? 65536.0 : 256.0
        let share = UInt32((min(max(weight, 0), 1) * most).rounded())
        if share == 0 { return copy(under) }
        if share == UInt32(most) { return copy(over) }
        for row in 0..<height {
            let (over, under, target) = (over.row(row), under.row(row), self.row(row))
            // Where the compiler sees that a plane is changed in place it makes vector code of that too.
            switch (isDeep, under == target) {
            case (false, false): Self.mixBytes(over, under, UInt16(share), into: target, width)
            case (false, true): Self.mixBytes(over, UInt16(share), into: target, width)
            case (true, false): Self.mixWords(over, under, share, into: target, width)
            case (true, true): Self.mixWords(over, share, into: target, width)
            }
        }
    }

    /// In 16 bits: 255 times 256, and a half, still fit.
    private static func mixBytes(
        _ over: UnsafeRawPointer,
        _ under: UnsafeRawPointer,
        _ share: UInt16,
        into target: UnsafeMutableRawPointer,
        _ count: Int
    ) {
        let rest = 256 - share
        let over = over.assumingMemoryBound(to: UInt8.self)
        let under = under.assumingMemoryBound(to: UInt8.self)
        let target = target.assumingMemoryBound(to: UInt8.self)
        for column in 0..<count {
            let sum = UInt16(over[column]) &* share &+ UInt16(under[column]) &* rest &+ 128
            target[column] = UInt8(truncatingIfNeeded: sum &>> 8)
        }
    }

    private static func mixBytes(
        _ over: UnsafeRawPointer,
        _ share: UInt16,
        into target: UnsafeMutableRawPointer,
        _ count: Int
    ) {
        let rest = 256 - share
        let over = over.assumingMemoryBound(to: UInt8.self)
        let target = target.assumingMemoryBound(to: UInt8.self)
        for column in 0..<count {
            let sum = UInt16(over[column]) &* share &+ UInt16(target[column]) &* rest &+ 128
            target[column] = UInt8(truncatingIfNeeded: sum &>> 8)
        }
    }

    /// In 32 bits: 65,535 times 65,536, and a half, still fit.
    private static func mixWords(
        _ over: UnsafeRawPointer,
        _ under: UnsafeRawPointer,
        _ share: UInt32,
        into target: UnsafeMutableRawPointer,
        _ count: Int
    ) {
        let rest = 65536 - share
        let over = over.assumingMemoryBound(to: UInt16.self)
        let under = under.assumingMemoryBound(to: UInt16.self)
        let target = target.assumingMemoryBound(to: UInt16.self)
        for column in 0..<count {
            let sum = UInt32(over[column]) &* share &+ UInt32(under[column]) &* rest &+ 32768
            target[column] = UInt16(truncatingIfNeeded: sum &>> 16)
        }
    }

    private static func mixWords(
        _ over: UnsafeRawPointer,
        _ share: UInt32,
        into target: UnsafeMutableRawPointer,
        _ count: Int
    ) {
        let rest = 65536 - share
        let over = over.assumingMemoryBound(to: UInt16.self)
        let target = target.assumingMemoryBound(to: UInt16.self)
        for column in 0..<count {
            let sum = UInt32(over[column]) &* share &+ UInt32(target[column]) &* rest &+ 32768
            target[column] = UInt16(truncatingIfNeeded: sum &>> 16)
        }
    }
}
