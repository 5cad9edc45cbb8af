import { afterEach, describe, expect, it } from 'vitest'
import { QUIET_LOG } from '../../tests/support/storage-watch.ts'
import { until } from '../../tests/support/until.ts'
import type { Change } from '../store/changes.ts'
import {
  ChangesForgotten,
  PACKET_LENGTH,
  type CopyLink,
  type CopyRow,
  type LinkHearer,
} from '../store/copy-link.ts'
import type { Copy } from './copies.ts'
import { pack, Packets } from './packets.ts'
import { createSharedCopies } from './shared-copies.ts'

let joined: Copy | undefined
afterEach(() => joined?.leave())

/** A copy whose database answers each look as the test says. @param link what else the database does */
function join(look: () => Promise<readonly Change[]>, link: Partial<CopyLink> = {}) {
  const lost: Error[] = []
  let ms = 0
  let hearer: LinkHearer | undefined
  const copies = createSharedCopies({
    link: {
      self: { name: 'aa', host: 'h', process: 1, version: '1', contracts: 0 },
      open: (by) => {
        hearer = by
      },
      hint: () => Promise.resolve(),
      send: () => Promise.resolve(),
      look: async () => ({ changes: await look(), isLast: true }),
      beat: () => Promise.resolve({ copies: [], at: 0 }),
      count: () => Promise.resolve([]),
      counts: () => Promise.resolve([]),
      tidy: () => Promise.resolve(),
      close: () => Promise.resolve(),
      ...link,
    },
    now: () => 0,
    steadyMs: () => ms,
    lost: (why) => lost.push(why),
  })
  const copy = copies.join(QUIET_LOG)
  joined = copy
  if (hearer === undefined) throw new Error('the copy hears nobody')
  return {
    bus: copy.bus,
    hearer,
    settle: () => copies.settle(),
    standing: copy.standing,
    feed: copy.feed,
    lost,
    pass: (by: number) => {
      ms += by
    },
  }
}

it('is current for two seconds after a look, and again after the next one', async () => {
  const { standing, pass } = join(() => Promise.resolve([]))
  pass(1999)
  expect([standing.isCurrent, standing.lagMs]).toEqual([true, 1999])
  pass(1)
  expect(standing.isCurrent).toBe(false)
  expect(await standing.catchUp()).toBe(true)
  expect([standing.isCurrent, standing.lagMs]).toEqual([true, 0])
})

it('is away after a look that failed, and ends when it can follow no more', async () => {
  const { standing, lost } = join(() => Promise.reject(new ChangesForgotten('too late')))
  expect(await standing.catchUp()).toBe(false)
  expect(standing.isAway).toBe(true)
  expect(lost).toMatchObject([{ message: 'too late' }])
})

it('is current only when memory has what the look found', async () => {
  const { standing, feed, pass } = join(() => Promise.resolve([{ kind: 'device', key: 1 }]))
  const read = Promise.withResolvers<undefined>()
  feed.subscribe(() => read.promise)
  pass(5000)
  const caught = standing.catchUp()
  await Promise.resolve()
  expect(standing.isCurrent).toBe(false)
  read.resolve(undefined)
  expect(await caught).toBe(true)
  expect(standing.isCurrent).toBe(true)
})

it('stays current on a slow machine, where each look takes 900 ms and the next one begins at its end', async () => {
  let answer = (): void => undefined
  const { standing, pass } = join(
    () =>
      new Promise((resolve) => {
        answer = () => {
          resolve([])
        }
      }),
  )
  const lags: number[] = []
  for (let looks = 0; looks < 5; looks++) {
    const caught = standing.catchUp()
    await Promise.resolve()
    pass(900)
    lags.push(standing.lagMs)
    expect(standing.isCurrent).toBe(true)
    answer()
    expect(await caught).toBe(true)
  }
  // Memory is as old as the begin of the last look that ended.
  expect(lags).toEqual([900, 1800, 1800, 1800, 1800])
})

describe('messages that went to nobody', () => {
  const OTHER = {
    name: 'bb',
    host: 'h',
    process: 2,
    version: '1',
    lagMs: 0,
    clockMs: 0,
    startedAt: 0,
    silentMs: 0,
  }

  /** A copy, and the topics of what it sends. @param others as the database knows them */
  function talk(others: readonly CopyRow[] = [OTHER]) {
    const packets = new Packets()
    const topics: string[][] = []
    let isCut = false
    const { hearer, ...copy } = join(() => Promise.resolve([]), {
      beat: () => Promise.resolve({ copies: others, at: 0 }),
      send: (frame) => {
        if (isCut) return Promise.reject(new Error('the connection was cut'))
        topics.push(frame.flatMap((packet) => packets.take('aa', packet)).map(([topic]) => topic))
        return Promise.resolve()
      },
    })
    const cut = (isNow: boolean) => {
      isCut = isNow
    }
    return { ...copy, hearer, topics, cut }
  }

  it('are told as lost before the next one that leaves', async () => {
    const { bus, hearer, topics, cut, settle } = talk()
    hearer.alive('bb')
    cut(true)
    bus.publish('standing', null)
    await settle()
    cut(false)
    bus.publish('outgoing', null)
    await settle()
    expect(topics).toEqual([['lost', 'outgoing']])
  })

  it('are told as lost though none comes after them, once', async () => {
    const { bus, hearer, topics, cut, settle } = talk()
    hearer.alive('bb')
    cut(true)
    bus.publish('standing', null)
    await settle()
    cut(false)
    await settle()
    await settle()
    expect(topics).toEqual([['lost']])
  })

  it('are told as lost to a copy that was taken for dead', async () => {
    const { bus, hearer, topics, settle } = talk([])
    hearer.alive('bb')
    await until(() => !bus.hasOthers, 'the other copy to be forgotten')
    bus.publish('standing', null)
    await settle()
    hearer.alive('bb')
    await settle()
    expect(topics).toEqual([['lost']])
  })

  it('before this copy knew of another one are lost for nobody', async () => {
    const { bus, hearer, topics, settle } = talk([])
    bus.publish('standing', null)
    hearer.alive('bb')
    await settle()
    expect(topics).toEqual([])
  })

  it('of another copy are read anew', () => {
    const { bus, hearer } = talk()
    let times = 0
    bus.onMissed(() => {
      times++
    })
    for (const packet of pack([['lost', null]], 1, PACKET_LENGTH)) hearer.packet('bb', packet)
    expect(times).toBe(1)
  })
})
