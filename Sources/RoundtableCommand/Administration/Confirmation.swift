import ArgumentParser
import Foundation

/// Asks before something is destroyed.
struct Confirmation: ParsableArguments {
    @Flag(help: "Don't ask for confirmation; for scripts.")
    var yes = false

    /// Returns if the operator agrees; without a terminal to ask at, only if `--yes` was given. Ctrl-C is an answer,
    /// too.
    ///
    /// - Parameter question: what is about to be lost, as a question.
    func ask(_ question: String) async throws {
        if yes { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Refusal("\(question) There is no terminal to ask at: --yes agrees.")
        }
        FileHandle.standardError.write(Data("\(question) [y/N] ".utf8))
        // NB: within a service group Ctrl-C cancels the task, which a thread that reads would not notice.
        var answer = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while poll(&answer, 1, 0) == 0 { try await Task.sleep(for: .milliseconds(50)) }
        guard ["y", "yes"].contains(readLine()?.lowercased()) else { throw Refusal("Nothing was done.") }
    }
}
