/// Lets what outlives a player find it as long as it is there.
struct EngineReference<Core: SteppingCore>: Sendable {
    weak let engine: StepEngine<Core>?
}
