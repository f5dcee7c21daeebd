/// How the process ends.
enum ExitCode: Int32 {
    case done = 0
    case failed = 1
    case wrongCommandLine = 2
    case hungUp = 129
    case interrupted = 130
    case terminated = 143
}
