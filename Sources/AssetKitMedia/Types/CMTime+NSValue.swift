public import CMTimeLib
public import Foundation

/// Makes `time as NSValue` and `values as? [NSValue]` work.
extension CMTime: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSValue { NSValue(time: self) }

    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) {
        result = source.timeValue
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) -> Bool {
        guard case .time(let time)? = (source as? TimeValue)?.content else { return false }
        result = time
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTime {
        source?.timeValue ?? .invalid
    }
}

/// Makes `range as NSValue` work.
extension CMTimeRange: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSValue { NSValue(timeRange: self) }

    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) {
        result = source.timeRangeValue
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeRange?) -> Bool {
        guard case .range(let range)? = (source as? TimeValue)?.content else { return false }
        result = range
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeRange {
        source?.timeRangeValue ?? .invalid
    }
}

/// Makes `mapping as NSValue` work.
extension CMTimeMapping: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSValue { NSValue(timeMapping: self) }

    public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeMapping?) {
        result = source.timeMappingValue
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTimeMapping?) -> Bool {
        guard case .mapping(let mapping)? = (source as? TimeValue)?.content else { return false }
        result = mapping
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTimeMapping {
        source?.timeMappingValue ?? .invalid
    }
}
