-- Searches by what a text contains (store/postgres/search/). Each list has a table with the texts of its rows, and an
-- index of their groups of characters. Triggers write it with the row. Ordinary characters have groups of three; others
-- also have groups of one and two, because Chinese words are short. Texts are separated by U+0001, and no group
-- crosses it. Marks name the application and the person of a row; they are longer than groups.

-- Case as in a list's words (contract/subjects/words.ts). The white space is that of ECMAScript.
CREATE FUNCTION fold_word(word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(btrim(word, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff') COLLATE "und-x-icu")
$$;--> statement-breakpoint
-- Sigma has two small letters, and which one depends on the place in the word: here it has one.
CREATE FUNCTION search_folded(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(translate(content, 'Σς', 'σσ') COLLATE "und-x-icu")
$$;--> statement-breakpoint
-- Its price keeps the planner from asking every row.
CREATE FUNCTION search_groups(content text, marks text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 100000 AS $$
DECLARE
  folded text := search_folded(content);
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
END $$;--> statement-breakpoint
CREATE FUNCTION search_text(VARIADIC texts text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_string(texts, E'\u0001')
$$;--> statement-breakpoint
CREATE FUNCTION search_marks(VARIADIC marks text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(marks, NULL)
$$;--> statement-breakpoint
CREATE FUNCTION forget_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DELETE FROM %I WHERE id = $1', TG_ARGV[0]) USING OLD.id;
  RETURN NULL;
END $$;--> statement-breakpoint

CREATE TABLE code_search (id bigint PRIMARY KEY, content text COLLATE "C" NOT NULL, marks text[] COLLATE "C" NOT NULL);--> statement-breakpoint
-- PL/pgSQL keeps the plan of a statement; a function in SQL would plan it for each row.
CREATE FUNCTION fill_code_search(code codes) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO code_search (id, content, marks) VALUES (
    code.id,
    search_text(code.kami, code.note, code.markcode, CASE WHEN code.seats > 1
      THEN (SELECT string_agg(account_key, E'\u0001') FROM code_seats WHERE code_id = code.id)
      ELSE code.account_key END, code.tags, code.fields),
    search_marks('app:' || code.app_id, 'agent:' || code.agent_id))
  ON CONFLICT (id) DO UPDATE SET content = excluded.content, marks = excluded.marks;
END $$;--> statement-breakpoint
CREATE FUNCTION index_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM fill_code_search(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION index_code_of_seat() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  code codes;
BEGIN
  SELECT * INTO code FROM codes WHERE id = coalesce(NEW.code_id, OLD.code_id);
  IF FOUND THEN
    PERFORM fill_code_search(code);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER code_search_insert AFTER INSERT ON codes FOR EACH ROW EXECUTE FUNCTION index_code();--> statement-breakpoint
CREATE TRIGGER code_search_update AFTER UPDATE OF kami, note, markcode, account_key, seats, tags, fields, app_id, agent_id ON codes FOR EACH ROW
  WHEN ((OLD.kami, OLD.note, OLD.markcode, OLD.account_key, OLD.seats, OLD.tags, OLD.fields, OLD.app_id, OLD.agent_id)
    IS DISTINCT FROM (NEW.kami, NEW.note, NEW.markcode, NEW.account_key, NEW.seats, NEW.tags, NEW.fields, NEW.app_id, NEW.agent_id))
  EXECUTE FUNCTION index_code();--> statement-breakpoint
CREATE TRIGGER code_search_delete AFTER DELETE ON codes FOR EACH ROW EXECUTE FUNCTION forget_search('code_search');--> statement-breakpoint
CREATE TRIGGER code_search_seat AFTER INSERT OR UPDATE OF account_key OR DELETE ON code_seats FOR EACH ROW EXECUTE FUNCTION index_code_of_seat();--> statement-breakpoint

CREATE TABLE device_search (id bigint PRIMARY KEY, content text COLLATE "C" NOT NULL, marks text[] COLLATE "C" NOT NULL);--> statement-breakpoint
CREATE FUNCTION index_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_search (id, content, marks) VALUES (
    NEW.id,
    search_text(NEW.account_key, NEW.label, NEW.license, NEW.note, NEW.tags, NEW.fields),
    search_marks('app:' || NEW.app_id, 'agent:' || NEW.agent_id))
  ON CONFLICT (id) DO UPDATE SET content = excluded.content, marks = excluded.marks;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER device_search_insert AFTER INSERT ON devices FOR EACH ROW EXECUTE FUNCTION index_device();--> statement-breakpoint
CREATE TRIGGER device_search_update AFTER UPDATE OF account_key, label, license, note, tags, fields, app_id, agent_id ON devices FOR EACH ROW
  WHEN ((OLD.account_key, OLD.label, OLD.license, OLD.note, OLD.tags, OLD.fields, OLD.app_id, OLD.agent_id)
    IS DISTINCT FROM (NEW.account_key, NEW.label, NEW.license, NEW.note, NEW.tags, NEW.fields, NEW.app_id, NEW.agent_id))
  EXECUTE FUNCTION index_device();--> statement-breakpoint
CREATE TRIGGER device_search_delete AFTER DELETE ON devices FOR EACH ROW EXECUTE FUNCTION forget_search('device_search');--> statement-breakpoint

CREATE TABLE account_search (id bigint PRIMARY KEY, content text COLLATE "C" NOT NULL, marks text[] COLLATE "C" NOT NULL);--> statement-breakpoint
CREATE FUNCTION index_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_search (id, content, marks)
  VALUES (NEW.id, search_text(NEW."user", NEW.qq, NEW.name), search_marks('app:' || NEW.app_id))
  ON CONFLICT (id) DO UPDATE SET content = excluded.content, marks = excluded.marks;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER account_search_insert AFTER INSERT ON accounts FOR EACH ROW EXECUTE FUNCTION index_account();--> statement-breakpoint
CREATE TRIGGER account_search_update AFTER UPDATE OF "user", qq, name, app_id ON accounts FOR EACH ROW
  WHEN ((OLD."user", OLD.qq, OLD.name, OLD.app_id) IS DISTINCT FROM (NEW."user", NEW.qq, NEW.name, NEW.app_id))
  EXECUTE FUNCTION index_account();--> statement-breakpoint
CREATE TRIGGER account_search_delete AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION forget_search('account_search');--> statement-breakpoint

CREATE TABLE audit_search (id bigint PRIMARY KEY, content text COLLATE "C" NOT NULL, marks text[] COLLATE "C" NOT NULL);--> statement-breakpoint
CREATE FUNCTION index_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_search (id, content, marks)
  VALUES (NEW.id, search_text(NEW.subject_label, NEW.person_name, NEW.after),
    search_marks('owner:' || NEW.owner_id, 'person:' || NEW.person_id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_search_insert AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION index_audit();--> statement-breakpoint

CREATE INDEX code_search_groups ON code_search USING gin (search_groups(content, marks));--> statement-breakpoint
CREATE INDEX device_search_groups ON device_search USING gin (search_groups(content, marks));--> statement-breakpoint
CREATE INDEX account_search_groups ON account_search USING gin (search_groups(content, marks));--> statement-breakpoint
CREATE INDEX audit_search_groups ON audit_search USING gin (search_groups(content, marks));
