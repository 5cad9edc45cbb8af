/** The clients' knowledge: every acknowledged effect, and every request without an answer. */
export interface Ledger {
  /** By code: the machine of its first use, and the end in its answer once there was one. */
  readonly firstUses: Map<string, { readonly markcode: string; vip: number | undefined }>
  /** By count code: logins sent, logins answered. */
  readonly deductions: Map<string, { sent: number; answered: number }>
  /** By device. */
  readonly accounts: Map<number, AccountLedger>
  /** Answers that nobody should get. */
  readonly surprises: string[]
  /** The number of durable effects acknowledged so far. */
  acknowledged: number
}

export interface AccountLedger {
  readonly id: number
  readonly accountKey: string
  /** The possible values of pause_open: one, or two while a switch has no answer. */
  pauses: Set<boolean>
  /** close_all commands by their reason, each used once; true once the console acknowledged it. */
  readonly asks: Map<string, boolean>
  /** Pulses that answered close_all=1. */
  received: number
  /** Pulses without an answer: each may have taken a command with it. */
  lostPulses: number
  /** The state of the account's last command, as far as its clients know. */
  phase: 'idle' | 'asked' | 'ordered' | 'unknown'
}

export function createLedger(): Ledger {
  return { firstUses: new Map(), deductions: new Map(), accounts: new Map(), surprises: [], acknowledged: 0 }
}
