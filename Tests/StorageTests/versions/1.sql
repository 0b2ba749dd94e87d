-- A library of version 1, as it is found on disks for ever: never changed, only joined by those of later versions.

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

INSERT INTO folder (id, name) VALUES (1, 'Local');
INSERT INTO address (key, identity) VALUES ('example.org/feed', 4711), ('example.com/feed', 4712);
INSERT INTO source (id, url, key, identity, name, title, site, folder, added, last_success, next_try, fetch) VALUES
    (1, 'https://example.org/feed', 'example.org/feed', 4711, 'Mine', 'Gazette', 'https://example.org', 1, 1799990000,
        1799990000, 1799993600, '{"etag":"\"1\"","failures":0,"isStopped":false}');
INSERT INTO source (id, url, key, identity, title, added, removed) VALUES
    (2, 'https://example.com/feed', 'example.com/feed', 4712, 'Gone', 1799990000, 1799991000);
INSERT INTO story (id, source, guid, link, status, content, sort, arrived, flags, document) VALUES
    (10, 1, 100, 1000, 10000, 1, 1799980000, 1799990000, 1, 83126016),
    (11, 1, 101, 1001, 10001, 2, 1799970000, 1799990000, 2, 83125248),
    (12, 1, 102, 1002, 10002, 3, 1799960000, 1799990000, 64, NULL),
    (13, 2, 103, 1003, 10003, 4, 1799950000, 1799990000, 8, NULL);
INSERT INTO detail (story, title, summary, byline, url, published, pictures, more, body, start, length) VALUES
    (10, 'One', 'About one', 'Ada Birch', 'https://example.org/1', 1799980000,
        'https://example.org/1.jpg' || char(31) || '600' || char(31) || '400', 'tags' || char(31) || 'news', 1, 0, 17),
    (11, 'Two', '', NULL, 'https://example.org/2', 1799970000, NULL, NULL, 1, 17, 18),
    (12, 'Three', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (13, 'Four', '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO body (id, first, last, frame) VALUES
    (1, 10, 11, X'28b52ffd20231901003c703e466972737420626f64793c2f703e3c703e5365636f6e6420626f64793c2f703e');
INSERT INTO status (key, link, flags) VALUES (10000, 1000, 1), (10001, 1001, 2), (20000, 2000, 33);
INSERT INTO host (name, state) VALUES ('example.org:443', '{"until":806400000,"refusals":2}');
INSERT INTO note (name, value) VALUES ('quota', '3');
INSERT INTO saved_search (id, name, query) VALUES (1, 'Unread ones', 'is:unread');
INSERT INTO word (rowid, title, author, text) VALUES
    (83126016, 'one ', 'ada birch ', 'about one first body '), (83125248, 'two ', '', 'second body ');
INSERT INTO vocabulary (word) VALUES ('one'), ('ada'), ('birch'), ('about'), ('first'), ('body'), ('two'), ('second');
PRAGMA user_version = 1;
