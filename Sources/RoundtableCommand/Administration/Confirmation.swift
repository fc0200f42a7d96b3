import ArgumentParser
import Foundation

/// Asks before something is destroyed.
struct Confirmation: ParsableArguments {
    @Flag(help: "Don't ask; for scripts.")
    var yes = false

    /// Returns if the operator agrees; without a terminal to ask at, only if `--yes` was given.
    ///
    /// - Parameter question: what is about to be lost, as a question.
    func ask(_ question: String) throws {
        if yes { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Refusal("\(question) There is no terminal to ask at: --yes agrees.")
        }
        FileHandle.standardError.write(Data("\(question) [y/N] ".utf8))
        guard ["y", "yes"].contains(readLine()?.lowercased()) else { throw Refusal("Nothing was done.") }
    }
}
