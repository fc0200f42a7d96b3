import Foundation
import Testing

@Suite("The sources of the programs")
struct OutputSourceTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources").standardized

    @Test("print and write by ProgramOutput only: what else does it ends the process, or hides that it failed")
    func output() throws {
        let others = try Regex(
            #"(^|[^\w.])print\(|FileHandle\.standard(Output|Error)|\b(fputs|fwrite|puts|printf|fflush)\("#
                + #"|\.write\(toFile:|\.write\(to: (URL|file|url|folder)\b|createFile\("#)
        let files = try #require(FileManager.default.enumerator(atPath: Self.sources.path)).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".swift") && !$0.hasPrefix("ProgramOutput/") }
        #expect(files.count > 100)
        for file in files {
            let text = try String(contentsOf: Self.sources.appending(path: file), encoding: .utf8)
            for line in text.split(separator: "\n") where line.contains(others) {
                Issue.record("\(file): \(line)")
            }
        }
    }
}
