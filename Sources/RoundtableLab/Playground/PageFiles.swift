import CPlayground
import Foundation

/// The files that the page consists of: part of the program, or in a directory while somebody works on them.
struct PageFiles: Sendable {
    private static let embedded: [String: String] = {
        var files: [String: String] = [:]
        var next = playground_files()
        while let file = next, let path = file.pointee.path, let text = file.pointee.text {
            files[String(cString: path)] = String(cString: text)
            next = file.advanced(by: 1)
        }
        return files
    }()

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "svg": "image/svg+xml",
    ]

    /// The directory; nil for what is part of the program.
    let directory: String?

    /// The text of a file and its media type; nil if there is none of that name.
    subscript(path: String) -> (text: String, type: String)? {
        guard !path.contains(".."), let type = Self.types[String(path.split(separator: ".").last ?? "")] else {
            return nil
        }
        guard let directory else { return Self.embedded[path].map { ($0, type) } }
        let text = try? String(contentsOf: URL(filePath: directory).appending(path: path), encoding: .utf8)
        return text.map { ($0, type) }
    }
}
