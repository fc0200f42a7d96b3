import Foundation
import Roundtable

extension UUID {
    /// Before every ID that there is, since each names its version.
    ///
    /// NB: where a list is read page by page, `$1 IS NULL OR id > $1` would keep a generic plan from entering the index
    /// at the last page's end.
    static let beforeAll = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// Behind every ID that there is.
    static let afterAll = UUID(
        uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))
}

extension PageMark {
    /// Before every line of a list that begins with the newest.
    static let newest = PageMark(at: .distantFuture, id: .afterAll)
}
