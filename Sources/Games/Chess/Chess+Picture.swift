import GameRules

extension Chess {
    func picture(of board: Board) -> Picture { Picture(background: "#E8E0D0", elements: []) }
}
