/// What a client of X asks for, as far as a screen needs it.
enum FakeXQuestion: Hashable, Sendable {
    case setup, focus, geometry, atomName, image
    case extensionData(String)
    case randrVersion, monitors, resources, outputInformation, crtcInformation
    case pointerVersion, pointer
    /// Something that has no answer.
    case order

    static let randr: UInt8 = 140
    static let xfixes: UInt8 = 141

    /// Of a request's bytes.
    init(_ request: [UInt8]) {
        let name = request.dropFirst(8).prefix(request.count > 5 ? Int(request[4]) : 0)
        self =
            switch (request[0], request[1]) {
            case (14, _): .geometry
            case (17, _): .atomName
            case (43, _): .focus
            case (73, _): .image
            case (98, _): .extensionData(String(decoding: name, as: UTF8.self))
            case (Self.randr, 0): .randrVersion
            case (Self.randr, 42): .monitors
            case (Self.randr, 25): .resources
            case (Self.randr, 9): .outputInformation
            case (Self.randr, 20): .crtcInformation
            case (Self.xfixes, 0): .pointerVersion
            case (Self.xfixes, 4): .pointer
            default: .order
            }
    }
}

/// Bytes that an X server sends, in the order of this machine.
struct FakeXMessage: Sendable {
    var bytes: [UInt8] = []

    /// A reply: its fixed numbers from the eighth byte on, and what follows behind the 32nd.
    init(to number: UInt16, _ first: UInt8 = 0, _ fixed: [UInt8] = [], _ rest: [UInt8] = []) {
        bytes = [1, first] + Self.two(number) + Self.four(UInt32((rest.count + 3) / 4))
        bytes += fixed + [UInt8](repeating: 0, count: 24 - fixed.count)
        bytes += rest + [UInt8](repeating: 0, count: (4 - rest.count % 4) % 4)
    }

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func two(_ number: UInt16) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }
    static func four(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

    /// The same with other bytes at a place.
    func with(_ other: [UInt8], at place: Int) -> FakeXMessage {
        var result = self
        result.bytes.replaceSubrange(place..<place + other.count, with: other)
        return result
    }

    /// What a well-behaved server says when a connection begins: a screen of 24 bits of colours.
    static func setup(width: UInt16, height: UInt16) -> FakeXMessage {
        var rest = four(0) + four(0x40_0000) + four(0x1f_ffff) + four(0) + two(4) + two(0xffff)
        rest += [1, 1, 0, 0, 32, 32, 8, 255] + four(0) + Array("fake".utf8)
        // Pixels of 24 bits lie in 32.
        rest += [24, 32, 32, 0, 0, 0, 0, 0]
        rest += four(1) + four(2) + four(0xffffff) + four(0) + four(0)
        rest += two(width) + two(height) + two(100) + two(100) + two(1) + two(1) + four(33) + [0, 0, 24, 1]
        rest += [24, 0] + two(1) + four(0)
        rest += four(33) + [4, 8] + two(256) + four(0xff0000) + four(0xff00) + four(0xff) + four(0)
        return FakeXMessage([1, 0] + two(11) + two(0) + two(UInt16(rest.count / 4)) + rest)
    }
}
