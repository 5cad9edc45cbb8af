import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from '../support/back-up.ts'
import { TestServer } from '../support/test-server.ts'

let server: TestServer
/** The folder of the backups. */
let place: string

beforeAll(async () => {
  server = await TestServer.start()
  place = mkdtempSync(join(tmpdir(), 'pulsekey-unplugged-'))
  await server.act('settings_set', { backups: { folder: place } })
})
afterAll(async () => {
  await server.end()
  rmSync(place, { recursive: true, force: true })
})

async function platformRisks(): Promise<unknown[]> {
  const { rows } = await server.act('risk_list', { kind: 'weak_setting' })
  return rows.filter(({ app }) => app === null).map(({ level, facts }) => [facts['setting'], level])
}

it('a failed backup is a high risk until a later backup succeeds', async () => {
  expect(await platformRisks()).toEqual([['owner_totp', 'medium']])
  rmSync(place, { recursive: true })
  writeFileSync(place, 'no folder any more')
  expect(await backUp(server)).toBe('failed')
  expect(server.log.errors.splice(0)).toHaveLength(1)
  expect(await platformRisks()).toContainEqual(['backup_failed', 'high'])
  expect((await server.act('backup_list', {})).failure).not.toBeNull()

  rmSync(place)
  expect(await backUp(server)).toBe('done')
  expect(await platformRisks()).toEqual([['owner_totp', 'medium']])
  expect((await server.act('backup_list', {})).failure).toBeNull()
})
