public import CMTimeLib
public import Foundation

extension NSCoder {
    /// Writes a time under a key.
    public func encode(_ time: CMTime, forKey key: String) {
        TimeArchive.write(CMTimeCopyAsDictionary(time, allocator: nil), to: self, forKey: key)
    }

    /// Reads the time under a key; invalid where there is none.
    public func decodeTime(forKey key: String) -> CMTime {
        CMTimeMakeFromDictionary(TimeArchive.read(self, forKey: key))
    }

    /// Writes a time range under a key.
    public func encode(_ timeRange: CMTimeRange, forKey key: String) {
        TimeArchive.write(CMTimeRangeCopyAsDictionary(timeRange, allocator: nil), to: self, forKey: key)
    }

    /// Reads the time range under a key; invalid where there is none.
    public func decodeTimeRange(forKey key: String) -> CMTimeRange {
        CMTimeRangeMakeFromDictionary(TimeArchive.read(self, forKey: key))
    }

    /// Writes a time mapping under a key.
    public func encode(_ timeMapping: CMTimeMapping, forKey key: String) {
        TimeArchive.write(CMTimeMappingCopyAsDictionary(timeMapping, allocator: nil), to: self, forKey: key)
    }

    /// Reads the time mapping under a key; invalid where there is none.
    public func decodeTimeMapping(forKey key: String) -> CMTimeMapping {
        CMTimeMappingMakeFromDictionary(TimeArchive.read(self, forKey: key))
    }
}

/// Times in archives: the dictionaries of numbers that Core Media defines.
enum TimeArchive {
    static func write(_ dictionary: CFDictionary?, to coder: NSCoder, forKey key: String) {
        guard let dictionary else { return }
        coder.encode(object(dictionary), forKey: key)
    }

    /// The dictionary under a key; empty where there is none, or something else.
    static func read(_ coder: NSCoder, forKey key: String) -> CFDictionary {
        guard coder.containsValue(forKey: key) else { return [:] }
        let object = coder.decodeObject(of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: key)
        return object as? CFDictionary ?? [:]
    }

    /// The same dictionary made of objects all the way down, because archives take nothing else.
    private static func object(_ dictionary: CFDictionary) -> NSDictionary {
        let result = NSMutableDictionary()
        for (key, value) in dictionary {
            guard let name = key.base as? String else { continue }
            result[name as NSString] = (value as? CFDictionary).map(object) ?? value
        }
        return result
    }
}
