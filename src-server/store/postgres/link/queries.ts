/** Changes stay so long in the table, seconds. A copy that follows none of them in this time starts again. */
export const KEPT_SECONDS = 600
/** Copies that ended without a word are shown so long, seconds. */
const GONE_SECONDS = 600
/** Nobody speaks to a copy that is silent for so long, seconds. */
const UNHEARD_SECONDS = 60
const UNITS_SECONDS = 86_400

const NOW = 'extract(epoch FROM clock_timestamp())::float8'
const FOUND = `pg_current_snapshot()::text AS snapshot, ${NOW} AS at`
/**
 * A part of the changes, in the order of the transactions' numbers. All parts of a look are those of its first snapshot.
 * Parameters: the copy, the condition's, that snapshot, the number and the id of the last row before, and the rows at most.
 */
const listed = (where: string) =>
  `WITH found AS MATERIALIZED (SELECT xid, id, kind, key FROM changes
      WHERE copy <> $1 AND ${where} AND (xid, id) > ($4::xid8, $5::bigint)
        AND ($3::pg_snapshot IS NULL OR pg_visible_in_snapshot(xid, $3::pg_snapshot))
      ORDER BY xid, id LIMIT $6),
    last AS (SELECT xid, id FROM found ORDER BY xid DESC, id DESC LIMIT 1)
    SELECT ${FOUND}, (SELECT count(*) FROM found) AS rows, (SELECT xid::text FROM last) AS xid, (SELECT id FROM last) AS id,
      (SELECT coalesce(json_agg(json_build_array(kind, key)), '[]')::text
        FROM (SELECT DISTINCT kind, key FROM found) one) AS changes`
/** Deletes rows, and counts them. */
const counted = (deletion: string) =>
  `WITH gone AS (${deletion} RETURNING 1) SELECT count(*)::int AS gone FROM gone`
const dropped = (table: string, key: string, moment: string, seconds: number) =>
  counted(`DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table}
    WHERE ${moment} < now() - interval '${seconds} seconds' ORDER BY ${moment} LIMIT $1)`)
const IS_OVER = 'abs(excluded.from_at - c.from_at) >= excluded.until - excluded.from_at'

/** Everything that a copy asks the database about the others. */
export const QUERIES = {
  /** Before the copy hears the others, who speak to it from its first heartbeat on. Migrations know of it from now on. */
  announce: `INSERT INTO copies (name, host, process, version, contracts, beat_at)
    VALUES ($1, $2, $3, $4, $5, clock_timestamp() - interval '${UNHEARD_SECONDS} seconds')`,
  begin: `SELECT ${FOUND}`,
  /** The changes that were committed after the snapshot, also those of transactions that began long before. */
  look: listed('NOT pg_visible_in_snapshot(xid, $2::pg_snapshot)'),
  lookBack: listed('at >= to_timestamp($2)'),
  notify: 'SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text',
  /** One statement sees its own row as it was before: the row comes with its new heartbeat from RETURNING. */
  beat: `WITH own AS (
      INSERT INTO copies (name, host, process, version, lag_ms, clock_ms, contracts) VALUES ($1, $2, $3, $4, $6, $7, $8)
      ON CONFLICT (name) DO UPDATE SET beat_at = clock_timestamp(), lag_ms = $6, clock_ms = $7 RETURNING *),
    told AS (SELECT pg_notify($5, $1))
    SELECT name, host, process, version, extract(epoch FROM started_at)::bigint AS "startedAt",
      greatest(extract(epoch FROM clock_timestamp() - beat_at) * 1000, 0)::bigint AS "silentMs",
      lag_ms AS "lagMs", clock_ms AS "clockMs", extract(epoch FROM clock_timestamp()) * 1000 AS at
    FROM (SELECT * FROM own UNION ALL SELECT * FROM copies WHERE name <> $1
      AND beat_at > now() - interval '${GONE_SECONDS} seconds') all_copies, told
    ORDER BY started_at, name`,
  leave: 'DELETE FROM copies WHERE name = $1',
  count: `INSERT INTO counts AS c (limit_name, key, from_at, until, used)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])
    ON CONFLICT (limit_name, key) DO UPDATE SET
      used = greatest(CASE WHEN ${IS_OVER} THEN excluded.used ELSE c.used + excluded.used END, 0),
      until = CASE WHEN ${IS_OVER} THEN excluded.until ELSE c.until END,
      from_at = CASE WHEN ${IS_OVER} THEN excluded.from_at ELSE c.from_at END
    RETURNING limit_name AS "limit", key, from_at AS "from", used, ${NOW} AS at`,
  counts: `SELECT limit_name AS "limit", key, from_at AS "from", used, ${NOW} AS at FROM counts
    WHERE until > $1 ORDER BY until DESC LIMIT $2`,
  /** Each statement deletes some old rows. Parameter: the rows at most. */
  tidy: [
    dropped('changes', 'id', 'at', KEPT_SECONDS),
    dropped('units', 'id', 'at', UNITS_SECONDS),
    dropped('copies', 'name', 'beat_at', GONE_SECONDS),
  ],
  tidyCounts: counted(`DELETE FROM counts WHERE (limit_name, key) IN
    (SELECT limit_name, key FROM counts WHERE until <= $2 LIMIT $1)`),
} as const
