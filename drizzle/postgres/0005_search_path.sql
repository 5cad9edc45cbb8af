-- The index of a search is made with an empty search path by autovacuum and by a restore of pg_dump, where a function
-- finds no other function of ours by its bare name. The groups stay the same, so the indexes do too.
CREATE OR REPLACE FUNCTION search_groups(content text, marks text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 100000 AS $$
DECLARE
  -- As search_folded (0002_search.sql).
  folded text := lower(translate(content, 'Σς', 'σσ') COLLATE "und-x-icu");
  chars text[] := string_to_array(folded, NULL);
  groups text[];
BEGIN
  SELECT array_agg(a || b || c) FILTER (WHERE strpos(a || b || c, E'\u0001') = 0) INTO groups
  FROM unnest(chars, chars[2:], chars[3:]) AS three (a, b, c) WHERE c IS NOT NULL;
  IF folded ~ E'[^0-9a-z@. \u0001-]' THEN
    groups := groups || ARRAY(
      SELECT short FROM unnest(chars, chars[2:]) AS two (a, b), LATERAL (VALUES (a), (a || b)) AS one (short)
      WHERE short ~ '[^0-9a-z@. -]' AND strpos(short, E'\u0001') = 0);
  END IF;
  RETURN groups || marks;
END $$;
