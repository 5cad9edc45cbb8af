import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { ACCOUNT, DamagedWorld } from './damaged-world.ts'

const INJECTOR = join(import.meta.dirname, 'throw-on-signal.ts')

let folder: string
let world: DamagedWorld | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-net-'))
})
afterEach(async () => {
  await world?.program.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const start = async (code: string) => {
  world = await DamagedWorld.make(folder, { NODE_OPTIONS: `--import=${INJECTOR}`, INJECTED_CODE: code })
  return world
}

it('an error that nothing catches is logged, and the server stops in order for its supervisor', async () => {
  const { program } = await start('NONE')
  const [kami] = await world!.generate('permanent', 1)
  expect(await world!.api('mt5pulse', { account_key: ACCOUNT, equity: 4321, positions: 0 })).toMatchObject({
    code: 200,
  })
  program.child.kill('SIGUSR2')
  expect(await program.ended).toBe(70)
  expect(program.errors).toMatch(/"event":"process\.fault","error":"Error: injected\\n\s+at /)

  await world!.begin()
  // The pulse that waited was written before the end.
  const { rows } = await world!.owner.call('device_list', { filter: { app: world!.app } })
  expect(rows[0]?.telemetry?.equity).toBe(4321)
  expect(await world!.api('kmlogon', { kami: kami!, markcode: 'PC' })).toMatchObject({ code: 200 })
  const { rows: risks } = await world!.owner.call('risk_list', { kind: 'weak_setting' })
  expect(risks).toContainEqual(
    expect.objectContaining({
      level: 'high',
      facts: expect.objectContaining({ setting: 'server_failed' }) as unknown,
    }),
  )
  expect((await world!.owner.call('health', {})).storage.fault).toMatchObject({ what: 'Error' })
})

it('a read error that nothing catches is contained: the server goes on', async () => {
  const { program } = await start('SQLITE_IOERR_READ')
  program.child.kill('SIGUSR2')
  await until(() => /"event":"process\.error"/.test(program.errors), 'the log line')
  expect(await world!.api('mt5pulse', { account_key: ACCOUNT, equity: 1 })).toMatchObject({ code: 200 })
  expect((await world!.owner.call('health', {})).storage.damage).toMatchObject({ what: 'SQLITE_IOERR_READ' })
  expect(program.child.exitCode).toBeNull()
})
