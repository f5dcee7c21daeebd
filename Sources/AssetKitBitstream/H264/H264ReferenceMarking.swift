/// dec_ref_pic_marking() of H.264 (7.3.3.3): what happens to the pictures kept for reference.
package enum H264ReferenceMarking: Hashable, Sendable {
    /// The oldest makes room.
    case slidingWindow
    case commands([Command])
    /// An IDR picture, which forgets all others.
    case refresh(dropsEarlierOutput: Bool, isLongTerm: Bool)

    package enum Command: Hashable, Sendable {
        /// 1: a short-term picture, by difference of picture numbers minus 1.
        case forgetShortTerm(difference: Int)
        /// 2: a long-term picture, by its number.
        case forgetLongTerm(number: Int)
        /// 3: a short-term picture becomes a long-term one.
        case keepLongTerm(difference: Int, index: Int)
        /// 4: how many long-term pictures there may be.
        case limitLongTerm(count: Int)
        /// 5: everything.
        case forgetAll
        /// 6: the current picture becomes a long-term one.
        case keepCurrentLongTerm(index: Int)
    }

    package init(from reader: inout BitReader, isRefresh: Bool) throws(BitstreamError) {
        if isRefresh {
            self = .refresh(dropsEarlierOutput: try reader.flag(), isLongTerm: try reader.flag())
            return
        }
        guard try reader.flag() else {
            self = .slidingWindow
            return
        }
        var commands: [Command] = []
        while let command = try Command(from: &reader) {
            commands.append(command)
            // A frame holds at most 16 references, 32 as fields; each needs one command, and a few set limits.
            guard commands.count <= 66 else { throw .invalid("memory_management_control_operation") }
        }
        self = .commands(commands)
    }
}

extension H264ReferenceMarking.Command {
    /// `nil` at the end of the list.
    package init?(from reader: inout BitReader) throws(BitstreamError) {
        switch try reader.golomb("memory_management_control_operation", atMost: 6) {
        case 1: self = .forgetShortTerm(difference: try reader.golomb())
        case 2: self = .forgetLongTerm(number: try reader.golomb())
        case 3: self = .keepLongTerm(difference: try reader.golomb(), index: try reader.golomb())
        case 4: self = .limitLongTerm(count: try reader.golomb())
        case 5: self = .forgetAll
        case 6: self = .keepCurrentLongTerm(index: try reader.golomb())
        default: return nil
        }
    }
}
