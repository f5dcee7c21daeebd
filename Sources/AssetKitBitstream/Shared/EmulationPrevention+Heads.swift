/// Changing the head of a long unit: what follows is copied as it is, inserted bytes and all.
extension EmulationPrevention {
    /// The head of a unit's payload, and where the rest of the unit begins.
    package struct Head {
        package var payload: [UInt8]
        /// The bytes of the unit that the head takes.
        package var byteCount: Int
        /// The zeros at the end of the head, which decide whether a 03 in front of the rest was inserted.
        package var zeros: Int
    }

    /// The first bytes of a payload, as many as are asked for or as there are.
    package static func head(of unit: UnsafeRawBufferPointer, count: Int) -> Head {
        var head = Head(payload: [], byteCount: 0, zeros: 0)
        head.payload.reserveCapacity(min(count, unit.count))
        for byte in unit {
            guard head.payload.count < count else { break }
            head.byteCount += 1
            if head.zeros >= 2, byte == 3 {
                head.zeros = 0
                continue
            }
            head.payload.append(byte)
            head.zeros = byte == 0 ? head.zeros + 1 : 0
        }
        return head
    }

    /// Adds another head in place of `old`, and the rest of the unit behind it.
    package static func append(
        _ payload: [UInt8],
        inPlaceOf old: Head,
        of unit: UnsafeRawBufferPointer,
        to result: inout [UInt8]
    ) {
        var zeros = 0
        for byte in payload { append(byte, &zeros, to: &result) }
        // From where as many zeros stand before both rests, the bytes inserted so far are right for both.
        var (index, oldZeros) = (old.byteCount, old.zeros)
        while index < unit.count, min(oldZeros, 2) != zeros {
            let byte = unit[index]
            index += 1
            if oldZeros >= 2, byte == 3 {
                oldZeros = 0
                continue
            }
            append(byte, &zeros, to: &result)
            oldZeros = byte == 0 ? oldZeros + 1 : 0
        }
        if index < unit.count {
            result.append(contentsOf: UnsafeRawBufferPointer(rebasing: unit[index...]))
        } else if zeros == 2 {
            result.append(3)
        }
    }

    private static func append(_ byte: UInt8, _ zeros: inout Int, to result: inout [UInt8]) {
        if zeros == 2, byte <= 3 {
            result.append(3)
            zeros = 0
        }
        result.append(byte)
        zeros = byte == 0 ? zeros + 1 : 0
    }
}
