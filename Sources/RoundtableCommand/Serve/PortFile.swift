import Foundation
import Logging
import SystemPackage

/// Tells whoever started the service which port it listens on: it appears when requests are answered.
struct PortFile {
    let path: FilePath

    /// Writes the port and a line's end, all at once.
    func write(_ port: Int, logger: Logger) {
        do {
            try Data("\(port)\n".utf8).write(to: URL(filePath: path.string), options: .atomic)
        } catch {
            logger.error("the port can't be written", metadata: ["file": "\(path)", "error": "\(error)"])
        }
    }
}
