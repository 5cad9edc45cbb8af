import { createHash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { chainHash, FIRST_HASH } from '../../../src-server/domain/audit/chain.ts'

export interface Filling {
  readonly db: Database.Database
  readonly now: number
  readonly apps: readonly number[]
  readonly agents: readonly number[]
  readonly developers: readonly number[]
}

const DAY = 86_400
const PERMANENT = 4_102_243_200
const BATCH = 1000
const TYPES = ['time', 'time', 'time', 'time', 'time', 'count', 'count', 'vip', 'vip', 'permanent']
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Numbers that look random and are the same in every run. */
function draw(n: number, salt: string): Buffer {
  return createHash('md5').update(`${salt}${n}`).digest()
}

/** 0 to 99. */
const percent = (bytes: Buffer, at: number) => (bytes[at] ?? 0) % 100

function appOf(apps: readonly number[], share: number): number {
  // 40 % in the first, 5 % in each of the seven others of the first developer, the rest in twelve.
  if (share < 40) return apps[0] ?? 0
  if (share < 75) return apps[1 + Math.floor((share - 40) / 5)] ?? 0
  return apps[8 + ((share - 75) % 12)] ?? 0
}

/** A tenth with the first agent, 2 % with each of the nine others, the rest with none. */
function agentOf(agents: readonly number[], share: number): number | null {
  if (share < 10) return agents[0] ?? null
  return share < 28 ? (agents[1 + ((share - 10) % 9)] ?? null) : null
}

function inOne(db: Database.Database, fill: () => void): void {
  db.exec('BEGIN')
  fill()
  db.exec('COMMIT')
}

/** In batches of 1000; one batch in the middle has a tenth of all codes. @returns the number of that batch */
export function fillCodes({ db, now, apps, agents }: Filling, count: number): number {
  const addBatch = db
    .prepare<[number, string, number, string, number], number>(
      `INSERT INTO batches (app_id, type, seconds, count, note, created_by, created_at)
       VALUES (?, ?, 2592000, ?, ?, 'owner', ?) RETURNING id`,
    )
    .pluck()
  const add = db.prepare(
    `INSERT INTO codes (app_id, kami, type, seconds, "left", markcode, ip, use_time, end_time, disabled, note, agent_id,
      batch_id, account_key, created_at, recycled_at)
     VALUES (@app, @kami, @type, 2592000, @left, @markcode, '', @used, @ends, @disabled, @note, @agent, @batch,
      @account, @created, @recycled)`,
  )
  let big = 0
  for (let from = 0; from < count;) {
    const bytes = draw(from, 'batch')
    const isBig = big === 0 && from >= count / 2
    const size = isBig ? count / 10 : BATCH
    const app = isBig ? (apps[0] ?? 0) : appOf(apps, percent(bytes, 0))
    const agent = isBig ? null : agentOf(agents, percent(bytes, 1))
    const type = isBig ? 'time' : (TYPES[(bytes[2] ?? 0) % TYPES.length] ?? 'time')
    const created = now - Math.floor(((count - from) / count) * 700 * DAY)
    const note = `batch ${from / BATCH}${(bytes[3] ?? 0) < 26 ? ' 春节活动' : ''}`
    inOne(db, () => {
      const batch = addBatch.get(app, type, size, note, created) ?? 0
      if (isBig) big = batch
      for (let n = from; n < from + size; n++)
        add.run({ app, agent, batch, type, created, note, ...codeOf(n, type, created, now) })
    })
    from += size
  }
  return big
}

function codeOf(n: number, type: string, created: number, now: number) {
  const bytes = draw(n, 'code')
  const share = percent(bytes, 0)
  const kami = Array.from(draw(n, 'kami'), (byte) => ALPHABET[byte % 32]).join('') + (ALPHABET[n % 32] ?? '')
  const isUsed = share >= 45
  const account = isUsed && share % 2 === 0 ? `${5_000_000 + n}@Broker-Live` : ''
  const used = isUsed ? Math.min(now, created + (bytes[1] ?? 0) * DAY) : null
  const hasEnd = isUsed && (type === 'time' || type === 'vip')
  return {
    kami,
    markcode: isUsed ? account || bytes.toString('hex') : '',
    account,
    used,
    ends: hasEnd && used !== null ? used + (1 + (bytes[2] ?? 0)) * DAY : null,
    left: type === 'count' ? (share % 10 === 9 ? 0 : 100) : null,
    disabled: percent(bytes, 3) < 3 ? 1 : 0,
    recycled: percent(bytes, 4) < 5 ? now - percent(bytes, 5) * 1000 - (n % 1000) : null,
  }
}

export function fillDevices({ db, now, apps, agents }: Filling, count: number): void {
  const add = db.prepare(
    `INSERT INTO devices (app_id, account_key, label, license, agent_id, vip, disabled, note, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  inOne(db, () => {
    for (let n = 0; n < count; n++) {
      const bytes = draw(n, 'device')
      const vip = percent(bytes, 2) < 20 ? PERMANENT : now + (percent(bytes, 3) - 30) * DAY + n
      const label = percent(bytes, 4) < 50 ? `客户 ${n}` : ''
      add.run(
        appOf(apps, percent(bytes, 0)),
        `${7_000_000 + n}@${percent(bytes, 5) < 50 ? 'Broker-Live' : 'Market-Demo'}`,
        label,
        bytes.toString('hex', 0, 8),
        agentOf(agents, percent(bytes, 1)),
        vip,
        percent(bytes, 6) < 3 ? 1 : 0,
        '',
        now - Math.floor(((count - n) / count) * 700 * DAY),
      )
    }
  })
}

export function fillAccounts({ db, now, apps }: Filling, count: number): void {
  const add = db.prepare(
    `INSERT INTO accounts (app_id, user, password_hash, qq, name, registration_ip, vip, disabled, last_login_at, created_at)
     VALUES (?, ?, '', ?, ?, '', ?, ?, ?, ?)`,
  )
  inOne(db, () => {
    for (let n = 0; n < count; n++) {
      const bytes = draw(n, 'account')
      const created = now - Math.floor(((count - n) / count) * 700 * DAY)
      add.run(
        appOf(apps, percent(bytes, 0)),
        `user_${n}`,
        String(10_000_000 + n * 7),
        percent(bytes, 1) < 50 ? `王小明${n % 1000}` : `Customer ${n}`,
        percent(bytes, 2) < 10 ? 0 : now + (percent(bytes, 3) - 50) * DAY + n,
        percent(bytes, 4) < 3 ? 1 : 0,
        percent(bytes, 5) < 30 ? null : created + percent(bytes, 6) * DAY,
        created,
      )
    }
  })
}

export function fillFiles({ db, now, apps }: Filling, count: number): void {
  const add = db.prepare(
    `INSERT INTO files (app_id, kind, url, note, created_at) VALUES (?, 'direct', ?, ?, ?)`,
  )
  inOne(db, () => {
    for (let n = 0; n < count; n++)
      add.run(appOf(apps, n % 100), `https://example.com/${n}.ex5`, `version ${n}`, now - n)
  })
}

const ACTIONS = ['code_update', 'code_generate', 'device_update', 'account_update', 'app_update']
const KINDS = ['code', 'batch', 'device', 'account', 'application']

export function fillAudit({ db, now, apps, agents, developers }: Filling, count: number): void {
  const add = db.prepare(
    `INSERT INTO audit (at, person_id, person_name, role, ip, action, subject_kind, subject_id, subject_label, app_id,
      owner_id, before, after, hash)
     VALUES (@at, @personId, @personName, @role, '127.0.0.1', @action, @subjectKind, @subjectId, @subjectLabel, @appId,
      @ownerId, @before, @after, @hash)`,
  )
  let hash = FIRST_HASH
  inOne(db, () => {
    for (let n = 0; n < count; n++) {
      const bytes = draw(n, 'audit')
      const isAgents = percent(bytes, 3) < 5
      const which = (bytes[1] ?? 0) % ACTIONS.length
      const personId = (isAgents ? agents[0] : developers[percent(bytes, 2) < 70 ? 0 : 1]) ?? 0
      const entry = {
        at: now - count + n,
        personId,
        personName: isAgents ? 'bench-agent' : `developer ${personId}`,
        role: isAgents ? ('agent' as const) : ('developer' as const),
        ip: '127.0.0.1',
        action: ACTIONS[which] ?? '',
        subjectKind: KINDS[which] ?? '',
        subjectId: String(n % 50_000),
        subjectLabel: bytes.toString('hex', 0, 10).toUpperCase(),
        appId: appOf(apps, percent(bytes, 0)),
        ownerId: isAgents ? (developers[1] ?? 0) : personId,
        before: JSON.stringify({ note: `before ${n}`, disabled: false }),
        after: JSON.stringify({ note: `after ${n}`, disabled: true, disable_reason: '违规' }),
      }
      hash = chainHash(hash, entry)
      add.run({ ...entry, hash })
    }
  })
}
