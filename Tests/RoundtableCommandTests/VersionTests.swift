import Foundation
import Testing

@testable import RoundtableCommand

@Suite("The version")
struct VersionTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    private func lines(of path: String) throws -> [Substring] {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8).split(separator: "\n")
    }

    @Test("is the newest of the change log, and the contract's")
    func everywhere() throws {
        #expect(try lines(of: "CHANGELOG.md").first { $0.hasPrefix("## ") } == "## \(Version.release)")
        let contract = "Sources/RoundtableHTTP/OpenAPI/openapi.yaml"
        #expect(try lines(of: contract).first { $0.hasPrefix("  version: ") } == "  version: \(Version.release)")
    }

    @Test("names the commit that the program is built from")
    func commit() {
        #expect(Version.description.hasPrefix(Version.release))
        #expect(Build.commit.isEmpty == Build.date.isEmpty)
        #expect(Build.commit.isEmpty || Version.description.contains(" (\(Build.commit), \(Build.date))"))
        #expect(Build.commit.isEmpty || Build.date.contains(/^\d{4}-\d\d-\d\d$/))
        #expect(Version.labels.map(\.0) == ["version", "commit", "date"])
    }
}
