import BoardDrawings
import Foundation
import Testing

@testable import RoundtableCommand

@Suite("What operators are shown, and files that they have read")
struct OutputTests {
    @Test(
        "no cell of a table has anything that a terminal obeys, nor makes its column too wide",
        arguments: ["\u{1B}[2J", "\u{9B}2J", "\u{202E}abc", "\u{2066}a\u{2069}", "a\nb", "\u{2028}", "\u{7F}", "\u{0}"])
    func cells(words: String) {
        let long = String(repeating: words, count: 200)
        let lines = TextTable(titles: ["A", "B"], rows: [[words, "1"], [long, "2"]]).lines
        for scalar in lines.joined().unicodeScalars {
            let category = scalar.properties.generalCategory
            #expect(![.control, .format, .lineSeparator, .paragraphSeparator].contains(category))
        }
        #expect(lines.count == 3 && lines.allSatisfy { $0.count <= 203 })
    }

    @Test("what is printed is the same JSON, and has no character that a terminal obeys or hides")
    func printable() throws {
        let emoji = "👩‍⚕️❤️‍🔥 naïve عربى"
        #expect(emoji.printable == emoji && "a\nb".printableLines == "a\nb" && "a\nb".printable == "a\\u000ab")
        for value in 0...0x10FFFF {
            guard let scalar = Unicode.Scalar(UInt32(value)), value % 7 == 0 || value < 0x3000 else { continue }
            let shown = "a\(scalar)b".printable
            let hidden = shown.unicodeScalars.contains {
                [.control, .format, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            }
            #expect(!hidden, "\(value)")
            guard value >= 0x20, scalar != "\"", scalar != "\\" else { continue }
            let read = try JSONDecoder().decode([String].self, from: Data("[\"\(shown)\"]".utf8))
            #expect(Array(read[0].unicodeScalars) == Array("a\(scalar)b".unicodeScalars), "\(value)")
        }
    }

    @Test("commands print through ProgramOutput, in which everything is made visible")
    func printing() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
        let files = FileManager.default.enumerator(atPath: sources.path())
        var found: Set<String> = []
        while let file = files?.nextObject() as? String {
            guard file.hasPrefix("RoundtableCommand/"), file.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
            if text.contains(/(^|[^.])\bprint\(/) { found.insert(file) }
        }
        #expect(found.isEmpty)
    }

    @Test("a line that is too long is refused by its number, those before it are read", arguments: [true, false])
    func longLine(isEnded: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        let long = String(repeating: "x", count: 200_000)
        try Data("one\n\(long)\(isEnded ? "\nthree\n" : "")".utf8).write(to: file)
        var seen: [Int] = []
        let refusal = await #expect(throws: Refusal.self) {
            try await CompressedFile.read(file.path, longest: 100_000) { number, _ in seen.append(number) }
        }
        #expect(seen == [1])
        #expect("\(try #require(refusal))".contains("Line 2 of"))
        seen = []
        try await CompressedFile.read(file.path, longest: 200_000) { number, _ in seen.append(number) }
        #expect(seen == (isEnded ? [1, 2, 3] : [1, 2]))
    }
}
