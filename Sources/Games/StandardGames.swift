public import GameRules

extension GameLibrary {
    /// The games that come with Roundtable; a new one is registered here.
    public static let standard = GameLibrary([
        TicTacToe(),
        FourInARow(),
        IceCream(),
        OpenGame(),
        Reversi(),
        DotsAndBoxes(),
        Chess(),
        SeaBattle(),
        RockPaperScissors(),
        CrazyEights(),
        Yacht(),
    ])

    /// The reasons for which these games refuse a move that a player chose, each once.
    ///
    /// Those of the open game are none: they tell the author of an app what is wrong with its moves.
    static let standardReasons: Set<String> = Set(
        [
            TicTacToeRefusal.reasons, FourInARowRefusal.reasons, IceCreamRefusal.reasons, ReversiRefusal.reasons,
            DotsAndBoxesRefusal.reasons, ChessRefusal.reasons, SeaBattleRefusal.reasons,
            RockPaperScissorsRefusal.reasons, CrazyEightsRefusal.reasons, YachtRefusal.reasons,
        ].joined())
}
