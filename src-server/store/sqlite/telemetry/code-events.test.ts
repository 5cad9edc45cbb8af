import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RepeatedCodeEvent } from '../../telemetry-store.ts'
import { runMigrations } from '../migrate.ts'
import { readMigrations } from '../../migrations.ts'
import { openDatabase } from '../open.ts'
import { CodeEvents } from './code-events.ts'

const NOW = 1_700_000_000
let folder: string
let db: Database.Database
let events: CodeEvents

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-events-'))
  db = openDatabase(join(folder, 'telemetry.db'))
  runMigrations(db, readMigrations(join(import.meta.dirname, '../../../../drizzle/telemetry')), NOW)
  events = new CodeEvents(db)
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true })
})

function login(at: number, change: Partial<RepeatedCodeEvent> = {}): RepeatedCodeEvent {
  const from = { kind: 'login', markcode: 'PC-1', ip: '192.0.2.1', by: '', detail: '' } as const
  return { codeId: 1, since: at, at, times: 1, ...from, ...change }
}

describe('CodeEvents', () => {
  it('returns a code’s events, newest first', () => {
    events.append([login(NOW, { kind: 'bind' }), login(NOW, { codeId: 2 }), login(NOW + 5)])
    expect(events.of(1).map(({ kind, at }) => [kind, at])).toEqual([
      ['login', NOW + 5],
      ['bind', NOW],
    ])
    expect(events.of(3)).toEqual([])
  })

  it('counts a repeated event until another event comes', () => {
    events.append([login(NOW + 60, { since: NOW, times: 2 })])
    events.append([login(NOW + 120), login(NOW + 180, { ip: '192.0.2.2' }), login(NOW + 240)])
    expect(events.of(1).map(({ since, at, times }) => [since, at, times])).toEqual([
      [NOW + 240, NOW + 240, 1],
      [NOW + 180, NOW + 180, 1],
      [NOW, NOW + 120, 3],
    ])
  })

  it('keeps the last 200 events of a code, without effect on other codes', () => {
    events.append([login(NOW, { codeId: 2 })])
    events.append(Array.from({ length: 250 }, (_, i) => login(NOW + i, { markcode: `PC-${i}` })))
    const kept = events.of(1)
    expect(kept).toHaveLength(200)
    expect([kept[0]!.markcode, kept.at(-1)!.markcode]).toEqual(['PC-249', 'PC-50'])
    expect(events.of(2)).toHaveLength(1)
    expect(db.prepare('SELECT count(*) FROM code_events').pluck().get()).toBe(201)
  })

  it('forgets events that last occurred 180 days ago', () => {
    events.append([login(NOW), login(NOW + 1, { codeId: 2 })])
    const later = NOW + 180 * 86_400 + 1
    expect(events.forgetOld(later, 0)).toBe(2)
    expect(events.forgetOld(later, 2)).toBeUndefined()
    expect([events.of(1).length, events.of(2).length]).toEqual([0, 1])
  })
})
