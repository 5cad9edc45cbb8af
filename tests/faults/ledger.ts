/** What the clients know: every effect they were promised, and every one they asked for without hearing back. */
export interface Ledger {
  /** By code: the machine it was first used on, and the end its answer named once there was one. */
  readonly firstUses: Map<string, { readonly markcode: string; vip: number | undefined }>
  /** By count code: logins sent, logins answered. */
  readonly deductions: Map<string, { sent: number; answered: number }>
  /** By device. */
  readonly accounts: Map<number, AccountLedger>
  /** Answers nobody should get. */
  readonly surprises: string[]
  /** Durable effects acknowledged so far. */
  acknowledged: number
}

export interface AccountLedger {
  readonly id: number
  readonly accountKey: string
  /** What pause_open may be: one value, or two while a switch hasn't been answered. */
  pauses: Set<boolean>
  /** close_all commands by their reason, each used once; true once the console has said so. */
  readonly asks: Map<string, boolean>
  /** Pulses that answered close_all=1. */
  heard: number
  /** Pulses without an answer: each may have taken a command with it. */
  lostPulses: number
  /** Where the account's last command stands, as far as its clients know. */
  phase: 'idle' | 'asked' | 'told' | 'unknown'
}

export function createLedger(): Ledger {
  return { firstUses: new Map(), deductions: new Map(), accounts: new Map(), surprises: [], acknowledged: 0 }
}
