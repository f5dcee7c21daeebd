/// Which X server, and which of its screens. A plain value.
package struct X11Display: Hashable, Sendable {
    /// As it was given: `:0`, `:0.0`, `machine:10.1`.
    package let name: String
    /// The same for all names of one screen: that of a server's first screen ends with the number of the server.
    package let identity: String

    package init(_ name: String) {
        self.name = name
        identity = name.contains(":") && name.hasSuffix(".0") ? String(name.dropLast(2)) : name
    }

    /// Names an output of the screen.
    package func id(of output: String) -> String { prefix + output }

    /// The name of the output that an identity means; nil for one of another display.
    package func output(of id: String) -> String? { id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil }

    private var prefix: String { "x11:\(identity)/" }
}
