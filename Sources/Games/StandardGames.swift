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
}
