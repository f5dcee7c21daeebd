extension UInt32 {
    /// The four characters as they are.
    package var letters: String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * $0)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The four characters in quotes, or the number where they cannot be printed.
    package var fourCharacterText: String {
        let letters = self.letters
        guard letters.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return "\(self)" }
        return "'\(letters)'"
    }
}

extension String {
    /// The code that the first four characters spell, each a byte of Latin-1 (`©` is 0xA9); 0 where there are fewer.
    package var fourCharCode: UInt32 {
        var (code, count): (UInt32, Int) = (0, 0)
        for scalar in unicodeScalars.prefix(4) {
            code = code << 8 | (scalar.value & 0xff)
            count += 1
        }
        return count == 4 ? code : 0
    }
}
