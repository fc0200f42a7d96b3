package import ArgumentParser
import Foundation

extension AsyncParsableCommand {
    /// Runs the command that the process was started with, and ends the process if it fails. As `main()`, but if the
    /// help or the version can't be printed, that is an error, too.
    ///
    /// - Parameters:
    ///   - explaining: an error as its reader understands it.
    ///   - hiding: a message without what nobody may see.
    ///   - ending: ends what must not be at work when the process ends.
    package static func runProgram(
        explaining: (any Error) -> any Error = { $0 }, hiding: (String) -> String = { $0 },
        ending: () async -> Void = {}
    ) async {
        prepareOutput()
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            await ending()
        } catch {
            await ending()
            let error = explaining(error)
            end(with: hiding(fullMessage(for: error)), exitCode(for: error))
        }
    }

    private static func end(with message: String, _ code: ExitCode) -> Never {
        do {
            if code.isSuccess, !message.isEmpty { try Output.print(message) }
        } catch {
            Output.note("Error: \(error)")
            Foundation.exit(ExitCode.failure.rawValue)
        }
        if !code.isSuccess, !message.isEmpty { Output.note(message) }
        Foundation.exit(code.rawValue)
    }

    /// Sees to it that an output which can't be written is an error of the call that writes it.
    private static func prepareOutput() {
        signal(SIGPIPE, SIG_IGN)
        // The next file or connection would get the number of an output that is closed, and what is printed. NB: opened
        // the wrong way round, so that reading and writing fail.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
