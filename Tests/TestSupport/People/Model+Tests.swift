package import Foundation
package import Roundtable

extension SessionView.Claim {
    /// A claim that needs two vouches.
    package init(seat: Int, vouches: Int, until: Date? = nil) {
        self.init(seat: seat, vouches: vouches, needed: 2, until: until)
    }
}

extension Opened {
    /// Where the opened message stands.
    package var status: MessageStatus { tapped.status }
    /// The opened message's revision; nil unless committed.
    package var revision: Int? { tapped.revision }
    /// The seat that made it.
    package var seat: Int? { tapped.seat }
    /// What the service suspects about the reader.
    package var hint: Hint? { tapped.hint }
}
