import AssetKit

/// The command line is right and the work failed: exit code 1.
struct WorkError: Error {
    let message: String
    /// The system's number of what went wrong; nil where it was nothing of the system's.
    let systemNumber: CInt?

    init(message: String, because cause: (any Error)? = nil) {
        self.message = printable(message)
        systemNumber = cause.flatMap { systemErrorNumber($0) }
    }

    init(message: String, systemNumber: CInt) {
        self.message = printable(message)
        self.systemNumber = systemNumber
    }
}

/// The number of the system's error that is behind one of the library's; nil where there is none.
func systemErrorNumber(_ error: any Error) -> CInt? {
    if let error = error as? WorkError { return error.systemNumber }
    var next: (any Error)? = error
    while let current = next {
        let cause = current as NSError
        if cause.domain == NSPOSIXErrorDomain { return CInt(cause.code) }
        next = cause.userInfo[NSUnderlyingErrorKey] as? any Error
    }
    return nil
}
