/// One way to do the work of a row.
struct Contender {
    /// `ours`, or the name of the peer.
    let name: String
    /// Works through the whole pool once. The sum takes in every field of every result, so nothing can be left out.
    let pass: () -> UInt64
}

/// One line of the table.
struct Row {
    let name: String
    /// The numbers of every call, for peers that run in another process.
    let operands: [[Int64]]
    let contenders: [Contender]
    /// The place of the first operands for which the contenders do not agree; nil where they all do.
    let disagreement: () -> Int?

    init(
        _ name: String,
        operands: [[Int64]],
        contenders: [Contender],
        disagreement: @escaping () -> Int? = { nil }
    ) {
        self.name = name
        self.operands = operands
        self.contenders = contenders
        self.disagreement = disagreement
    }
}

/// The same loop for everyone. Inlined, so that `operation` meets it as code in a loop of a client would.
@inline(__always)
func total<Operand>(_ pool: [Operand], _ operation: (Operand) -> UInt64) -> UInt64 {
    var sum: UInt64 = 0
    for operand in pool { sum &+= operation(operand) }
    return sum
}
