-- Oldest code: 0008
-- Who has invited whom, to bound how many invitations there are and how often they ring; answers that were
-- promised and not given yet, so that somebody else can give them.

CREATE TABLE invitations (
    match   INTEGER NOT NULL REFERENCES matches,
    guest   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    inviter INTEGER NOT NULL,
    rung    INTEGER,  -- when the guest's telephone rang for it
    notice  INTEGER,  -- the notice in whose message that was
    PRIMARY KEY (match, guest, at)
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_by_inviter ON invitations (inviter);
CREATE INDEX invitations_by_guest ON invitations (guest);

CREATE TABLE promises (
    interaction INTEGER PRIMARY KEY,
    token       TEXT    NOT NULL,  -- a secret: whoever has it may answer, for a quarter of an hour
    person      INTEGER NOT NULL,
    until       INTEGER NOT NULL,
    holder      TEXT    NOT NULL   -- the process that is to answer
) STRICT;
