import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LoggedSignature } from '../signature-log.ts'
import { SignatureFiles } from './signature-files.ts'

const NOW = 1_700_000_000
let home: string
let warnings: string[]

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pulsekey-signatures-'))
  warnings = []
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const folder = () => join(home, 'signatures')
const open = (now = NOW) =>
  new SignatureFiles(folder(), () => now, {
    info: () => undefined,
    warn: (event) => warnings.push(event),
    error: (event) => warnings.push(event),
  })
const signature = (at: number): LoggedSignature => ({
  app: 10_001,
  high: 0xffff_ffff - at,
  low: at,
  sent: NOW + at,
  api: 0xdead_beef,
})

describe('SignatureFiles', () => {
  it('reads what it wrote, near and far ahead, until the time of each', () => {
    const files = open()
    const [near, far] = [signature(0), signature(8 * 3600)]
    files.append(near, NOW + 11)
    files.append(far, NOW + 8 * 3600 + 11)
    files.close()
    expect([...open().read(NOW)].sort((a, b) => a.sent - b.sent)).toEqual([near, far])
    expect([...open().read(NOW + 3600)]).toEqual([far])
    expect([...open().read(NOW + 10 * 3600)]).toEqual([])
  })

  it('keeps few files and deletes those whose time is over', () => {
    const files = open()
    for (let at = 0; at < 14 * 3600; at += 60) files.append(signature(at), NOW + at + 11)
    expect(readdirSync(folder()).length).toBeLessThan(25)
    files.forget(NOW + 15 * 3600)
    expect(readdirSync(folder())).toEqual([])
    files.close()
  })

  it('waits in memory while it cannot write, warns once, and writes everything later', async () => {
    writeFileSync(folder(), 'a file in the place of the folder')
    const files = open()
    for (let at = 0; at < 50; at++) files.append(signature(at), NOW + at + 11)
    expect(await files.sync()).toBe(false)
    expect(warnings).toEqual(['signatures.append'])
    rmSync(folder())
    files.append(signature(50), NOW + 61)
    expect(await files.sync()).toBe(true)
    files.close()
    expect([...open().read(NOW)].map(({ low }) => low).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 51 }, (_, at) => at),
    )
  })
})
