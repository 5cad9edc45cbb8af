import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandState } from '../../src-server/domain/device/command.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addApplication, addDevice, addOperator, HARD_TEXT, NOW, write } from './sample-records.ts'

const MISSING = 999_999
const FRESH = {
  deliveredAt: null,
  deliveredIp: '',
  deliveredPositions: null,
  confirmedAt: null,
  overdueAt: null,
  overduePositions: null,
  withdrawnAt: null,
  unreportedAt: null,
}
type Move = (unit: WriteUnit, id: number) => Promise<unknown>
const MOVES: Record<'deliver' | 'confirm' | 'expire' | 'leaveUnreported', Move> = {
  deliver: (unit, id) => unit.commands.deliver(id, { at: NOW, ip: '::1', positions: 2 }),
  confirm: (unit, id) => unit.commands.confirm(id, NOW),
  expire: (unit, id) => unit.commands.expire(id, NOW, 3),
  leaveUnreported: (unit, id) => unit.commands.leaveUnreported(id, NOW),
}
/** The state that a command has after these moves, and the moves that are possible then. */
const STATES: [CommandState, (keyof typeof MOVES)[], (keyof typeof MOVES)[]][] = [
  ['asked', [], ['deliver']],
  ['delivered', ['deliver'], ['confirm', 'expire', 'leaveUnreported']],
  ['unreported', ['deliver', 'leaveUnreported'], ['confirm', 'expire']],
  ['overdue', ['deliver', 'expire'], ['confirm']],
  ['confirmed', ['deliver', 'confirm'], []],
]

describe.each(ENGINES)('commands on %s', (engine) => {
  let open: OpenStore
  let app: number
  let made = 0

  beforeAll(async () => {
    open = await openStore(engine)
    app = await write(open.store, async (unit) => addApplication(unit, await addOperator(unit, 'dev'), 'app'))
  })
  afterAll(() => open.close())

  const newAccount = (unit: WriteUnit) => addDevice(unit, app, `${made++}@S`).then(({ id }) => id)
  const ask = (unit: WriteUnit, deviceId: number, repeats = 0) =>
    unit.commands
      .ask([{ deviceId, reason: 'r', askedBy: 'me', askedAt: NOW, repeats, receivedBy: '' }])
      .then(([command]) => command)

  it('an account has one undelivered command', async () => {
    const asked = {
      reason: HARD_TEXT,
      askedBy: '中文',
      askedAt: NOW,
      repeats: 2,
      receivedBy: '1.2.3.4 ::1',
    }
    const [device, first, second] = await write(open.store, async (unit) => {
      const deviceId = await newAccount(unit)
      return [
        deviceId,
        (await unit.commands.ask([{ ...asked, deviceId }]))[0],
        await ask(unit, deviceId),
      ] as const
    })
    expect(first).toEqual({ ...asked, ...FRESH, id: first?.id, deviceId: device, state: 'asked' })
    expect(second).toBeUndefined()
    expect(await open.store.read((unit) => unit.commands.ofDevice(device, 5))).toEqual([first])
  })

  it('many accounts are asked at once, those without an undelivered command', async () => {
    const asked = { reason: HARD_TEXT, askedBy: 'me', askedAt: NOW, repeats: 0, receivedBy: '' }
    const [devices, commands] = await write(open.store, async (unit) => {
      const ids = [await newAccount(unit), await newAccount(unit), await newAccount(unit)]
      await ask(unit, ids[1]!)
      return [ids, await unit.commands.ask(ids.map((deviceId) => ({ ...asked, deviceId })))] as const
    })
    expect(commands.map(({ deviceId, reason, state }) => [deviceId, reason, state])).toEqual([
      [devices[0], HARD_TEXT, 'asked'],
      [devices[2], HARD_TEXT, 'asked'],
    ])
  })

  it.each(STATES)('%s allows its own moves only', async (state, before, possible) => {
    for (const [name, move] of Object.entries(MOVES)) {
      const [device, moved] = await write(open.store, async (unit) => {
        const deviceId = await newAccount(unit)
        const id = (await ask(unit, deviceId))!.id
        for (const earlier of before) await MOVES[earlier](unit, id)
        expect((await unit.commands.ofDevice(deviceId, 1))[0]?.state).toBe(state)
        return [deviceId, await move(unit, id)] as const
      })
      const [now] = await open.store.read((unit) => unit.commands.ofDevice(device, 1))
      if (possible.includes(name as keyof typeof MOVES)) expect(moved).toEqual(now)
      else expect([name, moved, now?.state]).toEqual([name, undefined, state])
    }
  })

  it('each move writes its own members', async () => {
    const seen = await write(open.store, async (unit) => {
      const id = (await ask(unit, await newAccount(unit)))!.id
      return [
        await unit.commands.deliver(id, { at: 1, ip: '1.2.3.4', positions: null }),
        await unit.commands.leaveUnreported(id, 2),
        await unit.commands.expire(id, 3, 0),
        await unit.commands.confirm(id, 4),
      ]
    })
    const delivered = { deliveredAt: 1, deliveredIp: '1.2.3.4', deliveredPositions: null }
    expect(seen[0]).toMatchObject({ ...FRESH, ...delivered, state: 'delivered' })
    expect(seen[3]).toMatchObject({
      ...delivered,
      state: 'confirmed',
      unreportedAt: 2,
      overdueAt: 3,
      overduePositions: 0,
      confirmedAt: 4,
      withdrawnAt: null,
    })
  })

  it('an automatic repeat is confirmed before it is delivered', async () => {
    const confirmed = await write(open.store, async (unit) =>
      unit.commands.confirm((await ask(unit, await newAccount(unit), 1))!.id, NOW),
    )
    expect(confirmed?.state).toBe('confirmed')
  })

  it('withdraw() takes back what nobody received', async () => {
    const [asked, first, second] = await write(open.store, async (unit) => {
      const ids = [
        await newAccount(unit),
        await newAccount(unit),
        await newAccount(unit),
        await newAccount(unit),
      ]
      const waiting = [await ask(unit, ids[1]!), await ask(unit, ids[0]!)]
      await MOVES.deliver(unit, (await ask(unit, ids[2]!))!.id)
      const all = [...ids, MISSING]
      return [waiting, await unit.commands.withdraw(all, 9), await unit.commands.withdraw(all, 9)] as const
    })
    expect(first).toEqual(asked.map((command) => ({ ...command, state: 'withdrawn', withdrawnAt: 9 })))
    expect(second).toEqual([])
  })

  it('dropOpen() withdraws all open commands, the newest first', async () => {
    const [ids, dropped, again] = await write(open.store, async (unit) => {
      const device = await newAccount(unit)
      const added: number[] = []
      const next = async () => {
        added.push((await ask(unit, device))!.id)
        return added.at(-1)!
      }
      await MOVES.deliver(unit, await next())
      const overdue = await next()
      await MOVES.deliver(unit, overdue)
      await MOVES.expire(unit, overdue)
      const confirmed = await next()
      await MOVES.deliver(unit, confirmed)
      await MOVES.confirm(unit, confirmed)
      await next()
      return [added, await unit.commands.dropOpen(device, 8), await unit.commands.dropOpen(device, 9)]
    })
    expect(dropped.map(({ id, state, withdrawnAt }) => [id, state, withdrawnAt])).toEqual(
      [ids[3], ids[1], ids[0]].map((id) => [id, 'withdrawn', 8]),
    )
    expect(again).toEqual([])
  })

  it('newest() and newestBetween() give one command an account', async () => {
    const [devices, latest] = await write(open.store, async (unit) => {
      const accounts = [await newAccount(unit), await newAccount(unit), await newAccount(unit)]
      const ids: number[] = []
      for (const device of [accounts[0]!, accounts[2]!]) {
        await ask(unit, device)
        await unit.commands.withdraw([device], NOW)
        ids.push((await ask(unit, device))!.id)
      }
      return [accounts, ids]
    })
    const seen = await open.store.read(async (unit) => ({
      named: await unit.commands.newest([...devices, MISSING]),
      none: await unit.commands.newest([]),
      all: await unit.commands.newestBetween(devices[0]! - 1, devices[2]!),
      later: await unit.commands.newestBetween(devices[0]!, devices[2]!),
      few: await unit.commands.ofDevice(devices[0]!, 1),
      gone: await unit.commands.ofDevice(MISSING, 5),
    }))
    const ids = (commands: readonly { id: number }[]) => commands.map(({ id }) => id).sort((a, b) => a - b)
    expect(ids(seen.named)).toEqual(latest)
    expect(seen.none).toEqual([])
    expect(ids(seen.all)).toEqual(latest)
    expect(ids(seen.later)).toEqual([latest[1]])
    expect(ids(seen.few)).toEqual([latest[0]])
    expect(seen.gone).toEqual([])
  })

  it('a command that is gone moves nowhere', async () => {
    const moved = await write(open.store, async (unit) => {
      const results: unknown[] = []
      for (const move of Object.values(MOVES)) results.push(await move(unit, MISSING))
      return results
    })
    expect(moved).toEqual([undefined, undefined, undefined, undefined])
  })
})
