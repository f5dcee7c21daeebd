/// Lets what outlives a player find it as long as it is there.
struct EngineReference: Sendable {
    weak let engine: PlayerEngine?
}
