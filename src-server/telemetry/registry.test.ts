import { beforeEach, describe, expect, it } from 'vitest'
import { AlertBench, NOBODY } from '../../tests/support/alert-bench.ts'
import { ASKED_COMMAND } from '../../tests/support/asked-command.ts'
import type { Command } from '../domain/device/command.ts'
import { newDevice, type Device } from '../domain/device/device.ts'
import { CommandLifecycle } from './command-lifecycle.ts'
import type { CommandParts } from './command-parts.ts'
import { DeviceRegistry, type StoredAccount } from './registry.ts'

const device = (label: string, revision = 1): Device => ({
  ...newDevice(1, '7@Broker', 0),
  ...{ id: 7, vip: 4_102_243_200, license: '', agentId: null, label, revision },
})
const command = (id: number, state: Command['state']): Command => ({
  ...ASKED_COMMAND,
  id,
  deviceId: 7,
  state,
})

let registry: DeviceRegistry
let stored: StoredAccount | undefined
let reads: number

beforeEach(() => {
  registry = new DeviceRegistry(() => 1, NOBODY)
  stored = { device: device('stored'), command: command(3, 'asked') }
  reads = 0
  const read = () => {
    reads++
    return Promise.resolve(stored)
  }
  registry.beginFilling({ find: read, get: read })
})

describe('a registry that fills', () => {
  it('reads an account that is not there yet, once', async () => {
    const live = await registry.fetch(1, '7@Broker')
    expect(live).toMatchObject({ device: { label: 'stored' }, command: { id: 3 } })
    expect(await registry.fetchById(7)).toBe(live)
    expect(reads).toBe(1)
  })

  it('refuses to answer without the accounts that may be missing', () => {
    expect(() => registry.find(1, '7@Broker')).toThrow('not all loaded')
    expect(() => registry.get(7)).toThrow('not all loaded')
    expect(() => registry.all()).toThrow('not all loaded')
    registry.endFilling()
    expect(registry.find(1, '7@Broker')).toBeUndefined()
  })

  it('keeps what a commit put there, and takes the command of an older row', () => {
    registry.putDevice(device('committed', 2))
    registry.putStored({ device: device('stored'), command: command(3, 'asked') })
    registry.putStored({ device: device('stored'), command: command(2, 'confirmed') })
    expect(registry.get(7)).toMatchObject({ device: { label: 'committed' }, command: { id: 3 } })
    expect(registry.countOf(1)).toBe(1)
  })

  it('reads the command of an account that only a commit put there', async () => {
    registry.putDevice(device('committed', 2))
    const live = await registry.fetch(1, '7@Broker')
    expect(live).toMatchObject({ device: { label: 'committed' }, command: { id: 3 } })
  })

  it('reads an account again whose command another copy wrote while it was on its way', () => {
    // Commits of other copies are followed without the other parts.
    const lifecycle = new CommandLifecycle({ registry } as CommandParts)
    lifecycle.follow(command(3, 'asked'))
    registry.putStored({ device: device('read before'), command: undefined })
    expect(registry.loaded(7)).toBeUndefined()
    expect(registry.takeUnread()).toEqual([7])
  })

  it('never takes back a delivered command', async () => {
    const live = await registry.fetch(1, '7@Broker')
    registry.putCommand(command(3, 'delivered'))
    registry.putStored({ device: device('stored'), command: command(3, 'asked') })
    expect(live?.command?.state).toBe('delivered')
  })

  it('does not bring back an account or an application that was deleted meanwhile', () => {
    registry.removeDevice(7)
    registry.putStored({ device: device('stored'), command: undefined })
    registry.removeApplication(2)
    registry.putStored({ device: { ...device('other'), id: 8, appId: 2 }, command: undefined })
    registry.endFilling()
    expect(registry.size).toBe(0)
  })

  it('names accounts whose command changed before they were there, and takes no older row of them', () => {
    registry.putCommand(command(3, 'delivered'))
    registry.putStored({ device: device('stored'), command: command(3, 'asked') })
    expect(registry.takeUnread()).toEqual([7])
    registry.putStored({ device: device('stored'), command: command(3, 'delivered') })
    expect(registry.get(7)?.command?.state).toBe('delivered')
  })
})

it('keeps the newer of two records of an account, in whichever order they come', () => {
  const bench = new AlertBench()
  const { devices } = bench
  const account = bench.account()
  const newer = { ...account.device, revision: 2, label: 'newer' }
  devices.putDevice(newer)
  devices.putDevice({ ...account.device, revision: 1, label: 'older' })
  expect(devices.get(account.device.id)?.device).toBe(newer)
})
