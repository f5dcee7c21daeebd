public import Foundation

/// The domain of ``AVError``.
public let AVFoundationErrorDomain: String = "AVFoundationErrorDomain"

/// What a media operation reports when it fails.
///
/// Its description is one sentence: what was asked, what went wrong, and what to do where that is known. It casts to
/// and from `NSError` of the domain ``AVFoundationErrorDomain``.
///
/// ```swift
/// do {
///     _ = try await AVURLAsset(url: URL(filePath: "upload.mp4")).load(.tracks)
/// } catch AVError.Code.fileFormatNotRecognized {
///     print("this is no media file")
/// } catch {
///     print(error.localizedDescription)
/// }
/// ```
///
/// Codes are few and broad, with the numbers that Apple gives them; the sentence, ``failureReason`` and
/// ``underlyingError`` say the rest.
///
/// SAFETY: `userInfo` is a `let` dictionary of values that nobody changes after they were put in.
public struct AVError: CustomNSError, LocalizedError, @unchecked Sendable {
    /// The kind of failure.
    public let code: Code
    /// Everything else that is known, by the keys of Foundation and `AVError…Key`.
    public let userInfo: [String: Any]

    /// The number of a kind of failure. A struct, so that a new kind breaks nobody who switches over it.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int

        /// The code of a number, also of one without a name: never nil. It is optional so that code which takes nil for a
        /// number without a name, as of enumerations, compiles.
        public init?(rawValue: Int) {
            self.init(number: rawValue)
        }

        init(number: Int) {
            rawValue = number
        }
    }

    /// Makes an error.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// Makes an error with its sentence, and with what caused it.
    package init(_ code: Code, _ sentence: String, underlying: (any Error)? = nil, userInfo: [String: Any] = [:]) {
        var information = userInfo
        information[NSLocalizedDescriptionKey] = sentence
        if let underlying { information[NSUnderlyingErrorKey] = underlying }
        self.init(code, userInfo: information)
    }

    /// ``AVFoundationErrorDomain``.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The number of ``code``.
    public var errorCode: Int { code.rawValue }
    /// ``userInfo``.
    public var errorUserInfo: [String: Any] { userInfo }
    /// The sentence, where there is one.
    public var errorDescription: String? { userInfo[NSLocalizedDescriptionKey] as? String }
    /// Why it failed, where that is a sentence of its own.
    public var failureReason: String? { userInfo[NSLocalizedFailureReasonErrorKey] as? String }
    /// What to do about it, where that is a sentence of its own.
    public var recoverySuggestion: String? { userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String }
    /// The error that caused this one.
    public var underlyingError: (any Error)? { userInfo[NSUnderlyingErrorKey] as? any Error }
    /// The sentence, or the domain and the number where there is none.
    public var localizedDescription: String {
        errorDescription ?? "the operation could not be completed (\(Self.errorDomain) \(code.rawValue))"
    }
}

extension AVError: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { localizedDescription }

    public var debugDescription: String {
        let cause = underlyingError.map { ", because of \(String(reflecting: $0))" } ?? ""
        return "\(localizedDescription) [\(Self.errorDomain) \(code.rawValue)\(cause)]"
    }
}

/// Equal by code, and by what people read.
extension AVError: Hashable {
    public static func == (left: AVError, right: AVError) -> Bool {
        left.code == right.code && left.errorDescription == right.errorDescription
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
    }
}

extension AVError.Code {
    /// Lets `catch AVError.fileAlreadyExists` match an ``AVError`` and an `NSError` alike.
    public static func ~= (code: AVError.Code, error: any Error) -> Bool {
        (error as? AVError)?.code == code
    }
}

/// Makes `error as? AVError` work for an `NSError` of the domain.
extension AVError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: code.rawValue, userInfo: userInfo)
    }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) {
        if !_conditionallyBridgeFromObjectiveC(source, result: &result) {
            programmerError("an NSError of the domain '\(source.domain)' is no AVError")
        }
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) -> Bool {
        guard source.domain == AVFoundationErrorDomain else { return false }
        result = AVError(Code(number: source.code), userInfo: source.userInfo)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> AVError {
        var result: AVError?
        if let source { _forceBridgeFromObjectiveC(source, result: &result) }
        return result ?? AVError(.unknown)
    }
}
