import { constants, publicEncrypt } from 'node:crypto'
import { createRandom } from '../../simulator/random.ts'
import { sealHex } from '../../simulator/wire/rc4.ts'
import type { Pair } from '../../simulator/wire/signature.ts'
import { signPairs } from '../../simulator/wire/signature.ts'
import type { CallPlan } from './protocol.ts'

/** Pulses beside each login of a mix. */
const PULSES_A_LOGIN = 9
/** The bytes of a block of a key of 1024 bits, as the clients' libraries fill it. */
const RSA_BLOCK = 117

export function accountKeyOf(index: number): string {
  return `${60_000_000 + index}@Bench-MT5 2`
}

function encode(pairs: readonly Pair[]): string {
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

/** The least margin level and the greatest drawdown, percent: nobody is in danger, so nothing but pulses is measured. */
const [LEAST_MARGIN, MOST_DRAWDOWN] = [350, 5]

function pulseBody(index: number, seed: number): string {
  const random = createRandom(seed, `pulse ${index}`)
  const balance = 1000 + random.below(50_000)
  const floating = (random.next() - 0.5) * 2 * (MOST_DRAWDOWN / 100) * balance
  const positions = random.below(6)
  return encode([
    ['account_key', accountKeyOf(index)],
    ['equity', (balance + floating).toFixed(2)],
    ['balance', balance.toFixed(2)],
    ['dd', (random.next() * MOST_DRAWDOWN).toFixed(2)],
    ['positions', String(positions)],
    ['buy_pos', String(positions)],
    ['sell_pos', '0'],
    ['float_pnl', floating.toFixed(2)],
    ['margin_level', (LEAST_MARGIN + random.next() * 1500).toFixed(2)],
    ['symbol', 'XAUUSD'],
    ['value', String(random.below(1_000_000_000))],
  ])
}

function kmlogonBody(plan: Extract<CallPlan, { kind: 'kmlogon' }>, serial: number): string {
  const at = serial % plan.kamis.length
  const pairs: readonly Pair[] = [
    ['kami', plan.kamis[at] ?? ''],
    ['markcode', `BENCH-PC-${at}`],
    ['t', String(plan.time)],
    // Signed with the rest, so that no two calls have the same signature: a repeated one isn't counted again.
    ['n', `${plan.seed}-${serial}`],
  ]
  const value: Pair = ['value', String(serial)]
  if (plan.guard === 'plain') return encode([...pairs, value])
  const signed: readonly Pair[] = [...pairs, ['sign', signPairs(pairs, plan.appkey)]]
  if (plan.guard === 'signed') return encode([...signed, value])
  const text = signed.map((pair) => pair.join('=')).join('&')
  const data = plan.guard === 'rc4' ? sealHex(plan.rc4Key, text) : sealBlocks(plan.rsaPublicKey, text)
  return encode([['data', data], value])
}

/** Encrypts as the clients of mi_type 4 do: block by block. */
function sealBlocks(key: string, text: string): string {
  const bytes = Buffer.from(text)
  const blocks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += RSA_BLOCK)
    blocks.push(
      publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, bytes.subarray(at, at + RSA_BLOCK)),
    )
  return Buffer.concat(blocks).toString('base64')
}

function bodyOf(plan: Exclude<CallPlan, { kind: 'mix' }>, serial: number): string {
  switch (plan.kind) {
    case 'ini':
      return encode([['value', String(serial)]])
    case 'mt5pulse':
      return pulseBody(serial, plan.seed)
    case 'mt5logon':
      return encode([
        ['account_key', accountKeyOf(serial)],
        ['value', String(serial)],
      ])
    case 'kmlogon':
      return kmlogonBody(plan, serial)
  }
}

/** The whole request as bytes, as a terminal sends it. */
function requestOf(
  plan: Exclude<CallPlan, { kind: 'mix' }>,
  serial: number,
  host: string,
  keepAlive: boolean,
): Buffer {
  const given = bodyOf(plan, serial)
  const [query, body] = plan.way === 'GET' ? [`&${given}`, ''] : ['', given]
  const head =
    `/api.php?api=${plan.kind}&app=${plan.app}${query} HTTP/1.1\r\nHost: ${host}\r\n` +
    'Accept: */*\r\nUser-Agent: MetaTrader 5 Terminal/5.5320 (Windows NT 10.0; Win64; x64)\r\n' +
    `Connection: ${keepAlive ? 'keep-alive' : 'close'}\r\n`
  if (plan.way === 'GET') return Buffer.from(`GET ${head}\r\n`)
  return Buffer.from(
    `POST ${head}Content-Type: application/x-www-form-urlencoded\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/**
 * Prebuilt requests in random order, so that neighbours in the database are no neighbours in time.
 * `least` is for calls that may not be repeated (kmlogon): as many as the sample can use up.
 */
export function buildCalls(plan: CallPlan, least: number, host: string, keepAlive: boolean): Buffer[] {
  const calls = callsOf(plan, least, host, keepAlive)
  const random = createRandom(plan.seed, 'order')
  for (let at = calls.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    const [one, two] = [calls[at], calls[other]]
    if (one !== undefined && two !== undefined) [calls[at], calls[other]] = [two, one]
  }
  return calls
}

function callsOf(plan: CallPlan, least: number, host: string, keepAlive: boolean): Buffer[] {
  if (plan.kind === 'mix') {
    const pulses = callsOf(plan.pulses, least, host, keepAlive)
    return [...pulses, ...callsOf(plan.logins, Math.round(pulses.length / PULSES_A_LOGIN), host, keepAlive)]
  }
  const [from, count] = plan.kind === 'kmlogon' ? [0, least] : [plan.from ?? 0, plan.accounts]
  return Array.from({ length: count }, (_, at) => requestOf(plan, from + at, host, keepAlive))
}
