import Testing

@testable import AssetKitBase

@Suite("Columns of numbers")
struct IntegerColumnTests {
    private func column(_ numbers: [Int64]) -> IntegerColumn {
        var column = IntegerColumn()
        for number in numbers { column.append(number) }
        return column
    }

    /// The numbers one by one, which are those that are looked up together.
    private func numbers(_ column: IntegerColumn) -> [Int64] {
        let numbers = (0..<column.count).map { column[$0] }
        #expect(together(column, by: IntegerColumn.blockLength) == numbers)
        #expect(column.rises == zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(together(column, by: 16, from: 3) == Array(numbers.dropFirst(3)))
        return numbers
    }

    /// `step` divides the length of a block.
    private func together(_ column: IntegerColumn, by step: Int, from first: Int = 0) -> [Int64] {
        var (numbers, start) = ([Int64](), first)
        while start < column.count {
            let range = start..<min((start / step + 1) * step, column.count)
            var room = [Int64](repeating: 0, count: range.count)
            room.withUnsafeMutableBufferPointer { column.copy(range, to: $0.baseAddress!) }
            numbers += room
            start = range.upperBound
        }
        return numbers
    }

    @Test("equal numbers take nothing, and those of the last block eight bytes each")
    func short() {
        let known: [(numbers: [Int64], memory: Int)] = [
            ([], 0), ([7], 0), ([7, 7, 7], 0), ([1 << 40, 1 << 40], 0), ([7, 7, 8], 24), ([.max, .min], 16),
        ]
        for (wanted, memory) in known {
            let column = column(wanted)
            #expect(numbers(column) == wanted)
            #expect(column.memory == memory, "\(wanted)")
        }
    }

    /// Two blocks of numbers by how far each may be above a line, and how many bytes a number takes then.
    private static let blocks: [(name: String, bytes: Int, number: @Sendable (Int) -> Int64)] = [
        ("on a line", 0, { Int64($0) * 3003 - 5 }), ("on a falling line", 0, { Int64(-$0) }),
        ("near a line", 1, { Int64($0) * 5_000_000 + Int64($0 % 7) }),
        ("near zero", 1, { Int64($0 * 37 % 256) }), ("further away", 2, { Int64($0 * 9973 % 65_536) }),
        ("far away", 4, { Int64($0 * 777_777_777 % 4_294_967_296) }),
        ("anywhere", 8, { Int64($0) &* 6_364_136_223_846_793_005 }),
        // Counted in 64 bits, the least number is one above the greatest.
        ("at both ends", 1, { $0 % 2 == 0 ? .max : .min }), ("all over", 8, { [0, .max, .min, 7][$0 % 4] }),
    ]

    @Test("a number takes as many bytes as its distance from a line", arguments: blocks.indices)
    func widths(of block: Int) {
        let (name, bytes, number) = Self.blocks[block]
        let wanted = (0..<128).map(number)
        let column = column(wanted)
        #expect(numbers(column) == wanted, "\(name)")
        // Sixteen bytes say where the line of a block is, and where the distances are.
        #expect(column.memory == 2 * 16 + 128 * bytes, "\(name)")
    }

    @Test("blocks are as wide as each needs")
    func mixed() {
        let wanted = (0..<1000).map { place in Self.blocks[place / 64 % Self.blocks.count].number(place) }
        #expect(numbers(column(wanted)) == wanted)
    }

    @Test(
        "a number that is set changes no other, wherever it is and however wide",
        arguments: [0, 63, 64, 100, 127, 128, 130]
    )
    func setting(place: Int) {
        var wanted = (0..<131).map { Int64($0) * 40 }
        var column = column(wanted)
        for value: Int64 in [7, -7, 1 << 20, .min, .max, 0] {
            column[place] = value
            wanted[place] = value
            #expect(numbers(column) == wanted)
            // Another block is packed meanwhile.
            column[(place + 64) % 131] += 1
            wanted[(place + 64) % 131] += 1
            #expect(numbers(column) == wanted)
        }
        column.append(3)
        #expect(numbers(column) == wanted + [3])
    }

    @Test("equal numbers of which one is set have places of their own")
    func spreading() {
        for count in [1, 63, 64, 65, 200] {
            var column = column(Array(repeating: 7, count: count))
            column[count / 2] = 7
            #expect(column.memory == 0)
            column[count / 2] = 9
            var wanted = Array(repeating: Int64(7), count: count)
            wanted[count / 2] = 9
            #expect(numbers(column) == wanted)
        }
    }
}
