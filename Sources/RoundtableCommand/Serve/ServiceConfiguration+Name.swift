import ServiceLifecycle

extension ServiceGroupConfiguration.ServiceConfiguration {
    /// A service that logs call by its type. Otherwise they spell out all that it refers to, its settings included.
    init(named service: any Service) { self.init(service: service, serviceName: "\(type(of: service))") }
}
