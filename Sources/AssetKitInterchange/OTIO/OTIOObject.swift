/// An object of an OTIO document, which says what it is, and where it stands.
struct OTIOObject {
    /// `Clip` of `Clip.2`.
    let schema: String
    let members: [String: JSONValue]
    let path: String

    init(_ value: JSONValue, at path: String) throws(InterchangeError) {
        guard let members = value.objectValue else {
            throw InterchangeError("an object of OTIO should be here", at: path)
        }
        guard let name = members["OTIO_SCHEMA"]?.stringValue else {
            throw InterchangeError("an object says what it is in OTIO_SCHEMA, and this one does not", at: path)
        }
        schema = String(name.prefix { $0 != "." })
        self.members = members
        self.path = path
    }

    var value: JSONValue { .object(members) }

    func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// The member, unless it is missing or null.
    func member(_ name: String) -> JSONValue? {
        guard let value = members[name], value != .null else { return nil }
        return value
    }

    /// Empty where it is missing.
    func string(_ name: String) throws(InterchangeError) -> String {
        guard let value = member(name) else { return "" }
        guard let text = value.stringValue else { throw InterchangeError("a string should be here", at: place(name)) }
        return text
    }

    func bool(_ name: String, otherwise: Bool) throws(InterchangeError) -> Bool {
        guard let value = member(name) else { return otherwise }
        guard let bool = value.boolValue else {
            throw InterchangeError("true or false should be here", at: place(name))
        }
        return bool
    }

    /// Empty where it is missing.
    func dictionary(_ name: String) throws(InterchangeError) -> [String: JSONValue] {
        guard let value = member(name) else { return [:] }
        guard let members = value.objectValue else {
            throw InterchangeError("an object should be here", at: place(name))
        }
        return members
    }

    func object(_ name: String) throws(InterchangeError) -> OTIOObject? {
        guard let value = member(name) else { return nil }
        return try OTIOObject(value, at: place(name))
    }

    func objects(_ name: String) throws(InterchangeError) -> [OTIOObject] {
        guard let value = member(name) else { return [] }
        guard let elements = value.arrayValue else {
            throw InterchangeError("an array should be here", at: place(name))
        }
        var objects: [OTIOObject] = []
        for (index, element) in elements.enumerated() {
            objects.append(try OTIOObject(element, at: "\(place(name))[\(index)]"))
        }
        return objects
    }

    /// What is there besides `known` and is not null.
    func leftovers(besides known: Set<String>) -> [String: JSONValue] {
        members.filter { $0.value != .null && !known.contains($0.key) && $0.key != "OTIO_SCHEMA" }
    }
}
