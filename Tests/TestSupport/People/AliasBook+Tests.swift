import Foundation
package import Roundtable

extension AliasBook.Evidence {
    /// A report of the message of an event.
    package static func revision(_ revision: Int) -> AliasBook.Evidence {
        AliasBook.Evidence(revision: revision, at: Date(timeIntervalSince1970: 1_800_000_000))
    }
}
