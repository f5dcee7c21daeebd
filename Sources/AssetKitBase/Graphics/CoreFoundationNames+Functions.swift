public import CMTimeLib
public import Foundation

// Core Foundation's functions over Foundation's types. Where Core Foundation gives out a pointer, the value itself comes
// here: there is no object behind a value of Swift that a pointer could be cast to.

/// How many values there are.
public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex { theArray.count }

/// The value at a position, itself instead of a pointer to it; nil where there is none.
public func CFArrayGetValueAtIndex(_ theArray: CFArray, _ idx: CFIndex) -> Any? {
    theArray.indices.contains(idx) ? theArray[idx] : nil
}

/// How many values there are.
public func CFDictionaryGetCount(_ theDict: CFDictionary) -> CFIndex { theDict.count }

/// Whether there is a value of a key.
public func CFDictionaryContainsKey(_ theDict: CFDictionary, _ key: AnyHashable) -> Bool { theDict[key] != nil }

/// The value of a key, itself instead of a pointer to it; nil where there is none.
public func CFDictionaryGetValue(_ theDict: CFDictionary, _ key: AnyHashable) -> Any? { theDict[key] }

/// Whether it is true.
public func CFBooleanGetValue(_ boolean: CFBoolean) -> Bool { boolean.boolValue }
