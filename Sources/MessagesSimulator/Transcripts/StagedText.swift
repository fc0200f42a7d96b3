/// A text of a message as it leaves the sending device: identifiers that this device knows have become people.
package struct StagedText: Hashable, Sendable {
    enum Run: Hashable, Sendable {
        case text(String)
        case name(Person)
    }

    let runs: [Run]

    /// Replaces each `$UUID` that the sending device knows, literally; all others stay as they are.
    package init(_ text: String, knowing identifiers: Identifiers) {
        var runs: [Run] = []
        var words = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            if character == "$", let person = identifiers.person(spelled: rest.prefix(Self.uuidLength)) {
                runs += [.text(words), .name(person)]
                words = ""
                rest.removeFirst(Self.uuidLength)
            } else {
                words.append(character)
            }
        }
        self.runs = runs + [.text(words)]
    }

    /// The text as a reader sees it, with the names that they know.
    package func printed(with names: AddressBook) -> String {
        runs.map { run in
            switch run {
            case .text(let text): text
            case .name(let person): names[person]
            }
        }.joined()
    }

    private static let uuidLength = 36
}
