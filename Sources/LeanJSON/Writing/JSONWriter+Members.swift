/// A member of an object that is being written: where its text is, and what it is sorted by.
struct Member: Sendable {
    /// The first eight bytes of its name as one number, so that few names are ever compared byte by byte.
    let order: UInt64
    /// Where its name's quote is.
    var start: Int
    /// Where its value ends.
    var end = 0
}

/// Which of several members with the same name counts.
enum Precedence { case first, last }

/// Objects are written as they come and put in order when they are complete: members sorted by the bytes of their names.
extension JSONWriter {
    /// Writes a member's name; its value must follow.
    mutating func beginMember(_ name: String, of first: Int) {
        var name = name
        name.withUTF8 { beginMember(named: $0, of: first) }
    }

    /// Writes a member's name, given by its bytes; its value must follow.
    mutating func beginMember(named name: UnsafeBufferPointer<UInt8>, of first: Int) {
        if members.count > first { append(.comma) }
        members.append(Member(order: name.order, start: bytes.count))
        write(quoted: name)
        append(.colon)
    }

    /// Closes an object.
    mutating func endObject(_ first: Int, keeping precedence: Precedence = .last) {
        if !hasAscendingMembers(from: first) { sortMembers(from: first, keeping: precedence) }
        members.removeLast(members.count - first)
        append(.closeBrace)
    }

    /// Moves the places of members that lie behind a place where text was inserted.
    mutating func insert(_ text: [UInt8], at offset: Int) {
        bytes.insert(contentsOf: text, at: offset)
        for index in members.indices where members[index].start >= offset { members[index].start += text.count }
    }

    /// A member's name as it was before it was written.
    func name(of member: Member) -> String {
        var name: [UInt8] = []
        var index = member.start + 1
        while case let (byte, length) = bytes.nameByte(at: index), byte >= 0 {
            name.append(UInt8(truncatingIfNeeded: byte))
            index += length
        }
        return String(decoding: name, as: UTF8.self)
    }

    private func hasAscendingMembers(from first: Int) -> Bool {
        guard members.count > first + 1 else { return true }
        for index in (first + 1)..<members.count where members[index - 1].order >= members[index].order { return false }
        return true
    }

    private mutating func sortMembers(from first: Int, keeping precedence: Precedence) {
        for index in first..<(members.count - 1) { members[index].end = members[index + 1].start - 1 }
        members[members.count - 1].end = bytes.count
        let sorted = sortedMembers(from: first, keeping: precedence)
        // The members change places in their own text: separated by commas they are as long as before.
        let start = members[first].start
        let text = Array(bytes[start...])
        bytes.removeLast(text.count)
        text.withUnsafeBufferPointer { text in
            for member in sorted {
                if bytes.count > start { append(.comma) }
                bytes.append(
                    contentsOf: UnsafeBufferPointer(rebasing: text[(member.start - start)..<(member.end - start)]))
            }
        }
    }

    /// The members in order, each name once.
    private func sortedMembers(from first: Int, keeping precedence: Precedence) -> [Member] {
        var sorted = Array(members[first...])
        sorted.sort { $0.order != $1.order ? $0.order < $1.order : bytes.name(of: $0, precedes: $1) }
        var unique: [Member] = []
        unique.reserveCapacity(sorted.count)
        for member in sorted {
            if let last = unique.last, bytes.isName(of: member, equalTo: last) {
                if precedence == .last { unique[unique.count - 1] = member }
            } else {
                unique.append(member)
            }
        }
        return unique
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The first eight bytes as one number, the first one weighing most.
    fileprivate var order: UInt64 {
        var order: UInt64 = 0
        for index in 0..<Swift.min(count, 8) { order |= UInt64(self[index]) << (56 - 8 * UInt64(index)) }
        return order
    }
}

extension [UInt8] {
    /// Whether one member's name comes before another's; of equal names the one written first.
    fileprivate func name(of left: Member, precedes right: Member) -> Bool {
        let (one, other) = difference(left, right)
        return one == other ? left.start < right.start : one < other
    }

    fileprivate func isName(of left: Member, equalTo right: Member) -> Bool {
        guard left.order == right.order else { return false }
        let (one, other) = difference(left, right)
        return one == other
    }

    /// The first bytes in which two names differ, -1 for the end of one.
    private func difference(_ left: Member, _ right: Member) -> (Int, Int) {
        var offset = 1
        while true {
            let (one, length) = nameByte(at: left.start + offset)
            let (other, _) = nameByte(at: right.start + offset)
            guard one == other, one >= 0 else { return (one, other) }
            offset += length
        }
    }

    /// A byte of a name that was written, with its escape undone, and how long it is in the text; -1 for the end.
    fileprivate func nameByte(at index: Int) -> (byte: Int, length: Int) {
        switch self[index] {
        case .quote: return (-1, 1)
        case .backslash where self[index + 1] == UInt8(ascii: "u"):
            return (Int(self[index + 4].hexValue << 4 | self[index + 5].hexValue), 6)
        case .backslash: return (Int(self[index + 1].unescaped), 2)
        case let byte: return (Int(byte), 1)
        }
    }
}
