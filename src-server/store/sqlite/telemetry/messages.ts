import type { CodeEvent } from '../../../contract/records/code-event.ts'
import type { HistoryPoint } from '../../../contract/records/device.ts'
import type { Inside } from '../../../contract/spelling.ts'
import type { CodeHappening, HistoryQuery, LatestPulse } from '../../telemetry-store.ts'

/** Numbers of a pulse as they travel to the worker, in this order. */
export const PULSE_NUMBERS = [
  'deviceId',
  'at',
  'equity',
  'balance',
  'dd',
  'positions',
  'buyPos',
  'sellPos',
  'floatPnl',
  'marginLevel',
  'interval',
] as const satisfies readonly (keyof LatestPulse)[]

export type ToWorker =
  | {
      readonly kind: 'append'
      readonly id: number
      readonly numbers: Float64Array
      readonly texts: readonly string[]
    }
  | { readonly kind: 'history'; readonly id: number; readonly query: HistoryQuery }
  | { readonly kind: 'latest'; readonly id: number }
  | { readonly kind: 'append code events'; readonly id: number; readonly batch: readonly CodeHappening[] }
  | { readonly kind: 'code events'; readonly id: number; readonly codeId: number }
  | { readonly kind: 'keep hours'; readonly id: number; readonly seconds: number }
  | { readonly kind: 'close'; readonly id: number }

export type FromWorker =
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'history'; readonly id: number; readonly rows: Inside<HistoryPoint>[] }
  | { readonly kind: 'latest'; readonly id: number; readonly rows: LatestPulse[] }
  | { readonly kind: 'code events'; readonly id: number; readonly rows: CodeEvent[] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }

/** Packs pulses: numbers in one array that is handed over, not copied; symbol and address as texts. */
export function packPulses(batch: readonly LatestPulse[]): {
  numbers: Float64Array<ArrayBuffer>
  texts: string[]
} {
  const width = PULSE_NUMBERS.length
  const numbers = new Float64Array(batch.length * width)
  const texts: string[] = []
  let at = 0
  for (const pulse of batch) {
    for (const name of PULSE_NUMBERS) numbers[at++] = pulse[name]
    texts.push(pulse.symbol, pulse.ip)
  }
  return { numbers, texts }
}

export function unpackPulses(numbers: Float64Array, texts: readonly string[]): LatestPulse[] {
  const width = PULSE_NUMBERS.length
  const count = numbers.length / width
  return Array.from({ length: count }, (_, i) => {
    const number = (name: (typeof PULSE_NUMBERS)[number]) =>
      numbers[i * width + PULSE_NUMBERS.indexOf(name)] ?? NaN
    return {
      deviceId: number('deviceId'),
      at: number('at'),
      equity: number('equity'),
      balance: number('balance'),
      dd: number('dd'),
      positions: number('positions'),
      buyPos: number('buyPos'),
      sellPos: number('sellPos'),
      floatPnl: number('floatPnl'),
      marginLevel: number('marginLevel'),
      interval: number('interval'),
      symbol: texts[i * 2] ?? '',
      ip: texts[i * 2 + 1] ?? '',
    }
  })
}
