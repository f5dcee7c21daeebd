/// A file names another file or address that it may not make the library open.
package struct ForbiddenReference: Error, Equatable {
    package let reference: String

    package init(reference: String) {
        self.reference = reference
    }
}
