import News

/// Sends at most two requests at once to a host, one where it has refused, and eight in all, in the order of asking
/// (FIELD-GUIDE 1.4: per host). For whatever is asked for beside a refresh: pictures, icons, pages.
package actor HostPoliteness: HTTPClient {
    package static let mostInFlight = 8
    package static let mostOnHost = 2

    private struct Waiter {
        let number: Int
        let host: String
        /// Told whether it may go; it may not once it is cancelled.
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let client: any HTTPClient
    private var waiting: [Waiter] = []
    private var busy: [String: Int] = [:]
    private var inFlight = 0
    /// Their last answer was 429 or 503.
    private var refusing: Set<String> = []
    /// How many were asked for so far.
    package private(set) var asked = 0

    package init(client: any HTTPClient) { self.client = client }

    /// The name under which a host and its port are known: two that differ in it are two hosts.
    package static func host(of url: String) -> String {
        let host = Address.host(of: url).lowercased()
        let usual = url.lowercased().hasPrefix("http:") ? ":80" : ":443"
        return host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
    }

    package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let host = Self.host(of: request.url)
        guard await turn(host) else { throw .cancelled }
        let outcome: Result<HTTPResponse, HTTPError>
        do throws(HTTPError) {
            outcome = .success(try await client.send(request))
        } catch {
            outcome = .failure(error)
        }
        finished(host, outcome)
        return try outcome.get()
    }

    private func turn(_ host: String) async -> Bool {
        asked += 1
        let number = asked
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: false) }
                waiting.append(Waiter(number: number, host: host, continuation: continuation))
                startNext()
            }
        } onCancel: {
            Task { await leave(number) }
        }
    }

    private func startNext() {
        var index = 0
        while inFlight < Self.mostInFlight, index < waiting.count {
            let host = waiting[index].host
            if busy[host, default: 0] < (refusing.contains(host) ? 1 : Self.mostOnHost) {
                busy[host, default: 0] += 1
                inFlight += 1
                waiting.remove(at: index).continuation.resume(returning: true)
            } else {
                index += 1
            }
        }
    }

    private func finished(_ host: String, _ outcome: Result<HTTPResponse, HTTPError>) {
        inFlight -= 1
        busy[host] = busy[host] == 1 ? nil : busy[host]! - 1
        if case .success(let response) = outcome {
            if [429, 503].contains(response.status) { refusing.insert(host) } else { refusing.remove(host) }
        }
        startNext()
    }

    private func leave(_ number: Int) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume(returning: false)
    }
}
