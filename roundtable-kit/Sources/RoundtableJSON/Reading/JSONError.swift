/// Why a value could not be read from JSON.
public enum JSONError: Error, Hashable {
    /// The text ceases to be JSON at a byte.
    case syntax(offset: Int)
    /// The text nests deeper than its reader allows.
    case tooDeep(maximum: Int)
    /// A member is missing.
    case missing(path: String)
    /// A value is null that must not be.
    case null(path: String)
    /// A value has another type.
    case wrongType(path: String)
    /// A text is longer than its reader allows, in bytes as it is written.
    case tooLong(path: String, maximum: Int)
    /// A value is of the right type, but not what it must be, such as a UUID.
    case invalid(path: String, String)
}

extension JSONError: CustomStringConvertible {
    /// The sentence.
    public var description: String { sentence(about: "The JSON") }

    /// A description of the error and its place.
    ///
    /// - Parameter whole: what the whole text is called.
    public func sentence(about whole: String) -> String {
        func name(_ path: String) -> String { path.isEmpty ? whole : path }
        return switch self {
        case .syntax: "\(whole) is not JSON."
        case .tooDeep(let maximum): "\(whole) nests more than \(maximum) levels deep."
        case .missing(let path): "\(name(path)) is missing."
        case .null(let path): "\(name(path)) is null."
        case .wrongType(let path): "\(name(path)) has the wrong type."
        case .tooLong(let path, let maximum): "\(name(path)) has more than \(maximum) bytes."
        case .invalid(let path, let expected): "\(name(path)) is not \(expected)."
        }
    }
}
