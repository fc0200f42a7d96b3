import Games
import RoundtableCommand

@main
enum Main {
    static func main() async {
        await RoundtableCommand.main(games: .standard)
    }
}
