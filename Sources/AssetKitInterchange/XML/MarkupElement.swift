/// An element of XML, with all that is in it.
struct MarkupElement: Equatable {
    let name: String
    var attributes: [String: String] = [:]
    var children: [MarkupElement] = []
    /// What stands between the tags, children left out.
    var text = ""
    /// Where it begins in the document, from 1 on; 0 for one that was made here.
    var line = 0

    init(_ name: String, _ attributes: [String: String] = [:], _ children: [MarkupElement] = []) {
        self.name = name
        self.attributes = attributes
        self.children = children
    }

    subscript(_ attribute: String) -> String? { attributes[attribute] }

    func first(_ name: String) -> MarkupElement? { children.first { $0.name == name } }

    func all(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

    var place: String { "line \(line), <\(name.shortened)>" }
}
