import AssetKit

/// Prints what the files named on the command line hold; exits with 1 when one of them cannot be read.
@main
enum MediaFacts {
    static func main() async {
        let paths = CommandLine.arguments.dropFirst()
        guard !paths.isEmpty else {
            report("usage: MediaFacts FILE…")
            exit(2)
        }
        var isComplete = true
        for path in paths {
            do {
                print(try await Facts(of: URL(filePath: path)).text)
            } catch {
                report(error.localizedDescription)
                isComplete = false
            }
        }
        exit(isComplete ? 0 : 1)
    }

    private static func report(_ sentence: String) {
        FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    }
}
