internal import AssetKitBase

/// The packets of a transport stream, and what there is of the units that are put together of them. Who has it frees it.
struct TransportStreamAssembly {
    /// What there is of a unit.
    private struct Slot {
        let stream: Int
        var unit: TransportStreamUnit?
        var counter: UInt8?
        var memory: UnsafeMutableRawBufferPointer
        var count = 0
    }

    /// What is to be done with packets of a stream.
    private enum Role: Equatable {
        case nothing
        case table
        /// Streams that are not listed have no units.
        case unknown
        case slot(Int)
    }

    private let source: any AKByteSource
    private let layout: TransportStreamLayout
    private let slots: UnsafeMutableBufferPointer<Slot>
    private var roles: [Role]
    private var tables: TransportStreamTables?
    /// Packets that have been read, where the first of them lies, and how many bytes there are and are done with.
    private let block: UnsafeMutableRawBufferPointer
    private var blockPosition: Int64
    private var filled = 0
    private var used = 0
    private(set) var isRegular = true
    private(set) var isAtEnd = false

    private static let blockPacketCount = 4096
    /// FFmpeg cuts longer units.
    private static let unitLimit = 2_048_000
    private static let nothingStream = 0x1FFF

    init(
        _ source: any AKByteSource,
        _ layout: TransportStreamLayout,
        streams: Set<Int>,
        others: Set<Int>?,
        from offset: Int64
    ) {
        (self.source, self.layout, blockPosition) = (source, layout, offset)
        block = .allocate(byteCount: Self.blockPacketCount * layout.packetSize, alignment: 64)
        slots = .allocate(capacity: streams.count)
        roles = Array(repeating: others == nil ? .nothing : .unknown, count: Self.nothingStream + 1)
        roles[Self.nothingStream] = .nothing
        for stream in others ?? [] where roles.indices.contains(stream) { roles[stream] = .nothing }
        tables = others == nil ? nil : TransportStreamTables()
        for (number, stream) in streams.sorted().enumerated() {
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 64)
            slots.initializeElement(at: number, to: Slot(stream: stream, memory: memory))
            if roles.indices.contains(stream) { roles[stream] = .slot(number) }
        }
    }

    func free() {
        block.deallocate()
        for slot in slots { slot.memory.deallocate() }
        slots.deinitialize().deallocate()
    }

    /// The next unit that is complete, and what it holds, which is there until the next one is asked for.
    mutating func next() throws -> (TransportStreamUnit, UnsafeRawBufferPointer)? {
        while isRegular, let packet = try packet() {
            guard let number = take(packet), isRegular else { continue }
            return unit(number)
        }
        guard isRegular, isAtEnd, let number = slots.firstIndex(where: { $0.unit != nil }) else { return nil }
        // What does not say how long it is ends with the file.
        guard slots[number].unit?.byteCount == nil, slots[number].count > 0 else {
            isRegular = false
            return nil
        }
        return unit(number)
    }

    private func unit(_ number: Int) -> (TransportStreamUnit, UnsafeRawBufferPointer)? {
        guard let unit = slots[number].unit else { return nil }
        slots[number].unit = nil
        return (unit, UnsafeRawBufferPointer(rebasing: slots[number].memory[..<slots[number].count]))
    }

    // MARK: Packets

    /// The packet that is to be looked at, which stays that until it is done with; nil at the end.
    private mutating func packet() throws -> UnsafeRawBufferPointer? {
        if filled - used < layout.packetSize { try fill() }
        guard filled - used >= layout.packetSize else {
            isAtEnd = true
            isRegular = filled == used
            return nil
        }
        let start = used + layout.lead
        return UnsafeRawBufferPointer(rebasing: block[start..<start + TransportStreamLayout.plainSize])
    }

    private mutating func fill() throws {
        let rest = filled - used
        if rest > 0 { block.baseAddress?.copyMemory(from: block.baseAddress! + used, byteCount: rest) }
        blockPosition += Int64(used)
        (used, filled) = (0, rest)
        while filled < block.count {
            let room = UnsafeMutableRawBufferPointer(rebasing: block[filled...])
            let count = try source.read(at: blockPosition + Int64(filled), into: room)
            guard count > 0 else { return }
            filled += min(count, room.count)
        }
    }

    /// Looks at a packet. The answer is the slot whose unit is complete.
    private mutating func take(_ packet: UnsafeRawBufferPointer) -> Int? {
        guard packet[0] == TransportStreamLayout.syncByte, packet[1] & 0x80 == 0 else {
            isRegular = false
            return nil
        }
        let stream = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
        switch roles[stream] {
        case .nothing: break
        case .slot(let number): return take(packet, number)
        case .unknown where tables?.has(stream) ?? false:
            roles[stream] = .table
            fallthrough
        case .table: watch(packet, stream)
        case .unknown: lookForUnit(packet)
        }
        used += layout.packetSize
        return nil
    }

    private mutating func watch(_ packet: UnsafeRawBufferPointer, _ stream: Int) {
        guard packet[3] & 0x10 != 0 else { return }
        guard let payload = Self.payload(packet) else { return isRegular = false }
        isRegular = tables?.take(payload, of: stream, isFirst: packet[1] & 0x40 != 0) ?? true
    }

    private mutating func lookForUnit(_ packet: UnsafeRawBufferPointer) {
        guard packet[1] & 0x40 != 0, packet[3] & 0x10 != 0, let payload = Self.payload(packet) else { return }
        isRegular = !payload.starts(with: [0, 0, 1])
    }

    /// What of a packet is payload; nil where that is not certain.
    private static func payload(_ packet: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let start = packet[3] & 0x20 != 0 ? 5 + Int(packet[4]) : 4
        guard start < packet.count else { return nil }
        return UnsafeRawBufferPointer(rebasing: packet[start...])
    }

    // MARK: Units

    /// Takes a packet of a stream whose units are wanted. One in which the next unit begins is looked at again.
    private mutating func take(_ packet: UnsafeRawBufferPointer, _ number: Int) -> Int? {
        let begins = packet[1] & 0x40 != 0
        if begins, let unit = slots[number].unit {
            isRegular = unit.byteCount == nil && slots[number].count > 0
            return isRegular ? number : nil
        }
        isRegular = counts(packet, number)
        guard isRegular else { return nil }
        let position = blockPosition + Int64(used)
        used += layout.packetSize
        guard packet[3] & 0x10 != 0 else { return nil }
        guard packet[3] & 0xC0 == 0, var payload = Self.payload(packet) else {
            isRegular = false
            return nil
        }
        if begins {
            guard let unit = TransportStreamUnit(payload, of: slots[number].stream, at: position) else {
                isRegular = false
                return nil
            }
            (slots[number].unit, slots[number].count) = (unit, 0)
            payload = UnsafeRawBufferPointer(rebasing: payload[unit.headCount...])
        }
        return append(payload, number)
    }

    /// Packets of a stream are numbered, but for those that hold nothing of it.
    private func counts(_ packet: UnsafeRawBufferPointer, _ number: Int) -> Bool {
        let (counter, kind) = (packet[3] & 15, packet[3] >> 4 & 3)
        guard kind != 0 else { return false }
        let goesOn = kind & 2 == 0 || packet[4] == 0 || packet[5] & 0x80 == 0
        defer { slots[number].counter = counter }
        guard goesOn, let last = slots[number].counter else { return true }
        return counter == (kind & 1 == 0 ? last : (last + 1) & 15)
    }

    /// The answer is the slot where that makes its unit complete.
    private mutating func append(_ payload: UnsafeRawBufferPointer, _ number: Int) -> Int? {
        // What goes before the first head belongs to nothing.
        guard let unit = slots[number].unit else { return nil }
        let (count, end) = (slots[number].count, slots[number].count + payload.count)
        guard end <= min(unit.byteCount ?? .max, Self.unitLimit) else {
            isRegular = false
            return nil
        }
        if end > slots[number].memory.count { grow(number, to: end) }
        UnsafeMutableRawBufferPointer(rebasing: slots[number].memory[count..<end]).copyMemory(from: payload)
        slots[number].count = end
        return end == unit.byteCount ? number : nil
    }

    private func grow(_ number: Int, to count: Int) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * count, alignment: 64)
        memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: slots[number].memory[..<slots[number].count]))
        slots[number].memory.deallocate()
        slots[number].memory = memory
    }
}
