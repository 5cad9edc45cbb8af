import { expect, test } from 'vitest'
import { INSTRUMENTS } from '../market/instruments.ts'
import { createPriceFeed } from '../market/price-feed.ts'
import { createRandom } from '../random.ts'
import { plainDialect } from '../wire/dialect.ts'
import { openHex, sealHex } from '../wire/rc4.ts'
import type { WireRequest } from '../wire/request.ts'
import { checkOf, signPairs } from '../wire/signature.ts'
import { createTally } from './tally.ts'
import { startTerminal } from './terminal.ts'

const PERMANENT = '"vip":4102243200'

/**
 * A terminal whose server is `answer`: it gets the call's name and decoded pairs, and returns the answer's
 * members.
 */
function terminalAgainst(
  answer: (api: string, pairs: URLSearchParams) => string,
  change: { appkey?: string; rc4Key?: string; kami?: string; obey?: boolean } = {},
) {
  const asked: { api: string; pairs: URLSearchParams }[] = []
  const random = createRandom(5, 'terminal')
  const [instrument] = INSTRUMENTS
  const tally = createTally()
  const reply = (call: WireRequest) => {
    const api = new URL(call.path, 'http://host').searchParams.get('api') ?? ''
    const pairs = new URLSearchParams(call.body.toString())
    asked.push({ api, pairs })
    return Promise.resolve({ status: 200, text: answer(api, pairs) })
  }
  const terminal = startTerminal({
    index: 0,
    account: { login: '51000001', server: 'XMGlobal-MT5 2' },
    kami: change.kami,
    credentials: { app: 10001, appkey: change.appkey, rc4Key: change.rc4Key },
    dialect: plainDialect(random),
    instrument,
    feed: createPriceFeed(instrument, random),
    random,
    connection: { send: reply, close: () => undefined },
    obey: change.obey ?? true,
    tally,
  })
  return { terminal, asked, tally }
}

async function pulseUntil(
  one: ReturnType<typeof terminalAgainst>,
  found: (pairs: URLSearchParams) => boolean,
) {
  for (let turn = 0; turn < 2000; turn += 1) {
    await one.terminal.turn(turn)
    const last = one.asked.at(-1)
    if (last?.api === 'mt5pulse' && found(last.pairs)) return turn
  }
  throw new Error('never happened')
}

const positionsOf = (pairs: URLSearchParams) => Number(pairs.get('positions'))

test('a terminal logs in first, then pulses as its account', async () => {
  const one = terminalAgainst(() => `{"code":200,${PERMANENT}}`)
  await one.terminal.turn(0)
  await one.terminal.turn(5)
  expect(one.asked.map(({ api }) => api)).toEqual(['mt5logon', 'mt5pulse'])
  expect(one.asked[1]!.pairs.get('account_key')).toBe('51000001@XMGlobal-MT5 2')
  expect(one.tally).toMatchObject({ calls: 2, logons: 1, pulses: 1 })
})

test('close_all closes at once and the next pulse is flat, while a disobedient terminal stays in', async () => {
  for (const obey of [true, false]) {
    let closing = false
    const one = terminalAgainst(() => `{"code":200,${PERMANENT},"close_all":${closing ? 1 : 0}}`, { obey })
    const opened = await pulseUntil(one, (pairs) => positionsOf(pairs) > 0)
    closing = true
    await one.terminal.turn(opened + 1)
    closing = false
    await one.terminal.turn(opened + 2)
    expect(one.tally.closes).toBe(1)
    expect(positionsOf(one.asked.at(-1)!.pairs) === 0).toBe(obey)
  }
})

test('pause_open keeps a terminal out of the market', async () => {
  const one = terminalAgainst(() => `{"code":200,${PERMANENT},"pause_open":1}`)
  // The first pulse may still open: its robot doesn't know the pause yet.
  await one.terminal.turn(0)
  await one.terminal.turn(1)
  const before = positionsOf(one.asked.at(-1)!.pairs)
  for (let turn = 2; turn < 300; turn += 1) await one.terminal.turn(turn)
  expect(before).toBe(0)
  expect(one.asked.slice(2).map(({ pairs }) => positionsOf(pairs))).toEqual(Array<number>(298).fill(0))
})

test('a refused pulse logs a terminal off, and it asks again', async () => {
  const one = terminalAgainst((api) => (api === 'mt5pulse' ? '{"code":201}' : `{"code":200,${PERMANENT}}`))
  for (let turn = 0; turn < 4; turn += 1) await one.terminal.turn(turn)
  expect(one.asked.map(({ api }) => api)).toEqual(['mt5logon', 'mt5pulse', 'mt5logon', 'mt5pulse'])
  expect(one.tally.failures).toEqual(new Map([['201', 2]]))
})

test('a terminal with a code signs kmlogon, encrypts it as RC4-2 where required, and reads the encrypted answer', async () => {
  const appkey = 'AppKeyTest000001'
  const rc4Key = 'Rc4KeyTest010001'
  const one = terminalAgainst(
    (_, pairs) => {
      const check = checkOf('1700000000', appkey, pairs.get('value') ?? '')
      return sealHex(rc4Key, `{"code":200,"msg":{"vip":"4102243200"},"time":1700000000,"check":"${check}"}`)
    },
    { appkey, rc4Key, kami: 'CARD' },
  )
  await one.terminal.turn(0)
  expect(one.tally).toMatchObject({ logons: 1, failures: new Map() })
  const inside = openHex(rc4Key, one.asked[0]!.pairs.get('data')!)
  const [text, sign] = inside.split('&sign=')
  expect(text).toMatch(/^kami=CARD&markcode=51000001@XMGlobal-MT5 2&t=\d+$/)
  const pairs = text!.split('&').map((pair) => pair.split('=') as [string, string])
  expect(sign).toBe(signPairs(pairs, appkey))
})

test('an answer with a false check counts as an error', async () => {
  const one = terminalAgainst(() => `{"code":200,${PERMANENT},"time":1,"check":"no"}`, { appkey: 'k' })
  await one.terminal.turn(0)
  expect(one.tally).toMatchObject({ logons: 0, failures: new Map([['false check', 1]]) })
})
