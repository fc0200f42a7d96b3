import GameRules

/// Merge patches, as RFC 7396 has them.
extension JSONValue {
    /// The value after a patch (section 2): members of the patch replace those of the value, and null removes them.
    func merging(patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var members = object ?? [:]
        for (name, change) in changes {
            if change == .null {
                members.removeValue(forKey: name)
            } else {
                members[name] = (members[name] ?? .null).merging(patch: change)
            }
        }
        return .object(members)
    }

    /// The members that a patch changes, as JSON pointers (RFC 6901); the whole value, `""`, if it is no object.
    var patchedMembers: [String] {
        var members: [String] = []
        collect(into: &members, at: "")
        return members.sorted()
    }

    private func collect(into members: inout [String], at place: String) {
        guard case .object(let changes) = self, !changes.isEmpty else { return members.append(place) }
        for (name, change) in changes {
            let token = name.replacing("~", with: "~0").replacing("/", with: "~1")
            change.collect(into: &members, at: "\(place)/\(token)")
        }
    }
}
