import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../support/until.ts'
import { ACCOUNT, DamagedWorld, PAGE } from './damaged-world.ts'

let folder: string
let file: string
let world: DamagedWorld

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-side-'))
  file = join(folder, 'telemetry.db')
  world = await DamagedWorld.make(folder)
  expect(await pulse(1000)).toMatchObject({ code: 200 })
}, 120_000)
afterEach(async () => {
  await world.program.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const pulse = (equity: number) => world.api('mt5pulse', { account_key: ACCOUNT, equity, positions: 0 })
const setAside = () => readdirSync(folder).filter((name) => /^telemetry-damaged-\d{8}T\d{6}Z\.db$/.test(name))
const risks = async () =>
  (await world.owner.call('risk_list', { kind: 'weak_setting' })).rows.map(({ facts }) => facts['setting'])

/** Overwrites every page from the given one on. */
function ruin(from: number, pages: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(pages * PAGE, 0xa5), 0, pages * PAGE, from * PAGE)
  closeSync(handle)
}

async function historyReaches(equity: number): Promise<void> {
  const { rows: devices } = await world.owner.call('device_list', { filter: { app: world.app } })
  await until(async () => {
    const now = Math.floor(Date.now() / 1000)
    const range = { from: now - 3600, to: now + 60, points: 100 }
    const reply = await world.owner.try('device_history', { id: devices[0]!.id, ...range })
    if (reply.code !== 200) return false
    const { rows } = reply.msg as { rows: { equity_max: number | null }[] }
    return rows.some((row) => row.equity_max === equity)
  }, 'the history')
}

it.each<[string, () => void]>([
  [
    'a damaged header',
    () => {
      ruin(0, 1)
    },
  ],
  [
    'damaged pages',
    () => {
      ruin(1, 3)
    },
  ],
  [
    'an empty file',
    () => {
      writeFileSync(file, '')
    },
  ],
])('a start with %s of telemetry sets the file aside and serves', async (_, damage) => {
  await world.stop()
  damage()
  await world.begin()
  expect(await pulse(2000)).toMatchObject({ code: 200 })
  await historyReaches(2000)
  expect(setAside()).toHaveLength(1)
  expect(await risks()).toContain('telemetry_renewed')
  expect((await world.owner.call('health', {})).storage).toMatchObject({ damage: null })
  expect(world.program.errors).toContain('"event":"telemetry.renewed"')
})

it('telemetry that gets damaged while the server runs is set aside, and the latest pulses are kept', async () => {
  await world.stop()
  await world.begin()
  const pages = 12
  ruin(0, pages)
  await until(async () => {
    expect(await pulse(3000)).toMatchObject({ code: 200 })
    return setAside().length > 0
  }, 'the new file')
  await historyReaches(3000)
  expect(await risks()).toContain('telemetry_renewed')
  expect(world.program.child.exitCode).toBeNull()
  // The next start knows the pulse from the new file.
  await world.stop()
  await world.begin()
  const { rows } = await world.owner.call('device_list', { filter: { app: world.app } })
  expect(rows[0]?.telemetry?.equity).toBe(3000)
  expect(existsSync(join(folder, setAside()[0]!))).toBe(true)
})
