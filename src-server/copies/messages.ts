import type { JobProgress, RequestChange } from '../contract/live.ts'
import type { BridgeReason, BridgeState } from '../contract/messenger-names.ts'
import type { LoggedCall } from '../contract/raw-call.ts'
import type { JobStarter } from '../domain/access/oversight.ts'
import type { Command } from '../domain/device/command.ts'
import type { RefusedCall } from '../domain/risk/refused-call.ts'
import type { RiskEvents } from '../domain/risk/risk-event.ts'
import type { Counted } from '../store/copy-link.ts'
import type { PackedPulses } from '../store/pulse-batch.ts'

/** The use of a code from another address than usual. */
export interface CodeAddress {
  readonly codeId: number
  readonly appId: number
  readonly ip: string
  /** Unix seconds. */
  readonly at: number
}

/** A trading account that the server does not know and that asked for a licence. */
export interface UnknownAccount {
  readonly app: number
  readonly accountKey: string
  readonly at: number
}

/** The connection to the bot of an application. Times are Unix seconds. */
export interface BotLine {
  readonly app: number
  readonly state: Exclude<BridgeState, 'off'>
  readonly reason: BridgeReason
  readonly code: number | undefined
  readonly since: number
  readonly lastEventAt: number | null
}

/**
 * The messages between the copies of a server, by topic. Each message is plain data, and may get lost. Copies of two
 * versions run at the same time: a message whose members change or go gets another topic, and one that gets more members
 * keeps its topic. A topic that a copy doesn't know is dropped.
 */
export interface Messages {
  /** The pulses of a quarter of a second. */
  readonly pulses: PackedPulses
  readonly refusal: RefusedCall
  readonly unknownAccount: UnknownAccount
  readonly address: CodeAddress
  /** The newest calls of an application. */
  readonly calls: { readonly app: number; readonly calls: readonly LoggedCall[] }
  /** The events of a kind for an account, after a change. */
  readonly riskEvents: RiskEvents
  /** A step of a close_all command. */
  readonly command: Command
  readonly request: {
    readonly of: { readonly ownerId: number; readonly agentId: number | null }
    readonly change: RequestChange
  }
  readonly job: { readonly starter: JobStarter; readonly progress: JobProgress }
  /** Sessions, permissions or people changed: viewers of the live stream may have to leave. */
  readonly standing: null
  /** A message waits in the outbox. */
  readonly outgoing: null
  /** The steward's connections to all bots. */
  readonly botLines: readonly BotLine[]
  /** Somebody reads the history of codes: events that wait in memory go to the disk. */
  readonly history: null
  /** The counts of limits, as the store has them. */
  readonly counts: readonly Counted[]
  /** The sender has perhaps not heard messages of the others: they tell again what they told once and for all. */
  readonly missed: null
  /** Messages of the sender are perhaps lost: the others read anew what it told. */
  readonly lost: null
}

export type Topic = keyof Messages
