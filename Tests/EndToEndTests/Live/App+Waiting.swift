import MessagesSimulator
import RoundtableTestTools
import Testing

extension App {
    /// Expects that a line comes to be the last that the owner reads.
    func comesToRead(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await comesToShow(sourceLocation: sourceLocation) { $0.lines.last == line }
    }

    /// Expects that the transcript comes to be as it should be.
    func comesToShow(
        sourceLocation: SourceLocation = #_sourceLocation, _ condition: (Transcript) -> Bool
    ) async throws {
        do {
            try await eventually("what \(owner.name) is to be shown", sourceLocation: sourceLocation) {
                condition(await transcript())
            }
        } catch {
            Issue.record("\(owner.name) still reads \(await lines)", sourceLocation: sourceLocation)
            throw error
        }
    }
}
