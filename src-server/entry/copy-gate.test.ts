import { expect, it } from 'vitest'
import type { HttpReply, RawCall } from '../runtime/call.ts'
import { until } from '../../tests/support/until.ts'
import { ALWAYS_CURRENT } from '../copies/copies.ts'
import { CopyGate } from './copy-gate.ts'

const reply = (body: string): HttpReply => ({ status: 200, contentType: 'text/plain', body })
const call = (query: string) => ({ query }) as RawCall
const LOGIN = call('api=kmlogon&app=1')
const PULSE = call('app=1&api=mt5pulse')

/** A gate before a copy whose clock goes a second ahead with each look. */
function start(state: { isCurrent: boolean; isAway?: boolean; lagMs?: number; comesBack?: boolean }) {
  let ms = 0
  let looks = 0
  const { isAway = false, lagMs = 3000, comesBack = false } = state
  const gate = new CopyGate({
    isShared: true,
    standing: {
      ...ALWAYS_CURRENT,
      isCurrent: state.isCurrent,
      isAway,
      lagMs,
      catchUp: () => {
        looks++
        ms += 2000
        return Promise.resolve(comesBack)
      },
    },
    followers: { isFailing: false, failingMs: 0, settled: () => Promise.resolve(true) },
    steadyMs: () => ms,
    refuse: () => reply('refused'),
  })
  return { gate, answer: gate.guard(({ query }) => reply(query)), looks: () => looks }
}

it('answers without a promise while memory is right', () => {
  const { answer, looks } = start({ isCurrent: true })
  expect(answer(LOGIN)).toEqual(reply(LOGIN.query))
  expect(looks()).toBe(0)
})

it('looks before it answers any call of a copy that was stopped, also a pulse', async () => {
  for (const one of [LOGIN, PULSE]) {
    const { answer, looks } = start({ isCurrent: false, comesBack: true })
    expect(await answer(one)).toEqual(reply(one.query))
    expect(looks()).toBe(1)
  }
})

it('answers pulses alone while the store is away, for a minute', async () => {
  const { answer } = start({ isCurrent: false, isAway: true, lagMs: 59_999 })
  expect(await answer(PULSE)).toEqual(reply(PULSE.query))
  expect(await answer(LOGIN)).toEqual(reply('refused'))
  const later = start({ isCurrent: false, isAway: true, lagMs: 60_000 })
  expect(await later.answer(PULSE)).toEqual(reply('refused'))
})

it('takes no other call for a pulse', async () => {
  const { answer } = start({ isCurrent: false, isAway: true })
  const queries = [
    ...['api=mt5logon&x=api=mt5pulse', 'api=mt5pulse2', 'xapi=mt5pulse', ''],
    ...['api=mt5logon&api=mt5pulse', '%61pi=mt5logon&api=mt5pulse', 'api=mt5pulse&api=mt5pulse'],
  ]
  for (const query of queries) expect(await answer(call(query))).toEqual(reply('refused'))
})

it('asks again and again for five seconds', async () => {
  const { answer, gate, looks } = start({ isCurrent: false, isAway: true })
  expect(await answer(LOGIN)).toEqual(reply('refused'))
  expect(looks()).toBe(3)
  expect(await gate.opensSoon()).toBe(false)
})

it('answers pulses alone while the records of other copies are out of reach, for a minute', async () => {
  const failing = (failingMs: number) => {
    let ms = 0
    const gate = new CopyGate({
      isShared: true,
      standing: ALWAYS_CURRENT,
      followers: { isFailing: true, failingMs, settled: () => Promise.resolve(false) },
      steadyMs: () => (ms += 2000),
      refuse: () => reply('refused'),
    })
    return gate.guard(({ query }) => reply(query))
  }
  expect(await failing(59_999)(PULSE)).toEqual(reply(PULSE.query))
  expect(await failing(59_999)(LOGIN)).toEqual(reply('refused'))
  expect(await failing(60_000)(PULSE)).toEqual(reply('refused'))
})

it('waits no longer than five seconds for a store that hangs, and with a pulse three', async () => {
  let ms = 0
  const gate = new CopyGate({
    isShared: true,
    standing: { ...ALWAYS_CURRENT, isCurrent: false, catchUp: () => new Promise(() => undefined) },
    followers: { isFailing: false, failingMs: 0, settled: () => Promise.resolve(true) },
    steadyMs: () => (ms += 1000),
    refuse: () => reply('refused'),
  })
  const answer = gate.guard(({ query }) => reply(query))
  expect(await answer(LOGIN)).toEqual(reply('refused'))
  expect(await answer(PULSE)).toEqual(reply(PULSE.query))
})

it('lets 10,000 calls wait, and refuses more at once', async () => {
  const { gate } = start({ isCurrent: false })
  const held = Promise.withResolvers<boolean>()
  const waiting = new CopyGate({
    isShared: true,
    standing: { ...ALWAYS_CURRENT, isCurrent: false, catchUp: () => held.promise },
    followers: { isFailing: false, failingMs: 0, settled: () => Promise.resolve(true) },
    steadyMs: () => 0,
    refuse: () => reply('refused'),
  })
  const answer = waiting.guard(() => reply('answered'))
  const answers = Array.from({ length: 10_001 }, async () => answer(LOGIN))
  expect(await answers[10_000]).toEqual(reply('refused'))
  held.resolve(true)
  expect(new Set((await Promise.all(answers.slice(0, 10_000))).map(({ body }) => body))).toEqual(
    new Set(['answered']),
  )
  expect(await gate.opensSoon()).toBe(false)
})

/** A gate whose looks end as the test says. */
function startHanging() {
  const looks: PromiseWithResolvers<boolean>[] = []
  const memory = { isCurrent: false }
  const gate = new CopyGate({
    isShared: true,
    standing: {
      ...ALWAYS_CURRENT,
      get isCurrent() {
        return memory.isCurrent
      },
      catchUp: () => {
        const look = Promise.withResolvers<boolean>()
        looks.push(look)
        return look.promise
      },
    },
    followers: { isFailing: false, failingMs: 0, settled: () => Promise.resolve(true) },
    steadyMs: () => 0,
    refuse: () => reply('refused'),
  })
  return { answer: gate.guard(() => reply('answered')), looks, memory }
}

it('looks once for all that wait, by one timer', async () => {
  const { answer, looks, memory } = startHanging()
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const answers = Array.from({ length: 10_000 }, async (_, n) => answer(n % 2 === 0 ? LOGIN : PULSE))
  expect([looks.length, timers() - before]).toEqual([1, 1])
  memory.isCurrent = true
  looks[0]?.resolve(true)
  expect(new Set((await Promise.all(answers)).map(({ body }) => body))).toEqual(new Set(['answered']))
  expect(looks.length).toBe(1)
})

it('lets no call go on by a look that began before it came and took longer than two seconds', async () => {
  const { answer, looks } = startHanging()
  const answered: string[] = []
  const call = async (name: string) => {
    await answer(LOGIN)
    answered.push(name)
  }
  const [first, second] = [call('first'), call('second')]
  looks[0]?.resolve(true)
  await first
  await until(() => looks.length === 2, 'the next look')
  expect(answered).toEqual(['first'])
  looks[1]?.resolve(true)
  await second
  expect(answered).toEqual(['first', 'second'])
})

it('lets calls go on when another look made memory right, while theirs hangs', async () => {
  const { answer, memory } = startHanging()
  const answered = answer(LOGIN)
  memory.isCurrent = true
  expect(await answered).toEqual(reply('answered'))
})

it('is no gate for a server alone, whose memory could not be read anew', async () => {
  const gate = new CopyGate({
    isShared: false,
    standing: ALWAYS_CURRENT,
    followers: { isFailing: true, failingMs: 9, settled: () => Promise.resolve(false) },
    steadyMs: () => 0,
    refuse: () => reply('refused'),
  })
  expect(gate.guard(() => reply('answered'))(LOGIN)).toEqual(reply('answered'))
  expect(await gate.opensSoon()).toBe(true)
})
