CREATE TABLE invitations (
    match   bigint NOT NULL REFERENCES matches,
    guest   bigint NOT NULL,
    at      bigint NOT NULL,
    inviter bigint NOT NULL,
    rung    bigint,
    notice  bigint,
    PRIMARY KEY (match, guest, at)
);

CREATE INDEX invitations_by_inviter ON invitations (inviter);
CREATE INDEX invitations_by_guest ON invitations (guest);

CREATE TABLE promises (
    interaction bigint PRIMARY KEY,
    token       text NOT NULL,
    person      bigint NOT NULL,
    until       bigint NOT NULL,
    holder      text NOT NULL
);
