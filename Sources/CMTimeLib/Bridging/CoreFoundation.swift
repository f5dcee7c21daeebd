// Linux has no public Core Foundation. These names let code written for it compile unchanged.

/// A dictionary as callers of Core Foundation pass it.
public typealias CFDictionary = [AnyHashable: Any]
/// A string as callers of Core Foundation pass it.
public typealias CFString = String
