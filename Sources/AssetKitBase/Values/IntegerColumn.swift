/// Many whole numbers in little memory: none for equal ones. Of others, blocks of 64 say how far each number is above a
/// straight line, in as many bytes as the farthest one takes: times, sizes and places of samples mostly take one or two.
package struct IntegerColumn: Sendable {
    private struct Block {
        var base: Int64
        var slope: Int32
        /// Where the distances lie in ``pages``, counted in blocks of single bytes, and in the lowest three bits how many
        /// bytes each takes: 0, 1, 2, 4 or 8, as 0 to 4.
        var place: UInt32
    }

    package private(set) var count = 0
    /// All numbers are equal.
    private var isConstant = true
    /// What all numbers are, as long as they are equal.
    private var common: Int64 = 0
    private var blocks: [Block] = []
    /// The distances of the blocks, in pieces of one size: one long list would be copied as it grows, and leave holes.
    private var pages: [[UInt8]] = []
    /// The numbers behind the last full block.
    private var tail: [Int64] = []
    /// The numbers of a block that is being changed: it is packed again when another one is.
    private var changing: (block: Int, numbers: [Int64]) = (-1, [])

    /// How many numbers lie in one block, and are looked up together at most.
    package static let blockLength = 64
    private static let pageLength = 256 * blockLength

    package init() {}

    /// How many bytes it takes.
    package var memory: Int {
        let distances = pages.last.map { (pages.count - 1) * Self.pageLength + $0.count } ?? 0
        return blocks.count * MemoryLayout<Block>.stride + distances + (tail.count + changing.numbers.count) * 8
    }

    package mutating func append(_ value: Int64) {
        if count == 0 { common = value }
        if isConstant, value != common { spread() }
        count += 1
        guard !isConstant else { return }
        tail.append(value)
        guard tail.count == Self.blockLength else { return }
        blocks.append(pack(tail, over: nil))
        tail.removeAll(keepingCapacity: true)
    }

    package subscript(index: Int) -> Int64 {
        get {
            precondition(index >= 0 && index < count, "no number \(index) of \(count)")
            guard !isConstant else { return common }
            let (block, place) = (index / Self.blockLength, index % Self.blockLength)
            if block == blocks.count { return tail[place] }
            return block == changing.block ? changing.numbers[place] : number(place, of: blocks[block])
        }
        set {
            guard self[index] != newValue else { return }
            if isConstant { spread() }
            let (block, place) = (index / Self.blockLength, index % Self.blockLength)
            guard block < blocks.count else { return tail[place] = newValue }
            if block != changing.block {
                settle()
                changing = (block, (0..<Self.blockLength).map { number($0, of: blocks[block]) })
            }
            changing.numbers[place] = newValue
        }
    }

    /// Looks numbers up that lie in one block: from a multiple of `blockLength` on there are so many. `numbers` has room for them.
    package func copy(_ range: Range<Int>, to numbers: UnsafeMutablePointer<Int64>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "no numbers \(range) of \(count)")
        guard !isConstant else { return numbers.update(repeating: common, count: range.count) }
        let (block, start) = (range.lowerBound / Self.blockLength, range.lowerBound % Self.blockLength)
        precondition(start + range.count <= Self.blockLength, "numbers \(range) lie in several blocks")
        let places = start..<start + range.count
        if block == blocks.count {
            for place in places { numbers[place - start] = tail[place] }
        } else if block == changing.block {
            for place in places { numbers[place - start] = changing.numbers[place] }
        } else {
            copy(places, of: blocks[block], to: numbers)
        }
    }

    /// No number is less than the one in front of it.
    package var rises: Bool {
        guard !isConstant else { return true }
        return withUnsafeTemporaryAllocation(of: Int64.self, capacity: Self.blockLength) { room in
            guard let numbers = room.baseAddress else { return false }
            room.initialize(repeating: 0)
            var last = Int64.min
            for start in stride(from: 0, to: count, by: Self.blockLength) {
                let block = start..<min(start + Self.blockLength, count)
                copy(block, to: numbers)
                for place in 0..<block.count {
                    guard last <= numbers[place] else { return false }
                    last = numbers[place]
                }
            }
            return true
        }
    }

    /// Packs the block that is being changed.
    private mutating func settle() {
        guard changing.block >= 0 else { return }
        blocks[changing.block] = pack(changing.numbers, over: blocks[changing.block])
        changing = (-1, [])
    }

    /// Gives every number a place of its own.
    private mutating func spread() {
        isConstant = false
        blocks = Array(repeating: Block(base: common, slope: 0, place: 0), count: count / Self.blockLength)
        tail = Array(repeating: common, count: count % Self.blockLength)
    }

    // MARK: Blocks

    private func number(_ place: Int, of block: Block) -> Int64 {
        let line = block.base &+ Int64(block.slope) &* Int64(place)
        guard block.place & 7 > 0 else { return line }
        let (page, start) = Self.page(of: block)
        return pages[page].withUnsafeBytes { bytes in
            switch block.place & 7 {
            case 1: line &+ Int64(bytes[start + place])
            case 2: line &+ Int64(bytes.loadUnaligned(fromByteOffset: start + 2 * place, as: UInt16.self))
            case 3: line &+ Int64(bytes.loadUnaligned(fromByteOffset: start + 4 * place, as: UInt32.self))
            default: line &+ bytes.loadUnaligned(fromByteOffset: start + 8 * place, as: Int64.self)
            }
        }
    }

    private func copy(_ places: Range<Int>, of block: Block, to numbers: UnsafeMutablePointer<Int64>) {
        let slope = Int64(block.slope)
        var line = block.base &+ slope &* Int64(places.lowerBound)
        guard block.place & 7 > 0 else {
            for number in 0..<places.count {
                numbers[number] = line
                line &+= slope
            }
            return
        }
        let (page, start) = Self.page(of: block)
        pages[page].withUnsafeBytes { bytes in
            func add<Distance: FixedWidthInteger>(_ type: Distance.Type) {
                let width = MemoryLayout<Distance>.size
                for number in 0..<places.count {
                    let offset = start + width * (places.lowerBound + number)
                    let distance = bytes.loadUnaligned(fromByteOffset: offset, as: Distance.self)
                    numbers[number] = line &+ Int64(truncatingIfNeeded: distance)
                    line &+= slope
                }
            }
            switch block.place & 7 {
            case 1: add(UInt8.self)
            case 2: add(UInt16.self)
            case 3: add(UInt32.self)
            default: add(Int64.self)
            }
        }
    }

    /// Packs numbers where the distances of another block are, or behind all others where they need more room.
    ///
    /// Distances that overflow are right all the same: they are added up the same way.
    private mutating func pack(_ numbers: [Int64], over old: Block?) -> Block {
        let steep = (numbers[Self.blockLength - 1] &- numbers[0]) / Int64(Self.blockLength - 1)
        var slope: Int32 = 0
        var bounds = Self.bounds(numbers, slope)
        if bounds.width > 0, let steep = Int32(exactly: steep), case let others = Self.bounds(numbers, steep),
            others.width < bounds.width
        {
            (slope, bounds) = (steep, others)
        }
        var block = Block(base: numbers[0] &+ bounds.low, slope: slope, place: UInt32(bounds.width))
        guard bounds.width > 0 else { return block }
        if let old, old.place & 7 >= block.place {
            block.place |= old.place & ~7
        } else {
            block.place |= room(for: Self.blockLength << (bounds.width - 1)) << 3
        }
        store(numbers, in: block)
        return block
    }

    /// The page of a block's distances, and where in it they are.
    private static func page(of block: Block) -> (page: Int, start: Int) {
        let start = Int(block.place >> 3) * blockLength
        return (start / pageLength, start % pageLength)
    }

    /// Where the next so many bytes are, counted in blocks of single bytes. They lie in one page.
    private mutating func room(for byteCount: Int) -> UInt32 {
        let filled = pages.last?.count ?? Self.pageLength
        let rest = Self.pageLength - filled
        if rest > 0, rest < byteCount {
            pages[pages.count - 1].append(contentsOf: repeatElement(0, count: rest))
        }
        if rest < byteCount {
            pages.append([])
            // Of short columns there may be many.
            if pages.count > 1 { pages[pages.count - 1].reserveCapacity(Self.pageLength) }
        }
        let number = pages.count - 1
        let start = number * Self.pageLength + pages[number].count
        pages[number].append(contentsOf: repeatElement(0, count: byteCount))
        return UInt32(start / Self.blockLength)
    }

    /// The lowest distance from a line through the first number, and which number of bytes all distances from there take.
    private static func bounds(_ numbers: [Int64], _ slope: Int32) -> (low: Int64, width: Int) {
        var (low, high) = (Int64(0), Int64(0))
        for (place, number) in numbers.enumerated() {
            let distance = number &- numbers[0] &- Int64(slope) &* Int64(place)
            (low, high) = (min(low, distance), max(high, distance))
        }
        let (range, overflow) = high.subtractingReportingOverflow(low)
        if overflow || range > UInt32.max { return (low, 4) }
        return (low, range == 0 ? 0 : range <= UInt8.max ? 1 : range <= UInt16.max ? 2 : 3)
    }

    private mutating func store(_ numbers: [Int64], in block: Block) {
        let (page, start) = Self.page(of: block)
        pages[page].withUnsafeMutableBytes { bytes in
            for (place, number) in numbers.enumerated() {
                let distance = number &- block.base &- Int64(block.slope) &* Int64(place)
                switch block.place & 7 {
                case 1: bytes[start + place] = UInt8(truncatingIfNeeded: distance)
                case 2:
                    let small = UInt16(truncatingIfNeeded: distance)
                    bytes.storeBytes(of: small, toByteOffset: start + 2 * place, as: UInt16.self)
                case 3:
                    let small = UInt32(truncatingIfNeeded: distance)
                    bytes.storeBytes(of: small, toByteOffset: start + 4 * place, as: UInt32.self)
                default: bytes.storeBytes(of: distance, toByteOffset: start + 8 * place, as: Int64.self)
                }
            }
        }
    }
}
