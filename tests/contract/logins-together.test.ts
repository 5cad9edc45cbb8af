import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import type { Code } from '../../src-server/domain/code/code.ts'
import type { WriteUnit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { addCode } from './sample-codes.ts'
import { addApplication, addOperator, FOREVER, HARD_TEXT, write } from './sample-records.ts'

const EVERYTHING: Scope = { kind: 'everything' }
const MISSING = 999_999

describe.each(ENGINES)('logins that come together on %s', (engine) => {
  let open: OpenStore
  let app: number
  let other: number

  beforeAll(async () => {
    open = await openStore(engine)
    await write(open.store, async (unit) => {
      const owner = await addOperator(unit, 'dev')
      app = await addApplication(unit, owner, 'app')
      other = await addApplication(unit, owner, 'other')
    })
  })
  afterAll(() => open.close())

  const put = (kami: string, over: Partial<Code> = {}, to = app) =>
    write(open.store, (unit) => addCode(unit, to, kami, over))
  const again = ({ id }: Code) => open.store.read((unit) => unit.codes.get(EVERYTHING, id))
  const row = <T>(work: (unit: WriteUnit) => Promise<T>) =>
    open.store.write(work, { durable: true, lane: 'row' })

  it('find each its own code, and no other one', async () => {
    const made = [await put(HARD_TEXT), await put('two'), await put('two', {}, other)]
    const asked = [
      [app, 'two'],
      [app, HARD_TEXT],
      [other, 'two'],
      [app, 'TWO'],
      [other, HARD_TEXT],
      [app, 'two'],
    ] as const
    const find = ([appId, kami]: readonly [number, string]) =>
      open.store.read((unit) => unit.codes.find(appId, kami), { single: true })
    const found = await Promise.all(asked.map(find))
    expect(found).toEqual([made[1], made[0], made[2], undefined, undefined, made[1]])
    const held = await Promise.all(
      asked.map(([appId, kami]) => row((unit) => unit.codes.findHeld(appId, kami))),
    )
    expect(held).toEqual(found)
  })

  it('change a code at one revision once, and each code by its own change', async () => {
    const [one, two, three] = [
      await put('count 1', { type: 'count', left: 5, ip: '1.1.1.1' }),
      await put('count 2', { type: 'count', left: 5 }),
      await put('count 3', { type: 'count', left: 5, ip6: '2001:db8::/64' }),
    ]
    const change = (code: Code, members: Partial<Code>, revision = code.revision) =>
      row((unit) => unit.codes.change(code.id, revision, members))
    const changed = await Promise.all([
      change(three, { left: 3, ip: '3.3.3.3' }),
      change(one, { left: 4 }),
      change(one, { left: 4 }),
      change(two, { ip: '2.2.2.2' }),
      change(two, { left: 0 }, two.revision + 7),
      row((unit) => unit.codes.change(MISSING, 0, { left: 1 })),
    ])
    expect(changed).toEqual([true, true, false, true, false, false])
    expect([await again(one), await again(two), await again(three)]).toEqual([
      { ...one, left: 4, revision: one.revision + 1 },
      { ...two, ip: '2.2.2.2', revision: two.revision + 1 },
      { ...three, left: 3, ip: '3.3.3.3', revision: three.revision + 1 },
    ])
  })

  it('use each signature once, also two that are alike', async () => {
    const replay = (signature: string, answer: string, appId = app) => ({
      appId,
      signature,
      api: 'kmlogon',
      answer,
      until: FOREVER,
    })
    const used = [
      replay('bb', 'first'),
      replay('aa', 'first'),
      replay('bb', 'again'),
      replay('bb', 'elsewhere', other),
      replay('cc', HARD_TEXT),
    ] as const
    const first = await Promise.all(used.map((one) => row((unit) => unit.replays.add(one))))
    expect(first).toEqual([undefined, undefined, used[0], undefined, undefined])
    const found = await open.store.read((unit) => unit.replays.find(app, 'cc'))
    expect(found).toEqual(used[4])
  })
})
