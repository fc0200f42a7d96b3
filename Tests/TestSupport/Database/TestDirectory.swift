import Foundation

/// Where tests have their files.
package enum TestDirectory {
    /// In memory where Linux offers that, for a database is hundreds of files, and each test makes some databases.
    package static let root = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
}
