import Foundation

/// One row in the text format of COPY, with places for what differs from session to session.
struct SeedLine: Sendable, Equatable {
    /// The kinds of values that are filled in.
    enum Slot: Hashable, Sendable {
        case session, player(Int), credential
    }

    private enum Piece: Sendable, Equatable {
        case text([UInt8]), slot(Slot)
    }

    private var pieces: [Piece] = []

    /// A row's values as the server writes them as text, and what the identifiers in them stand for.
    init(_ values: [String?], _ places: [UUID: Slot]) {
        let line = values.map { $0.map(Self.escape) ?? #"\N"# }.joined(separator: "\t") + "\n"
        let slots = places.map { (text: Array($0.key.uuidString.lowercased().utf8), slot: $0.value) }
        var text: [UInt8] = []
        var rest = ArraySlice(Array(line.utf8))
        while let byte = rest.first {
            guard let found = slots.first(where: { rest.starts(with: $0.text) }) else {
                text.append(byte)
                rest.removeFirst()
                continue
            }
            pieces += [.text(text), .slot(found.slot)]
            text = []
            rest.removeFirst(found.text.count)
        }
        pieces.append(.text(text))
    }

    /// Writes the row of one session or player.
    func write(to bytes: inout [UInt8], _ value: (Slot) -> [UInt8]) {
        for piece in pieces {
            switch piece {
            case .text(let text): bytes += text
            case .slot(let slot): bytes += value(slot)
            }
        }
    }

    private static func escape(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\t", with: "\\t").replacing("\n", with: "\\n")
            .replacing("\r", with: "\\r")
    }
}
