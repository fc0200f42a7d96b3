import MessagesSimulator
import Testing

extension App {
    /// Expects that before long a line is the last that the owner reads.
    func comesToRead(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await comesToShow(sourceLocation: sourceLocation) { $0.lines.last == line }
    }

    /// Expects that before long the transcript is as it should be.
    func comesToShow(
        sourceLocation: SourceLocation = #_sourceLocation, _ condition: @escaping @Sendable (Transcript) -> Bool
    ) async {
        let isSo = await withTaskGroup { group in
            group.addTask {
                await self.simulation.until(on: self.device, in: self.group, condition)
                return true
            }
            group.addTask {
                // A clean sleep is one that nobody interrupted: the time is over.
                (try? await Task.sleep(for: .seconds(20))) == nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
        guard !isSo else { return }
        Issue.record("\(owner.name) still reads \(await lines)", sourceLocation: sourceLocation)
    }
}
