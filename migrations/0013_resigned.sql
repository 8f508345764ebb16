-- Oldest code: 0008
-- Who has resigned from a seat: that person still finds the match. In matches that are played now it is who sat
-- there last before the robot; below 0 where that is not known any more, or was forgotten.

ALTER TABLE seats ADD COLUMN resigned INTEGER;

UPDATE seats SET resigned = coalesce(
    (SELECT json_extract(value, '$.former[#-1]') FROM clocks
     WHERE clocks.match = seats.match AND clocks.seat = seats.seat),
    -1 - seat)
WHERE person IS NULL AND name != '' AND match IN (SELECT id FROM matches WHERE status = 'running');

CREATE INDEX seats_by_resigned ON seats (resigned, match) WHERE resigned IS NOT NULL;
