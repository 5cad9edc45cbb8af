import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ConsoleClient, post } from '../support/console-client.ts'
import { ServerProgram } from '../support/run-program.ts'

const PASSWORD = 'try-abcd-efgh-jkmn'
let folder: string
let program: ServerProgram | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-demo-test-'))
})
afterEach(async () => {
  await program?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('a server for trying has moving accounts at once, and says what it is', async () => {
  program = new ServerProgram(folder, ['--demo'], { PULSEKEY_OWNER_PASSWORD: PASSWORD })
  const { console: consoleUrl } = await program.ready()
  const site = (await (await post(consoleUrl, 'site_get', {}, {})).json()) as { msg: unknown }
  expect(site.msg).toMatchObject({ demo: true, owner_only: true })
  const owner = await ConsoleClient.signIn(consoleUrl, 'owner', PASSWORD)
  const { rows } = await owner.call('device_list', { size: 500 })
  expect(rows).toHaveLength(24)
  for (const { telemetry } of rows) expect(telemetry!.equity).toBeGreaterThan(0)
  // The guide does not cover the board that the person came to see.
  expect((await owner.call('preferences_get', {})).preferences.first_start).toBe('left')
  const root = await fetch(`${consoleUrl}/`, { redirect: 'manual' })
  expect([root.status, root.headers.get('location')]).toEqual([302, '/console/'])
})
