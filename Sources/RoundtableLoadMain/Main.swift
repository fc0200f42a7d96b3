import ArgumentParser
import RoundtableLoad

@main
enum Main {
    static func main() async {
        await RoundtableLoad.main()
    }
}
