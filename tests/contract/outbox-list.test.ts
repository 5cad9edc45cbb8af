import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scope } from '../../src-server/domain/access/scope.ts'
import { claimOf } from '../../src-server/domain/outbox/claim.ts'
import type { OutboxMessage, OutboxRow } from '../../src-server/domain/outbox/message.ts'
import type { MessageFilter } from '../../src-server/store/repositories/outbox.ts'
import type { Unit } from '../../src-server/store/store.ts'
import { ENGINES, openStore, type OpenStore } from './open-store.ts'
import { idsOfPages } from './pages.ts'

const [OWNER, DEVELOPER] = [11, 12]
const [APP, SECOND, OTHERS, GONE] = [10_001, 10_002, 10_003, 10_009]
const EVERYTHING: Scope = { kind: 'everything' }
const OWNED: Scope = { kind: 'ownedBy', operatorId: DEVELOPER }
const SCOPES: readonly Scope[] = [
  EVERYTHING,
  OWNED,
  { kind: 'ownedBy', operatorId: 99 },
  { kind: 'attributedTo', operatorId: DEVELOPER },
  { kind: 'within', apps: [SECOND, OTHERS], of: OWNED as never },
  { kind: 'within', apps: [SECOND, OTHERS], of: EVERYTHING as never },
  { kind: 'within', apps: [], of: EVERYTHING as never },
  { kind: 'within', apps: [APP], of: { kind: 'attributedTo', operatorId: DEVELOPER } },
]
const TEXTS = [`it's 100%`, 'a_b\\c', '客户 Liste', 'PLAIN', 'plain "q"', 'axb']

describe.each(ENGINES)('the list of the outbox on %s', (engine) => {
  let open: OpenStore
  let rows: OutboxRow[] = []
  const read = <T>(work: (outbox: Unit['outbox']) => Promise<T>) =>
    open.store.read((unit) => work(unit.outbox))
  const write = <T>(work: (outbox: Unit['outbox']) => Promise<T>) =>
    open.store.write((unit) => work(unit.outbox), { durable: false })
  const all = () =>
    read((outbox) =>
      outbox.byIds(
        EVERYTHING,
        Array.from({ length: 500 }, (_, id) => id),
      ),
    )

  /** The rule of the scope, told again. */
  function sees(scope: Scope, { appId, operatorId }: OutboxRow): boolean {
    switch (scope.kind) {
      case 'everything':
        return true
      case 'ownedBy':
        return appId === null
          ? operatorId === scope.operatorId
          : scope.operatorId === DEVELOPER && [APP, SECOND].includes(appId)
      case 'attributedTo':
        return false
      case 'within':
        return (
          appId !== null &&
          scope.apps.includes(appId) &&
          (scope.of.kind === 'everything' || sees(scope.of, { appId, operatorId } as OutboxRow))
        )
    }
  }

  beforeAll(async () => {
    open = await openStore(engine)
    await open.seed('operators', [
      { id: OWNER, name: 'owner' },
      { id: DEVELOPER, name: 'developer' },
    ])
    await open.seed('applications', [
      { id: APP, ownerId: DEVELOPER },
      { id: SECOND, ownerId: DEVELOPER },
      { id: OTHERS, ownerId: OWNER },
    ])
    const apps = [APP, SECOND, OTHERS, GONE, null]
    for (let n = 0; n < 60; n++) {
      const appId = apps[n % apps.length] ?? null
      const message: OutboxMessage = {
        key: `k${n}`,
        kind: (['mail', 'messenger', 'channel'] as const)[n % 3]!,
        purpose: n % 4 === 0 ? 'digest' : 'request',
        ...{ appId, deviceId: n % 7 === 0 ? 70 : null, channelId: null, createdAt: 1000 + (n % 9) },
        operatorId: n % 2 === 0 ? DEVELOPER : OWNER,
        ...{
          openId: n % 5 === 1 ? 'ou_Open' : '',
          subject: n % 6 === 2 ? 'Betreff' : '',
          text: TEXTS[n % 6]!,
        },
      }
      if (n % 3 === 0) await write((outbox) => outbox.add(message))
      else
        await write((outbox) =>
          outbox.record(message, {
            state: n % 3 === 1 ? 'sent' : 'dead',
            ...{ lastError: '', parcel: '', sentAt: n % 3 === 1 ? 1000 : null },
          }),
        )
    }
    rows = await all()
    expect(rows).toHaveLength(60)
  })
  afterAll(() => open.close())

  async function expectList(
    scope: Scope,
    filter: MessageFilter,
    search: string | undefined,
    wanted: (row: OutboxRow) => boolean,
  ) {
    const expected = rows.filter((row) => sees(scope, row) && wanted(row)).map(({ id }) => id)
    for (const desc of [false, true]) {
      const ids = await idsOfPages(
        'id',
        desc,
        (query) =>
          read((outbox) => outbox.list(scope, filter, { ...query, ...(search !== undefined && { search }) })),
        7,
      )
      expect(ids, JSON.stringify([scope, filter, search])).toEqual(desc ? expected.toReversed() : expected)
    }
    return expected.length
  }

  it('shows what is in sight, in both directions', async () => {
    for (const scope of SCOPES) await expectList(scope, {}, undefined, () => true)
    const found = await read((outbox) =>
      outbox.byIds(
        OWNED,
        rows.map(({ id }) => id),
      ),
    )
    expect(found).toEqual(rows.filter((row) => sees(OWNED, row)))
    expect(await read((outbox) => outbox.byIds(EVERYTHING, []))).toEqual([])
  })

  it('filters by each member', async () => {
    for (const scope of [EVERYTHING, OWNED, SCOPES[4]!]) {
      await expectList(scope, { app: APP }, undefined, ({ appId }) => appId === APP)
      await expectList(scope, { app: GONE }, undefined, ({ appId }) => appId === GONE)
      await expectList(scope, { device: 70 }, undefined, ({ deviceId }) => deviceId === 70)
      await expectList(scope, { kind: 'mail' }, undefined, ({ kind }) => kind === 'mail')
      await expectList(
        scope,
        { purpose: 'digest', app: SECOND },
        undefined,
        (row) => row.purpose === 'digest' && row.appId === SECOND,
      )
      await expectList(scope, { state: 'dead' }, undefined, ({ state }) => state === 'dead')
      await expectList(scope, { state: 'sent' }, undefined, ({ state }) => state === 'sent')
      await expectList(
        scope,
        { from: 1002, to: 1005 },
        undefined,
        ({ createdAt }) => createdAt >= 1002 && createdAt < 1005,
      )
    }
  })

  it('finds a part of the text, the subject or the recipient literally, in either case of ASCII', async () => {
    const searches = [
      'plain',
      'LISTE',
      '客户',
      '%',
      '_',
      '\\',
      "'",
      '"',
      'BETREFF',
      'OU_OPEN',
      'axb',
      'a_b',
      'none',
      'a\0b',
    ]
    for (const search of searches) {
      const found = await expectList(OWNED, {}, search, ({ text, subject, openId }) =>
        [text, subject, openId].some((one) => one.toLowerCase().includes(search.toLowerCase())),
      )
      expect(found > 0, search).toBe(!['none', 'a\0b'].includes(search))
    }
  })

  it('counts what waits and what was given up, and each change changes the number', async () => {
    const counts = (scope: Scope) => read((outbox) => outbox.counts(scope))
    for (const scope of SCOPES) {
      const seen = rows.filter((row) => sees(scope, row))
      expect(await counts(scope), JSON.stringify(scope)).toMatchObject({
        waiting: seen.filter(({ state }) => state === 'waiting').length,
        dead: seen.filter(({ state }) => state === 'dead').length,
      })
    }
    const claim = claimOf('copy', 2000)
    const ofApp = rows.filter(({ appId, state }) => appId === APP && state === 'waiting')
    const [first, second] = ofApp.map(({ id }) => id)
    const { id: _, ...message } = { ...rows[0]!, appId: APP, channelId: null }
    const later = (nextAt: number) =>
      ({ state: 'waiting', error: 'later', nextAt, keepsParcel: true }) as const
    const acts: readonly ((outbox: Unit['outbox']) => Promise<unknown>)[] = [
      (outbox) => outbox.add({ ...message, key: 'new' }),
      (outbox) =>
        outbox.record({ ...message, key: 'sent' }, { state: 'sent', lastError: '', parcel: '', sentAt: 9 }),
      async (outbox) => {
        await outbox.claim([first!], 'p1', claim)
        await outbox.settle('p1', later(3000), claim)
      },
      async (outbox) => {
        await outbox.claimAgain('p1', claim)
        await outbox.settle('p1', later(3000), claim)
      },
      async (outbox) => {
        await outbox.claim([second!], 'p2', claim)
        await outbox.settle('p2', { state: 'sent' }, claim)
        await outbox.add({ ...message, key: 'instead' })
      },
      (outbox) => outbox.bury([first!], 'unknown'),
      (outbox) => outbox.revive([first!], 4000),
      (outbox) => outbox.bury([first!], 'unknown'),
      (outbox) => outbox.discard([first!]),
    ]
    for (const [number, act] of acts.entries()) {
      const [before, others] = [await counts(OWNED), await counts({ kind: 'ownedBy', operatorId: OWNER })]
      await write(act)
      expect((await counts(OWNED)).changes, `act ${number}`).not.toBe(before.changes)
      expect(await counts({ kind: 'ownedBy', operatorId: OWNER })).toEqual(others)
      expect(await counts(OWNED)).toEqual(await counts(OWNED))
    }
  })
})
