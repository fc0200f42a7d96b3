import Foundation

enum FileDescriptors {
    /// Raises the limit of open descriptors as far as the system lets a process do so itself (setrlimit(2)).
    ///
    /// - Returns: the limit; 0 if the system doesn't tell.
    static func raiseLimit() -> Int {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        if raised.rlim_cur != limit.rlim_cur, setrlimit(resource, &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }
}
