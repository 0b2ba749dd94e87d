import CGLib

/// `bytes` as a gzip file.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
    let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9)!
    defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
    var packed = [UInt8](repeating: 0, count: bytes.count + 1024)
    var read: gsize = 0
    var written: gsize = 0
    let result = g_converter_convert(
        compressor, bytes, gsize(bytes.count), &packed, gsize(packed.count), G_CONVERTER_INPUT_AT_END, &read, &written,
        nil)
    precondition(result == G_CONVERTER_FINISHED && Int(read) == bytes.count)
    return Array(packed[..<Int(written)])
}
