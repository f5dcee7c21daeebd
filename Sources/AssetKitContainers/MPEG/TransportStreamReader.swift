package import AssetKitBase

/// Puts the units of some streams of a transport stream together (ISO/IEC 13818-1), and hands them out in the order in which
/// they are complete. It ends where anything is not as every writer has it, since two readers could disagree about what
/// comes then. Not Sendable: one stage owns it.
package final class TransportStreamReader {
    /// A value, so that a packet changes what it changes without asking whether somebody else looks at it.
    private var assembly: TransportStreamAssembly

    /// `streams`: those whose units are wanted. `others`: those that there are besides, where tables are to be watched and
    /// nothing new may appear; nil where that is known. `offset`: where a packet begins.
    package init(
        _ source: any AKByteSource,
        _ layout: TransportStreamLayout,
        streams: Set<Int>,
        others: Set<Int>? = nil,
        from offset: Int64 = 0
    ) {
        assembly = TransportStreamAssembly(source, layout, streams: streams, others: others, from: offset)
    }

    deinit { assembly.free() }

    /// So far all was regular.
    package var isRegular: Bool { assembly.isRegular }

    /// All of the file has been read.
    package var isAtEnd: Bool { assembly.isAtEnd }

    /// Lends the next unit that is complete, and what it holds; false where there is none.
    package func next(_ body: (TransportStreamUnit, UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        guard let (unit, bytes) = try assembly.next() else { return false }
        try body(unit, bytes)
        return true
    }
}
