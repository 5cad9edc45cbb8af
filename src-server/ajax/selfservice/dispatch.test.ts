import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../tests/support/manual-clock.ts'
import { LOOKUP_MS } from '../../contract/limits.ts'
import { DEFAULT_SETTINGS } from '../../domain/platform/settings.ts'
import { FloodLimits } from '../../services/selfservice/flood-limits.ts'
import { createSelfService, type PublicReply, type PublicRequest } from './dispatch.ts'
import type { PublicServices } from './public-action.ts'

/** One answer time: measured by what is waited for, since a clock on a busy machine measures the machine. */

/** The services of one action, and a pause that ends when the test says so. */
function open(services: Partial<PublicServices>) {
  const { promise: paused, resolve } = Promise.withResolvers<undefined>()
  const pauses: number[] = []
  const logged: unknown[] = []
  const answer = createSelfService({
    services: {
      limits: new FloodLimits(),
      platformSettings: { current: DEFAULT_SETTINGS },
      publicAddress: { chosen: undefined },
      ...services,
    } as PublicServices,
    clock: new ManualClock(1000),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (_event, error) => logged.push(error),
    },
    pause: (ms) => {
      pauses.push(ms)
      return paused
    },
  })
  return {
    pauses,
    logged,
    answer,
    endPause: () => {
      resolve(undefined)
    },
  }
}

const asking = (act: string, body: string): PublicRequest => ({
  act,
  method: 'POST',
  query: `act=${act}`,
  ip: '192.0.2.1',
  cameTo: '',
  console: false,
  isEncoded: false,
  readBody: () => Promise.resolve(Buffer.from(body)),
})

/** Lets everything go on that waits for nothing but promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

const people = {
  withQq: (qq: string) =>
    qq === '1'
      ? Promise.resolve({ registered: true, role: 'agent' })
      : Promise.resolve({ registered: false, role: '' }),
} as unknown as PublicServices['people']

describe('lookups', () => {
  it.each([
    ['known', 'qq=1', 200],
    ['unknown', 'qq=2', 200],
    ['missing', '', 109],
  ])('what is %s answers when the time is over, and not before', async (_, body, code) => {
    const { answer, pauses, endPause } = open({ people })
    let reply: PublicReply | undefined
    const asked = answer(asking('user', body)).then((given) => (reply = given))
    await settled()
    expect(reply).toBeUndefined()
    expect(pauses).toEqual([LOOKUP_MS])
    endPause()
    await asked
    expect(reply).toMatchObject({ status: 200, json: { code } })
  })

  it('what takes longer is waited for', async () => {
    const { promise: found, resolve } = Promise.withResolvers<{ registered: boolean; role: '' }>()
    const slow = { withQq: () => found } as unknown as PublicServices['people']
    const { answer, endPause } = open({ people: slow })
    let reply: PublicReply | undefined
    const asked = answer(asking('user', 'qq=1')).then((given) => (reply = given))
    await settled()
    endPause()
    await settled()
    expect(reply).toBeUndefined()
    resolve({ registered: false, role: '' })
    await asked
    expect(reply).toMatchObject({ json: { code: 200 } })
  })

  it('the time begins when the request is there whole: its sender can’t use it up', async () => {
    const { answer, pauses, endPause } = open({ people })
    const { promise: body, resolve } = Promise.withResolvers<Uint8Array>()
    const asked = answer({ ...asking('user', ''), readBody: () => body })
    await settled()
    expect(pauses).toEqual([])
    resolve(Buffer.from('qq=1'))
    await settled()
    expect(pauses).toEqual([LOOKUP_MS])
    endPause()
    expect(await asked).toMatchObject({ json: { code: 200 } })
  })

  it('what everybody sees is told at once', async () => {
    const { answer, pauses } = open({})
    expect(await answer(asking('image', ''))).toMatchObject({ json: { code: 200, msg: { image: '' } } })
    expect(pauses).toEqual([])
  })
})

describe('what goes wrong inside', () => {
  it('is logged without what was asked, and answered 500', async () => {
    const broken = {
      withQq: () => Promise.reject(new Error('the store is gone')),
    } as unknown as PublicServices['people']
    const { answer, endPause, logged } = open({ people: broken })
    endPause()
    expect(await answer(asking('user', 'qq=secret'))).toMatchObject({ status: 200, json: { code: 500 } })
    expect(logged).toEqual([new Error('the store is gone')])
  })

  it('a sender who went away gets no answer, and nothing is done', async () => {
    const { answer, endPause } = open({})
    endPause()
    const gone = { ...asking('user', ''), readBody: () => Promise.resolve('gone' as const) }
    expect(await answer(gone)).toBeUndefined()
  })
})
