import Foundation
package import Roundtable

/// Somebody of a group conversation, on one device that calls everybody by identifiers of its own.
package struct Person: Sendable {
    /// The player.
    package private(set) var player: PlayerID
    /// The place in the group.
    package let number: Int
    let groupSize: Int
    /// Which of the person's devices, or which install of it, this is.
    var device = 0

    /// The identifiers that the device sends.
    package var conversation: Conversation {
        Conversation(
            local: call(number), remotes: (0..<groupSize).filter { $0 != number }.map(call))
    }

    /// What this device calls itself.
    package var local: ParticipantID { call(number) }

    /// Who asks from this device.
    package var asker: Asker { Asker(player: player, local: local) }

    /// What this device calls somebody of the group.
    package func calls(_ other: Person) -> ParticipantID { call(other.number) }

    /// The same person with a new phone and a credential of its own, since the old one is lost.
    package var onNewPhone: Person {
        Person(player: .numbered(1000 + number), like: onAnotherDevice)
    }

    /// The same person with new identifiers: a second device, or the app installed again.
    package var onAnotherDevice: Person {
        var person = self
        person.device += 1
        return person
    }

    private func call(_ other: Int) -> ParticipantID {
        ParticipantID(.numbered(UInt64(number) << 16 | UInt64(other), kind: UInt8(device + 1)))
    }
}

extension Person {
    /// Somebody who uses the same device with another credential.
    package init(player: PlayerID, like other: Person) {
        self = other
        self.player = player
    }

    /// A group of people, each with one device.
    package static func group(of size: Int) -> [Person] {
        (0..<size).map { Person(player: .numbered($0), number: $0, groupSize: size) }
    }
}

extension PlayerID {
    /// The player with a number.
    package static func numbered(_ number: Int) -> PlayerID { PlayerID(.numbered(UInt64(number), kind: 0xF0)) }
}
