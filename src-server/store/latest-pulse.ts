import type { ProgramFacts } from '../domain/device/telemetry.ts'

/** An account's latest pulse as stored. NaN means "no value". Times are Unix seconds. */
export interface LatestPulse {
  readonly deviceId: number
  readonly at: number
  readonly equity: number
  readonly balance: number
  readonly dd: number
  readonly positions: number
  readonly buyPos: number
  readonly sellPos: number
  readonly floatPnl: number
  readonly marginLevel: number
  readonly interval: number
  readonly symbol: string
  readonly ip: string
  readonly leverage: number
  readonly dayProfit: number
  readonly pendingOrders: number
  /** The last ones that a program sent. Undefined: none ever did. */
  readonly program: ProgramFacts | undefined
}

/** Everything of a pulse but the texts of its program, which are stored by themselves when they change. */
export type PulseFigures = Omit<LatestPulse, 'program'>
