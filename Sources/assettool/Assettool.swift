import AssetKit

@main
enum Assettool {
    static func main() {}
}
