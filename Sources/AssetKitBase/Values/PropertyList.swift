internal import Foundation

/// Comparing and tidying what clients put into dictionaries.
package enum PropertyList {
    /// A dictionary with text keys out of one whose keys may be `String`, `NSString` or a constant's struct; other keys
    /// are left out.
    package static func withTextKeys(_ dictionary: [AnyHashable: Any]) -> [String: Any] {
        var result: [String: Any] = [:]
        for (key, value) in dictionary {
            guard let name = text(key.base) else { continue }
            result[name] = value
        }
        return result
    }

    /// The text in a value: a `String`, an `NSString`, or a constant that is backed by one.
    package static func text(_ value: Any?) -> String? {
        switch value {
        case let text as String: text
        case let constant as any RawRepresentable<String>: constant.rawValue
        default: nil
        }
    }

    /// A dictionary in a value, with text keys.
    package static func dictionary(_ value: Any?) -> [String: Any]? {
        switch value {
        case let dictionary as [String: Any]: dictionary
        case let dictionary as [AnyHashable: Any]: withTextKeys(dictionary)
        default: nil
        }
    }

    /// Whether two values mean the same: numbers by value, texts, bytes, dates, and arrays and dictionaries of those.
    package static func areEqual(_ left: Any?, _ right: Any?) -> Bool {
        switch (left, right) {
        case (nil, nil): return true
        case (nil, _), (_, nil): return false
        case (let left as Data, let right as Data): return left == right
        default: break
        }
        if let left = Number(left), let right = Number(right) { return left == right }
        if let left = text(left), let right = text(right) { return left == right }
        if let left = dictionary(left), let right = dictionary(right) { return areEqual(left, right) }
        if let left = left as? [Any], let right = right as? [Any] {
            return left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
        }
        if let left = left as? AnyHashable, let right = right as? AnyHashable { return left == right }
        return false
    }

    /// Whether two dictionaries have the same keys and equal values.
    package static func areEqual(_ left: [String: Any], _ right: [String: Any]) -> Bool {
        left.count == right.count && left.allSatisfy { areEqual($0.value, right[$0.key]) }
    }
}
