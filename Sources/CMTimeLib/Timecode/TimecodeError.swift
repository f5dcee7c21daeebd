/// Why a text is no timecode, and where, so that a caret can be put under it.
public struct TimecodeError: Error, Hashable, Sendable {
    /// One of the four numbers of a timecode.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The numbers in the order in which they stand.
        case hours, minutes, seconds, frames
    }

    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The text ends where a field should begin.
        case missing(Field)
        /// Something other than a digit stands where a field should begin.
        case expectedDigit(Field)
        /// A field has more digits than it can have.
        case tooManyDigits(Field, limit: Int)
        /// A field is larger than it can be.
        case outOfRange(Field, maximum: Int)
        /// The hours make more frames than a frame number can count.
        case tooLarge
        /// Something other than `:` (or `;` before the frames) follows a field.
        case expectedSeparator(after: Field)
        /// The separator says drop-frame or not, and the rate says otherwise.
        case wrongSeparator(expected: Character)
        /// `;` asks for drop-frame counting, which this rate does not have.
        case noDropFrame
        /// The rate is neither an integer nor one slowed down by 1000/1001, so no timecode counts at it.
        case noTimecode
        /// Drop-frame counting skips this number.
        case dropped(firstFrame: Int)
        /// There is more after the frames.
        case unexpectedText
    }

    /// What is wrong.
    public let reason: Reason
    /// How many characters come before the offending ones.
    public let offset: Int
    /// How many characters offend; 0 where something is missing.
    public let length: Int

    internal init(_ reason: Reason, at offset: Int, length: Int = 1) {
        self.reason = reason
        self.offset = offset
        self.length = length
    }
}

extension TimecodeError: CustomStringConvertible {
    /// What is wrong, as part of a sentence: `the minutes go from 0 to 59`.
    public var description: String {
        switch reason {
        case .missing(let field): "the \(field.rawValue) are missing"
        case .expectedDigit(let field): "the \(field.rawValue) begin with a digit"
        case .tooManyDigits(let field, let limit): "the \(field.rawValue) have at most \(limit) digits"
        case .outOfRange(let field, let maximum): "the \(field.rawValue) go from 0 to \(maximum)"
        case .tooLarge: "a timecode of so many hours has no frame number"
        case .expectedSeparator(.seconds): "':' or ';' stands between the seconds and the frames"
        case .expectedSeparator(let field): "':' follows the \(field.rawValue)"
        case .wrongSeparator(expected: ";"): "';' stands before the frames at a drop-frame rate"
        case .wrongSeparator(let expected): "'\(expected)' stands before the frames at a rate that drops no numbers"
        case .noDropFrame: "';' means drop-frame counting, which this rate does not have"
        case .noTimecode: "no timecode counts at this frame rate"
        case .dropped(let firstFrame):
            "drop-frame counting skips this number: every minute but each tenth one begins with frame \(firstFrame)"
        case .unexpectedText: "nothing follows the frames"
        }
    }
}
