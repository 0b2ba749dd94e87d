import News

/// Work that several callers may want at the same time: it is done once a key, at most `limit` at a time in the order
/// of asking, and ends when its last caller is cancelled.
actor SharedWork<Key: Hashable & Sendable, Value: Sendable> {
    typealias Caller = CheckedContinuation<Result<Value, NewsError>, Never>
    typealias Work = @concurrent @Sendable () async throws(NewsError) -> Value

    private struct Job {
        let number: Int
        let work: Work
        /// Nil while it waits for its turn.
        var task: Task<Void, Never>?
        var callers: [Int: Caller] = [:]
    }

    private let limit: Int
    private var jobs: [Key: Job] = [:]
    private var waiting: [Key] = []
    private var running = 0
    private var lastNumber = 0

    init(limit: Int = .max) {
        self.limit = limit
    }

    /// What `work` comes to, or what the work for the same key comes to that was asked for before. A cancelled caller
    /// returns at once.
    func value(for key: Key, _ work: @escaping Work) async throws(NewsError) -> Value {
        let caller = nextNumber()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Caller) in
                guard !Task.isCancelled else {
                    return continuation.resume(returning: .failure(.cancelled))
                }
                if jobs[key] == nil {
                    jobs[key] = Job(number: nextNumber(), work: work)
                    waiting.append(key)
                }
                jobs[key]!.callers[caller] = continuation
                startNext()
            }
        } onCancel: {
            Task { await leave(key, caller) }
        }
        return try outcome.get()
    }

    private func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private func startNext() {
        while running < limit, !waiting.isEmpty {
            let key = waiting.removeFirst()
            guard let job = jobs[key] else { continue }
            running += 1
            jobs[key]!.task = Task {
                do throws(NewsError) {
                    ended(key, job.number, .success(try await job.work()))
                } catch {
                    ended(key, job.number, .failure(error))
                }
            }
        }
    }

    private func ended(_ key: Key, _ number: Int, _ outcome: Result<Value, NewsError>) {
        running -= 1
        // Another job has the key where this one was left by all its callers.
        if let job = jobs[key], job.number == number {
            jobs[key] = nil
            for continuation in job.callers.values { continuation.resume(returning: outcome) }
        }
        startNext()
    }

    private func leave(_ key: Key, _ caller: Int) {
        guard let continuation = jobs[key]?.callers.removeValue(forKey: caller) else { return }
        continuation.resume(returning: .failure(.cancelled))
        guard let job = jobs[key], job.callers.isEmpty else { return }
        jobs[key] = nil
        if let task = job.task { task.cancel() } else { waiting.removeAll { $0 == key } }
    }
}
