import type pg from 'pg'
import { FIRST_HASH } from '../../../src-server/domain/audit/chain.ts'
import { withClient } from '../../support/postgres/with-client.ts'
import { AGENT, DEVELOPER, type Filled } from './fill-store.ts'

const DAY = 86_400
const PERMANENT = 4_102_243_200
/** Applications with most of the rows, as on SQLite, and applications with a twentieth of them together. */
const LARGE = 20
const SMALL = 980
const BATCH = 1000

/** A number from 0 to 255 that looks random and is the same in every run. `bytes` is a digest, with a column of that name. */
const byte = (at: number) => `get_byte(bytes, ${at})`
const percent = (at: number) => `(get_byte(bytes, ${at}) % 100)`
const drawn = (salt: string, count: string, columns = 'n') =>
  `(SELECT ${columns}, decode(md5('${salt}' || n), 'hex') AS bytes FROM generate_series(0::bigint, ${count} - 1) AS n) AS drawn`

/** 40 % in the first, 5 % in each of seven others of the first developer, a twentieth in the small ones, the rest in twelve. */
const appOf = (
  at: number,
) => `(apps.ids)[CASE WHEN ${percent(at)} < 40 THEN 1 WHEN ${percent(at)} < 75 THEN 2 + (${percent(at)} - 40) / 5
  WHEN ${percent(at)} < 95 THEN 9 + (${percent(at)} - 75) % 12 ELSE ${LARGE + 1} + ${byte(at + 1)} * ${SMALL} / 256 END]`
/** A tenth with the first agent, 2 % with each of the nine others, the rest with none. */
const agentOf = (at: number) =>
  `(agents.ids)[CASE WHEN ${percent(at)} < 10 THEN 1 WHEN ${percent(at)} < 28 THEN 2 + (${percent(at)} - 10) % 9 END]`

const OWNER = `FROM operators WHERE role = 'owner'`
const WITH = `WITH apps AS (SELECT array_agg(id ORDER BY id) AS ids FROM applications WHERE name LIKE 'bench %'),
  agents AS (SELECT array_agg(id ORDER BY id) AS ids FROM operators WHERE role = 'agent'),
  developers AS (SELECT array_agg(id ORDER BY id) AS ids FROM operators WHERE role = 'developer')`

const PEOPLE = `INSERT INTO operators (name, role, password_hash, created_at)
  SELECT new.name, new.role, password_hash, $1::bigint FROM (
      SELECT unnest(ARRAY['${DEVELOPER}', 'dev-2', 'dev-3', 'dev-4']) AS name, 'developer' AS role
      UNION ALL SELECT CASE n WHEN 1 THEN '${AGENT}' ELSE 'agent-' || n END, 'agent' FROM generate_series(1, 10) AS n) AS new,
    (SELECT password_hash ${OWNER}) AS owner`
const APPLICATIONS = (columns: string) => `${WITH.replace(/^WITH apps.*\n/, 'WITH')}
  INSERT INTO applications (owner_id, name, ${columns})
  SELECT (developers.ids)[CASE WHEN n < 8 THEN 1 ELSE 2 + n % 3 END], 'bench ' || n, ${columns}
  FROM (SELECT * FROM applications ORDER BY id LIMIT 1) AS first, developers, generate_series(0, ${LARGE + SMALL - 1}) AS n`

/** In batches of 1000; one batch in the middle has a tenth of all codes. The small applications' codes are in no batch. */
const BATCHES = `${WITH} INSERT INTO batches (app_id, type, seconds, count, note, created_by, created_at)
  SELECT CASE WHEN n = $2::int / 2 THEN (apps.ids)[1] ELSE ${appOf(0)} END, 'time', 2592000, ${BATCH},
    'batch ' || n || CASE WHEN ${byte(3)} < 26 THEN ' 春节活动' ELSE '' END, 'owner', $1::bigint - ($2 - n) * 700 * ${DAY} / $2
  FROM ${drawn('batch', '$2::int')}, apps ORDER BY n`
const CODES = `INSERT INTO codes (app_id, kami, type, seconds, "left", markcode, use_time, end_time, disabled, note, agent_id,
    batch_id, account_key, created_at, recycled_at)
  ${WITH}, made AS (SELECT array_agg(id ORDER BY id) AS ids, array_agg(app_id ORDER BY id) AS apps, array_agg(note ORDER BY id) AS notes FROM batches),
  draws AS (
    SELECT n, bytes, ${percent(0)} >= 45 AS is_used, $1::bigint - ($2::bigint - n) * 700 * ${DAY} / $2 AS created,
      CASE WHEN n BETWEEN $2 / 2 AND $2 * 6 / 10 - 1 THEN $2 / 2 / ${BATCH} ELSE n / ${BATCH} END AS batch,
      (ARRAY['time', 'time', 'time', 'time', 'time', 'count', 'count', 'vip', 'vip', 'permanent'])[1 + n / ${BATCH} % 10] AS type
    FROM ${drawn('code', '$2::int')})
  SELECT CASE WHEN ${percent(9)} < 95 THEN made.apps[batch + 1] ELSE ${appOf(9)} END,
    translate(upper(md5('kami' || n)), '01', 'XY') , type, 2592000, CASE WHEN type = 'count' THEN CASE WHEN n % 10 = 9 THEN 0 ELSE 100 END END,
    CASE WHEN NOT is_used THEN '' WHEN n % 2 = 0 THEN 5000000 + n || '@Broker-Live' ELSE encode(bytes, 'hex') END,
    CASE WHEN is_used THEN least($1, created + ${byte(1)} * ${DAY}) END,
    CASE WHEN is_used AND type IN ('time', 'vip') THEN created + (2 + ${byte(1)} + ${byte(2)}) * ${DAY} END,
    ${percent(3)} < 3, made.notes[batch + 1], ${agentOf(6)}, CASE WHEN ${percent(9)} < 95 THEN made.ids[batch + 1] END,
    CASE WHEN is_used AND n % 2 = 0 THEN 5000000 + n || '@Broker-Live' ELSE '' END,
    created, CASE WHEN ${percent(4)} < 5 THEN $1 - ${percent(5)} * 1000 - n % 1000 END
  FROM draws, made, apps, agents ORDER BY n`
const DEVICES = `INSERT INTO devices (app_id, account_key, label, license, agent_id, vip, disabled, note, created_at)
  ${WITH} SELECT ${appOf(0)}, 7000000 + n || CASE WHEN ${percent(5)} < 50 THEN '@Broker-Live' ELSE '@Market-Demo' END,
    CASE WHEN ${percent(4)} < 50 THEN '客户 ' || n ELSE '' END, encode(substring(bytes FOR 8), 'hex'), ${agentOf(2)},
    CASE WHEN ${percent(7)} < 20 THEN ${PERMANENT} ELSE $1::bigint + (${percent(8)} - 30) * ${DAY} + n END, ${percent(6)} < 3, '',
    $1 - ($2::bigint - n) * 700 * ${DAY} / $2
  FROM ${drawn('device', '$2::int')}, apps, agents ORDER BY n`
const ACCOUNTS = `INSERT INTO accounts (app_id, "user", password_hash, qq, name, registration_ip, vip, disabled, last_login_at, created_at)
  ${WITH} SELECT ${appOf(0)}, 'user_' || n, '', 10000000 + n * 7, CASE WHEN ${percent(2)} < 50 THEN '王小明' || n % 1000 ELSE 'Customer ' || n END, '',
    CASE WHEN ${percent(3)} < 10 THEN 0 ELSE $1::bigint + (${percent(4)} - 50) * ${DAY} + n END, ${percent(5)} < 3,
    CASE WHEN ${percent(6)} < 70 THEN $1 - ($2::bigint - n) * 700 * ${DAY} / $2 + ${percent(7)} * ${DAY} END,
    $1 - ($2 - n) * 700 * ${DAY} / $2
  FROM ${drawn('account', '$2::int')}, apps ORDER BY n`
const FILES = `INSERT INTO files (app_id, kind, url, note, created_at)
  ${WITH} SELECT ${appOf(0)}, 'direct', 'https://example.com/' || n || '.ex5', 'version ' || n, $1::bigint - n
  FROM ${drawn('file', '$2::int')}, apps`
/** The hashes are no chain: a list reads none. */
const AUDIT = `INSERT INTO audit (at, person_id, person_name, role, ip, action, subject_kind, subject_id, subject_label, app_id, owner_id, before, after, hash)
  ${WITH} SELECT $1::bigint - $2::bigint + n, CASE WHEN is_agents THEN agents.ids[1] ELSE developers.ids[developer] END,
    CASE WHEN is_agents THEN '${AGENT}' ELSE 'developer ' || developer END, CASE WHEN is_agents THEN 'agent' ELSE 'developer' END, '127.0.0.1',
    (ARRAY['code_update', 'code_generate', 'device_update', 'account_update', 'app_update'])[kind],
    (ARRAY['code', 'batch', 'device', 'account', 'application'])[kind], (n % 50000)::text, upper(encode(substring(bytes FOR 10), 'hex')), ${appOf(0)},
    developers.ids[CASE WHEN is_agents THEN 2 ELSE developer END],
    '{"note":"before ' || n || '","disabled":false}', '{"note":"after ' || n || '","disabled":true,"disable_reason":"违规"}', '${FIRST_HASH}'
  FROM (SELECT *, ${percent(4)} < 5 AS is_agents, 1 + ${byte(2)} % 5 AS kind, CASE WHEN ${percent(3)} < 70 THEN 1 ELSE 2 END AS developer
    FROM ${drawn('audit', '$2::int')}) AS drawn, apps, agents, developers ORDER BY n`
const SEARCHES = {
  codes: `INSERT INTO code_search (id, content, marks) SELECT id, search_text(kami, note, markcode, account_key, tags, fields),
    search_marks('app:' || app_id, 'agent:' || agent_id) FROM codes ORDER BY id`,
  devices: `INSERT INTO device_search (id, content, marks) SELECT id, search_text(account_key, label, license, note, tags, fields),
    search_marks('app:' || app_id, 'agent:' || agent_id) FROM devices ORDER BY id`,
  accounts: `INSERT INTO account_search (id, content, marks) SELECT id, search_text("user", qq, name), search_marks('app:' || app_id) FROM accounts ORDER BY id`,
  audit: `INSERT INTO audit_search (id, content, marks) SELECT id, search_text(subject_label, person_name, after),
    search_marks('owner:' || owner_id, 'person:' || person_id) FROM audit ORDER BY id ON CONFLICT DO NOTHING`,
}

/**
 * Puts rows into the database of a server with one application, by SQL: through the console it would take hours.
 * @param codes and as many entries of the audit log, and a tenth of it trading accounts and user accounts
 */
export async function fillPostgres(
  client: pg.ClientBase,
  url: string,
  codes: number,
  progress: (text: string) => void,
): Promise<Filled> {
  const now = Math.floor(Date.now() / 1000)
  const devices = codes / 10
  await client.query(PEOPLE, [now])
  const { rows: columns } = await client.query<{ list: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS list FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'applications' AND column_name NOT IN ('id', 'owner_id', 'name')`,
  )
  await client.query(APPLICATIONS(columns[0]?.list ?? ''))
  await client.query(BATCHES, [now, codes / BATCH])
  await client.query(FILES, [now, 1000])
  const fill = async (table: keyof typeof SEARCHES, text: string, count: number) => {
    await withClient(url, (own) => fillTable(own, table, text, [now, count]))
    progress(`${count} ${table}`)
  }
  // Both halves take about as long.
  await Promise.all([
    fill('audit', AUDIT, codes),
    fill('codes', CODES, codes)
      .then(() => fill('devices', DEVICES, devices))
      .then(() => fill('accounts', ACCOUNTS, devices)),
  ])
  await client.query('VACUUM ANALYZE')
  const first = async (text: string) => (await client.query<{ id: number }>(text)).rows[0]?.id ?? 0
  return {
    codes,
    devices,
    app: await first(`SELECT id::int FROM applications WHERE name = 'bench 0'`),
    batch: await first(
      'SELECT batch_id::int AS id FROM codes GROUP BY batch_id ORDER BY count(*) DESC LIMIT 1',
    ),
    agent: await first(`SELECT id::int FROM operators WHERE name = '${AGENT}'`),
  }
}

/** Rows go into a table without indexes and triggers four times as fast. */
async function fillTable(
  client: pg.ClientBase,
  table: keyof typeof SEARCHES,
  text: string,
  values: readonly number[],
): Promise<void> {
  await client.query("SET maintenance_work_mem = '512MB'")
  const restore = await dropIndexes(client, [
    table,
    `${table === 'audit' ? table : table.slice(0, -1)}_search`,
  ])
  await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await client.query(text, [...values])
  await client.query(SEARCHES[table])
  await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await restore()
}

/** Drops the indexes of tables that are no constraints. @returns makes them again */
async function dropIndexes(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema() AND tablename = ANY($1)
     AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`,
    [tables],
  )
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`)
  return async () => {
    for (const { indexdef } of rows) await client.query(indexdef)
  }
}
