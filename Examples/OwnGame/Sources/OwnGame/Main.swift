import Games
import RoundtableCommand

/// The program `roundtable` with one more game.
@main
enum Main {
    static func main() async {
        await RoundtableCommand.main(games: .standard.adding([Nim()]))
    }
}
