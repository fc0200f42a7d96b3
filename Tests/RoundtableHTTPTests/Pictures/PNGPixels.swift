internal import CLibrsvg

/// A PNG file decoded by cairo, to look at single pixels.
struct PNGPixels {
    let width: Int
    let height: Int
    private let stride: Int
    private let bytes: [UInt8]

    /// The colour at a point as `0xRRGGBB`.
    subscript(x: Int, y: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) & 0xFFFFFF }
    }

    init?(_ png: [UInt8]) {
        var unread = png[...]
        let surface = withUnsafeMutablePointer(to: &unread) { source in
            cairo_image_surface_create_from_png_stream(readBytes, source)
        }
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface)
        else { return nil }
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
        stride = Int(cairo_image_surface_get_stride(surface))
        bytes = Array(UnsafeBufferPointer(start: data, count: height * stride))
    }
}

private let readBytes: cairo_read_func_t = { source, destination, count in
    guard let unread = source?.assumingMemoryBound(to: ArraySlice<UInt8>.self), unread.pointee.count >= count else {
        return CAIRO_STATUS_READ_ERROR
    }
    UnsafeMutableRawBufferPointer(start: destination, count: Int(count)).copyBytes(
        from: unread.pointee.prefix(Int(count)))
    unread.pointee.removeFirst(Int(count))
    return CAIRO_STATUS_SUCCESS
}
