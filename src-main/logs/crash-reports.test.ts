import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { keepCrashReport } from './crash-reports.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-crashes-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const keep = (atMs: number): string =>
  keepCrashReport(folder, {
    run: { exitCode: 134, servedMs: 61_400, failure: null, problem: 'silent' },
    lines: ['one', 'two'],
    version: '1.2.3',
    atMs,
  })

it('records when and how the server ended, and its last lines', () => {
  expect(JSON.parse(readFileSync(keep(1_700_000_000_000), 'utf8'))).toEqual({
    time: '2023-11-14T22:13:20.000Z',
    version: '1.2.3',
    exit_code: 134,
    served_seconds: 61,
    problem: 'silent',
    failure: null,
    lines: ['one', 'two'],
  })
})

it('keeps the newest ten reports, and every other file', () => {
  writeFileSync(join(folder, 'note.txt'), '')
  for (let day = 1; day <= 12; day++) keep(Date.UTC(2026, 0, day))
  const names = readdirSync(folder).sort()
  expect(names).toHaveLength(11)
  expect(names[0]).toBe('crash-2026-01-03T00-00-00.000Z.json')
  expect(names.at(-1)).toBe('note.txt')
})
