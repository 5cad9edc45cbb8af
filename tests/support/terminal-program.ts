/**
 * A terminal with one EA, as a program of its own: `node terminal-program.ts '{"server":…}'`. It logs its account on, pulses
 * every second, and closes its positions when it is asked to. Each answer is a line of JSON.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { signPairs, type Pair } from '../simulator/wire/signature.ts'

export interface TerminalOptions {
  readonly server: string
  readonly app: number
  readonly appkey: string
  readonly account: string
}

export interface TerminalLine {
  readonly api: string
  readonly code: number | string
  readonly positions: number
}

const PULSE_MS = 1000

const { server, app, appkey, account } = JSON.parse(process.argv[2] ?? '') as TerminalOptions
let positions = 2

async function ask(api: string, more: readonly Pair[] = []): Promise<Record<string, unknown>> {
  const pairs: Pair[] = [['account_key', account], ...more, ['t', String(Math.floor(Date.now() / 1000))]]
  const body = new URLSearchParams([...pairs, ['sign', signPairs(pairs, appkey)]].map(([...pair]) => pair))
  const signal = AbortSignal.timeout(5000)
  const response = await fetch(`${server}api.php?api=${api}&app=${app}`, { method: 'POST', body, signal })
  return (await response.json()) as Record<string, unknown>
}

function tell(api: string, code: number | string): void {
  const line: TerminalLine = { api, code, positions }
  console.log(JSON.stringify(line))
}

let isOn = false
for (;;) {
  const api = isOn ? 'mt5pulse' : 'mt5logon'
  const figures: Pair[] = [
    ['equity', '9800.50'],
    ['balance', '10000'],
    ['positions', String(positions)],
  ]
  try {
    const reply = await ask(api, isOn ? figures : [])
    isOn ||= reply['code'] === 200
    if (Number(reply['close_all']) === 1) positions = 0
    tell(api, Number(reply['code']))
  } catch (error) {
    tell(api, error instanceof Error ? error.message : 'unknown')
  }
  await delay(PULSE_MS)
}
