import CBrotli
import CGLib
import Loading

// Not libsoup's decoder: it takes a packed body that ends early for a whole one, so that half a feed would pass for all.
extension HTTPResponse {
    /// The answer with its body unpacked, `limit` bytes at most.
    ///
    /// Whether it is gzip is seen from the bytes: some servers send that without saying so, some pack twice, some only
    /// say that they do.
    @concurrent
    func unpacked(limit: Int) async throws(HTTPError) -> HTTPResponse {
        var body = body
        if headers["Content-Encoding"]?.lowercased().contains("br") == true, !body.isEmpty {
            body = try unpackBrotli(body, limit: limit)
        }
        for _ in 1...2 { body = try unpackGzip(body, limit: limit) }
        return HTTPResponse(status: status, url: url, isMoved: isMoved, headers: headers, body: body)
    }
}

/// `packed` itself where it is no gzip.
private func unpackGzip(_ packed: [UInt8], limit: Int) throws(HTTPError) -> [UInt8] {
    // RFC 1952, 2.3.1: the magic number, then deflate as the one method that there is.
    let start: [UInt8] = [0x1F, 0x8B, 0x08]
    guard packed.starts(with: start) else { return packed }
    let converter = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP)!  // +1
    defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
    var unpacked: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var offset = 0
    while true {
        var read: gsize = 0
        var written: gsize = 0
        var error: UnsafeMutablePointer<GError>?
        let result = packed.withUnsafeBytes { input in
            g_converter_convert(
                converter, input.baseAddress! + offset, gsize(input.count - offset), &chunk, gsize(chunk.count),
                G_CONVERTER_INPUT_AT_END, &read, &written, &error)
        }
        if let error {
            defer { g_error_free(error) }
            if error.pointee.code == Int32(G_IO_ERROR_PARTIAL_INPUT.rawValue) { throw .cutShort }
            return packed
        }
        offset += Int(read)
        guard unpacked.count + Int(written) <= limit else { throw .tooLarge(limit: limit) }
        unpacked += chunk[..<Int(written)]
        guard result == G_CONVERTER_FINISHED else { continue }
        // Another may follow, which belongs to the same body (RFC 1952, 2.2).
        guard packed[offset...].starts(with: start) else { return unpacked }
        g_converter_reset(converter)
    }
}

/// `packed` itself where it is no Brotli (RFC 7932).
private func unpackBrotli(_ packed: [UInt8], limit: Int) throws(HTTPError) -> [UInt8] {
    let decoder = BrotliDecoderCreateInstance(nil, nil, nil)
    defer { BrotliDecoderDestroyInstance(decoder) }
    var unpacked: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    var left = packed.count
    while true {
        var space = chunk.count
        let result = packed.withUnsafeBufferPointer { input in
            chunk.withUnsafeMutableBufferPointer { output in
                var next = input.baseAddress.map { $0 + (input.count - left) }
                var free = output.baseAddress
                return BrotliDecoderDecompressStream(decoder, &left, &next, &space, &free, nil)
            }
        }
        let written = chunk.count - space
        guard unpacked.count + written <= limit else { throw .tooLarge(limit: limit) }
        unpacked += chunk[..<written]
        switch result {
        case BROTLI_DECODER_RESULT_SUCCESS: return unpacked
        case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: throw .cutShort
        default: return packed
        }
    }
}
