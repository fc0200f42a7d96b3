#if canImport(Security)
    import Foundation
    public import RoundtableModel
    import Security

    /// Keeps the player's credential in the Keychain, where it survives a reinstall.
    public struct Keychain: CredentialVault {
        /// The devices on which the player is the same.
        public enum Reach: Sendable {
            /// This device only, not even one that is restored from its backup.
            case thisDevice
            /// This device, and one that is restored from its encrypted backup.
            case backups
            /// All devices of the person, through iCloud Keychain.
            case synced
        }

        private let service: String
        private let accessGroup: String?
        private let reach: Reach

        /// Uses the item of that service, such as the app's bundle identifier.
        ///
        /// - Parameter accessGroup: the group that the extension shares with its containing app, with the team's
        ///   prefix; nil for the extension's own.
        public init(service: String, accessGroup: String? = nil, reach: Reach = .synced) {
            self.service = service
            self.accessGroup = accessGroup
            self.reach = reach
        }

        /// Reads the credential.
        ///
        /// - Throws: ``KeychainError``, such as before the device was unlocked for the first time.
        public func credential() async throws -> Credential? {
            var query = item
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = found as? Data else { throw KeychainError(status: status) }
            return Credential(rawValue: String(decoding: data, as: UTF8.self))
        }

        /// Keeps a credential, unless there is one, such as one that has just arrived through iCloud.
        ///
        /// NB: an item that is updated is replaced on all devices, and who was the player there has lost their seats.
        public func keep(_ credential: Credential) async throws -> Credential {
            var new = item
            new[kSecValueData as String] = Data(credential.rawValue.utf8)
            new[kSecAttrAccessible as String] = accessible
            let status = SecItemAdd(new as CFDictionary, nil)
            if status == errSecSuccess { return credential }
            guard status == errSecDuplicateItem, let first = try await self.credential() else {
                throw KeychainError(status: status)
            }
            return first
        }

        /// Removes the credential, from all devices that have it.
        public func forget() async throws {
            let status = SecItemDelete(item as CFDictionary)
            guard [errSecSuccess, errSecItemNotFound].contains(status) else { throw KeychainError(status: status) }
        }

        private var item: [String: Any] {
            var item: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecAttrService as String: service,
                kSecAttrAccount as String: "player",
                kSecAttrSynchronizable as String: reach == .synced,
            ]
            item[kSecAttrAccessGroup as String] = accessGroup
            return item
        }

        /// NB: bubbles are opened while the device is unlocked, live ones perhaps just after it was locked.
        private var accessible: Any {
            switch reach {
            case .thisDevice: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            case .backups, .synced: kSecAttrAccessibleAfterFirstUnlock
            }
        }
    }

    /// The Keychain refused, for the reason that `SecCopyErrorMessageString` tells of the status.
    public struct KeychainError: Error, Hashable {
        /// The status that the Keychain returned.
        public let status: Int32
    }
#endif
