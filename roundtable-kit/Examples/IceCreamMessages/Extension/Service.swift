import Foundation

/// The service, as `Service.xcconfig` names it.
enum Service {
    static var url: URL {
        let address = Bundle.main.object(forInfoDictionaryKey: "RoundtableService") as? String
        guard let url = address.flatMap({ URL(string: $0) }) else {
            preconditionFailure("Set ROUNDTABLE_SERVICE in Service.xcconfig")
        }
        return url
    }
}
