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
}
