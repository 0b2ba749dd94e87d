import News

/// How the file of each version becomes that of the next. Only ever added to: files of every version are out there.
enum Migrations {
    /// The version of a file is the number of steps behind it (`PRAGMA user_version`).
    static let steps = [version1]

    /// Brings the file up to date; both the window and the command line may try at once.
    static func apply(to connection: Connection, steps: [String] = steps) throws(NewsError) {
        if try version(of: connection) == steps.count { return }
        try connection.transaction { () throws(NewsError) in
            let done = try version(of: connection)
            guard done <= steps.count else { throw .storage(.tooNew) }
            for step in steps[done...] { try connection.execute(step) }
            try connection.execute("PRAGMA user_version = \(steps.count)")
        }
    }

    static func version(of connection: Connection) throws(NewsError) -> Int {
        try connection.first("PRAGMA user_version") { $0.int(0) } ?? 0
    }

    /// Dates are seconds since 1970; names of tables are the field's nouns.
    private static let version1 = """
        CREATE TABLE folder (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
        );

        -- Which addresses are or were the same feed, for ever: what was read stays read through a move and a new subscription.
        CREATE TABLE address (
            key TEXT PRIMARY KEY,
            identity INTEGER NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE source (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            url TEXT NOT NULL,
            key TEXT NOT NULL UNIQUE,   -- the canonical address
            identity INTEGER NOT NULL,
            name TEXT,                  -- the person's
            title TEXT,                 -- the feed's
            site TEXT,
            icon TEXT,
            folder INTEGER REFERENCES folder (id),
            added REAL NOT NULL,
            removed REAL,               -- unsubscribed, and still to be undone
            last_success REAL,
            next_try REAL,
            failing_since REAL,
            is_stopped INTEGER NOT NULL DEFAULT 0,
            error TEXT,
            fetch TEXT                  -- all of FetchState, as JSON
        );

        -- What lists are made of: narrow, since a mark writes it.
        CREATE TABLE story (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source INTEGER NOT NULL,
            guid INTEGER NOT NULL,      -- hashes
            link INTEGER,               -- NULL where the link does not tell stories apart
            status INTEGER NOT NULL,
            content INTEGER NOT NULL,
            sort INTEGER NOT NULL,
            arrived INTEGER NOT NULL,
            flags INTEGER NOT NULL,
            document INTEGER            -- its row in the index; NULL until it is there
        );
        -- Flag 1 is read, 2 starred, 4 saved, 8 hidden, 64 unsettled (Flags.swift).
        CREATE INDEX story_all ON story (sort) WHERE flags & 72 = 0;
        CREATE INDEX story_unread ON story (sort) WHERE flags & 73 = 0;
        CREATE INDEX story_unsettled ON story (id) WHERE flags & 64;
        CREATE INDEX story_starred ON story (sort) WHERE flags & 10 = 2;
        CREATE INDEX story_source ON story (source, sort) WHERE flags & 8 = 0;
        CREATE INDEX story_source_unread ON story (source, sort) WHERE flags & 9 = 0;
        CREATE INDEX story_guid ON story (source, guid);
        CREATE INDEX story_link ON story (source, link) WHERE link IS NOT NULL;
        CREATE UNIQUE INDEX story_document ON story (document) WHERE document IS NOT NULL;
        CREATE INDEX story_unindexed ON story (id) WHERE document IS NULL;

        -- What a row shows, and where the rest is.
        CREATE TABLE detail (
            story INTEGER PRIMARY KEY,
            title TEXT NOT NULL,
            summary TEXT NOT NULL,
            byline TEXT,
            url TEXT,
            published REAL,
            pictures TEXT,
            more TEXT,
            body INTEGER,               -- NULL where there is no HTML
            start INTEGER,              -- bytes of what is in the body's frame
            length INTEGER
        );

        -- The HTML of stories that came together, in one zstd frame (Bodies.swift).
        CREATE TABLE body (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            first INTEGER NOT NULL,     -- none but these stories are in it
            last INTEGER NOT NULL,
            frame BLOB NOT NULL
        );

        -- Read and starred, by a hash of the feed's identity and the story's guid. Outlives the story.
        CREATE TABLE status (
            key INTEGER PRIMARY KEY,
            link INTEGER,
            flags INTEGER NOT NULL
        );
        CREATE INDEX status_link ON status (link) WHERE link IS NOT NULL;

        CREATE TABLE host (
            name TEXT PRIMARY KEY,
            state TEXT NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE note (
            name TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE saved_search (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            query TEXT NOT NULL
        );

        -- Of folded words (WordFolding.swift); rows go by the hour (SearchIndex.swift).
        CREATE VIRTUAL TABLE word USING fts5 (title, author, text, content = '', tokenize = 'ascii');
        -- Segments are merged when nobody waits (SearchIndex.index), not in the middle of a batch.
        INSERT INTO word (word, rank) VALUES ('automerge', 0), ('crisismerge', 200), ('usermerge', 16), ('hashsize', 8388608);

        -- What beginnings of words stand for.
        CREATE TABLE vocabulary (
            word TEXT PRIMARY KEY
        ) WITHOUT ROWID;
        """
}
