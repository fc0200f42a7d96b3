import Foundation
import Testing

@testable import RoundtableCommand

@Suite("File descriptors")
struct FileDescriptorTests {
    @Test("the soft limit is raised to the hard one")
    func raised() {
        let limit = FileDescriptors.raiseLimit()
        #expect(limit > 0 && limit >= sysconf(Int32(_SC_OPEN_MAX)))
        #expect(FileDescriptors.raiseLimit() == limit)
        var now = rlimit()
        #if canImport(Glibc)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &now)
        #else
            getrlimit(RLIMIT_NOFILE, &now)
        #endif
        #expect(now.rlim_cur == now.rlim_max)
    }
}
