ALTER TABLE seats ADD COLUMN resigned bigint;

UPDATE seats SET resigned = coalesce(
    (SELECT (value::json -> 'former' ->> -1)::bigint FROM clocks
     WHERE clocks.match = seats.match AND clocks.seat = seats.seat),
    -1 - seat)
WHERE person IS NULL AND name <> '' AND match IN (SELECT id FROM matches WHERE status = 'running');

CREATE INDEX seats_by_resigned ON seats (resigned, match) WHERE resigned IS NOT NULL;
