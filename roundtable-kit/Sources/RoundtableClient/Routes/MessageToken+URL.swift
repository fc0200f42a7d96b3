public import Foundation
public import RoundtableModel

extension MessageToken {
    /// Finds the token in the URL of a tapped message, or nil if the message isn't one of the service's.
    ///
    /// NB: anybody can send a message with any URL, so nothing that could mean another path is let through.
    public init?(in url: URL?) {
        guard let components = url?.pathComponents, let last = components.last,
            components.dropLast().last == "m", last.wholeMatch(of: /[A-Za-z0-9_~-][A-Za-z0-9._~-]*/) != nil
        else { return nil }
        self.init(rawValue: last)
    }
}
