/// A file names another file or address that it may not make the library open.
struct ForbiddenReference: Error, Equatable {
    let reference: String
}
