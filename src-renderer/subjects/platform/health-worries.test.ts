import { expect, it } from 'vitest'
import type { PlatformHealth } from '../../../src-server/contract/records/platform-health.ts'
import { worriesOf } from './health-worries.ts'

const DAY = 86_400
const backup = (made_at: number) => ({
  name: 'b',
  reason: 'manual' as const,
  made_at,
  version: '1',
  size: 1,
  sha256: '',
})

const well: PlatformHealth = {
  version: '1',
  started_at: 100 * DAY,
  now: 101 * DAY,
  utc_offset: 0,
  data_folder: '/d',
  main_size: 1000,
  telemetry_size: 1000,
  history: null,
  disk_free: 500_000,
  disk_total: 1_000_000,
  lag: 5,
  connections: 0,
  calls: 0,
  public_url: '',
  public_address: { url: 'https://ea.example.com/', is_set: true, reach: 'public' },
  console_url: '',
  last_backup: backup(100 * DAY),
  restored: null,
  clock_doubt: null,
  storage: { damage: null, held_since: null, telemetry_renewed: null, fault: null, restorable: null },
  dropped: { telemetry: 0, code_journal: 0, risk_events: 0, rules: 0 },
  secrets: {
    state: 'sealed',
    machine_key: 'file',
    sealed_at: 0,
    recovery_confirmed_at: 1,
    unreadable: [],
    open_folder: false,
    plain_copies: [],
  },
  databases: null,
}
const incident = { at: DAY, what: 'SQLITE_CORRUPT' }

it('names damage, another program’s lock, a renewed telemetry file and an unexpected end', () => {
  const storage = {
    ...well.storage,
    damage: incident,
    held_since: DAY,
    telemetry_renewed: incident,
    fault: incident,
  }
  expect(worriesOf({ ...well, storage })).toEqual(['damaged', 'held', 'failed', 'telemetry'])
})

it('work that was lost is a worry until the next start', () => {
  expect(worriesOf({ ...well, dropped: { ...well.dropped, rules: 1 } })).toEqual(['dropped'])
})

it('a healthy server has no warnings', () => {
  expect(worriesOf(well)).toEqual([])
  expect(worriesOf({ ...well, now: 110 * DAY, last_backup: backup(109 * DAY) })).toEqual([])
})

it('a full disk, no backup for two days, and a late event loop are warnings', () => {
  expect(worriesOf({ ...well, disk_free: 99_000 })).toEqual(['disk'])
  expect(worriesOf({ ...well, main_size: 400_000 })).toEqual(['disk'])
  expect(worriesOf({ ...well, now: 110 * DAY, last_backup: backup(107 * DAY) })).toEqual(['backup'])
  expect(worriesOf({ ...well, lag: 201 })).toEqual(['lag'])
})

it('a server that never made a backup is a worry from its first minute on', () => {
  expect(worriesOf({ ...well, now: well.started_at, last_backup: null })).toEqual(['no_backup'])
})

it('locked secrets and a recovery key that nobody has stored are warnings', () => {
  const unstored = { ...well.secrets, recovery_confirmed_at: null }
  expect(worriesOf({ ...well, secrets: unstored })).toEqual(['recovery_key'])
  expect(worriesOf({ ...well, secrets: { ...unstored, state: 'locked' } })).toEqual(['locked'])
})

it('a clock in doubt is a worry', () => {
  expect(worriesOf({ ...well, clock_doubt: { seen: 5 } })).toContain('clock')
})
