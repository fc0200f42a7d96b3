/// The version of the program, for `roundtable --version` and the metric `roundtable_build_info`.
enum Version {
    /// The release, as the first of `CHANGELOG.md` and as the contract's; the only place in the sources that says it.
    static let release = "1.0.0"

    static var description: String {
        Build.commit.isEmpty ? release : "\(release) (\(Build.commit), \(Build.date))"
    }

    static var labels: [(String, String)] {
        [("version", release), ("commit", Build.commit), ("date", Build.date)]
    }
}
