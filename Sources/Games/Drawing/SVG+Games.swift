import GameRules

/// What the drawings of several games have in common.
extension SVG {
    /// Paint that changes from top to bottom, by its colours at shares of the way.
    static func verticalGradient(_ id: String, _ colors: KeyValuePairs<Double, String>) -> String {
        verticalGradient(id, colors.map { Stop(offset: $0, color: $1) })
    }

    /// Paint that changes from a light at the upper left outwards, by its colours at shares of the way.
    static func lightGradient(_ id: String, _ colors: KeyValuePairs<Double, String>) -> String {
        lightGradient(id, colors.map { Stop(offset: $0, color: $1) })
    }
}
