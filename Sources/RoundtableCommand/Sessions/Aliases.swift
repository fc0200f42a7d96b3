import ArgumentParser
import Roundtable
import RoundtableStore

extension SessionCommand {
    struct Aliases: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show which device calls each player by which UUID, and the evidence.",
            discussion: """
                Prints one line for each participant that a device has reported: the player, and how the service knows \
                (own, sighting, oneRemote, elimination), or that reports contradict each other. The evidence is the \
                revision of the reported message and the time of the report.

                Example: roundtable session aliases 5f0f… --reason 'wrong names, ticket 4711'
                """)

        @Argument(help: "The session's ID.")
        var session: SessionID

        @OptionGroup var list: ListOptions
        @OptionGroup var options: OperatorOptions

        func run() async throws {
            try await options.read("session aliases", about: session) { administration in
                let record = try await administration.record(of: session)
                for device in try await administration.store.devices(of: session) {
                    for line in AliasLine.all(of: device, in: record.session.seating) {
                        try list.show(line.text, line.facts)
                    }
                }
            }
        }
    }
}

/// One participant of one device, as operators read it.
struct AliasLine {
    let device: Device
    let participant: ParticipantID
    let isHere: Bool
    /// The player whom the device knows by it.
    let alias: Alias?

    static func all(of device: Device, in seating: Seating) -> [AliasLine] {
        let known = Dictionary(Alias.all(of: device, in: seating).map { ($0.participant, $0) }) { first, _ in first }
        let people = [device.conversation.local] + device.conversation.remotes
        let others = device.aliases.participants.filter { !people.contains($0) }
            .sorted { $0.description < $1.description }
        return (people + others).map { participant in
            AliasLine(
                device: device, participant: participant, isHere: people.contains(participant),
                alias: known[participant])
        }
    }

    private var means: String? { alias?.player.description }

    private var source: String {
        switch alias?.source {
        case .own: "own"
        case .oneRemote: "oneRemote"
        case .elimination: "elimination"
        case .sighting: "sighting"
        case nil where device.aliases.isContested(participant): "contested"
        case nil: device.aliases.alias(of: participant) == nil ? "unknown" : "notUsed"
        }
    }

    private var evidence: AliasBook.Evidence? {
        if case .sighting(let evidence) = alias?.source { return evidence }
        return device.aliases.alias(of: participant)?.evidence
    }

    var facts: Facts {
        [
            "player": device.player.description, "device": device.conversation.local.description,
            "participant": participant.description, "isHere": isHere, "source": source, "means": means,
            "revision": evidence?.revision, "at": evidence?.at,
        ]
    }

    var text: String {
        let name = means.map { "is \($0)" } ?? "names nobody"
        let seen = evidence.map { ", by the message of revision \($0.revision), reported \($0.at.text)" } ?? ""
        let place = isHere ? "" : ", not here"
        return "\(device.player) on \(device.conversation.local): \(participant) \(name) (\(source)\(seen))\(place)"
    }
}
