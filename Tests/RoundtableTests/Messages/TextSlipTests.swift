import Foundation
import RoundtableTestTools
import Testing

@Suite("Texts as they are typed")
struct TextSlipTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    /// The files of texts: of the service, its pages, its games, the example of a game, and the sample app.
    private static func files(_ isFile: (String) -> Bool) throws -> [URL] {
        try ["Sources", "Examples", "roundtable-kit/Examples"].flatMap { folder in
            let folder = root.appending(path: folder)
            let found = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
            return found.filter { !$0.hasPrefix(".") && !$0.contains("/.") && isFile($0) }.sorted()
                .map { folder.appending(path: $0) }
        }
    }

    private static func content(of file: URL) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    }

    /// The variants of a text: one for each plural, and for the reader's own doing.
    private static func variants(_ text: Any) -> [String] {
        if let text = text as? String { return [text] }
        let variants = text as? [String: String] ?? [:]
        return variants.filter { $0.key != "count" }.map(\.value)
    }

    @Test("no text of the service and of its games has a slip, and each ends as a sentence where the English one does")
    func catalogs() throws {
        let files = try Self.files { $0.contains("Texts/") && $0.hasSuffix(".json") }
        #expect(files.count >= 58)
        for file in files {
            let name = file.lastPathComponent
            let english = file.deletingLastPathComponent()
                .appending(path: name.replacing(/[a-z]{2}\.json$/, with: "en.json"))
            let standard = try Self.content(of: english)
            for (key, text) in try Self.content(of: file) {
                let variants = Self.variants(text)
                for variant in variants { #expect(variant.slips == [], "\(name), \(key): \(variant)") }
                let ends = Set(variants.map(\.isWholeSentence))
                let expected = Set(standard[key].map(Self.variants)?.map(\.isWholeSentence) ?? [])
                #expect(ends == expected, "\(name), \(key): \(variants)")
                #expect(ends == [true] || !Self.isSentence(key), "\(name), \(key): \(variants)")
            }
        }
    }

    /// Whether a text says something by itself: why something was refused, or what may be written.
    private static func isSentence(_ key: String) -> Bool {
        let isReason = key.hasPrefix("problem.") && (key.split(separator: ".").count > 2 || key == "problem.app")
        return isReason || key.contains(/\.(refused|option|notation)\b/)
    }

    @Test("no text of the sample app has a slip, and each ends as a sentence in all languages or in none")
    func sample() throws {
        let files = try Self.files { $0.hasSuffix(".xcstrings") }
        #expect(files.count == 2)
        for file in files {
            let strings = try #require(try Self.content(of: file)["strings"] as? [String: [String: Any]])
            for (key, text) in strings {
                let localizations = try #require(text["localizations"] as? [String: [String: [String: String]]])
                let values = localizations.compactMap { $0.value["stringUnit"]?["value"] }
                #expect(values.count == 4, "\(key)")
                for value in values { #expect(value.slips == [], "\(key): \(value)") }
                #expect(Set(values.map(\.isWholeSentence)).count == 1, "\(key): \(values)")
            }
        }
    }
}
