import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  Clock,
  Hourglass,
  Link2,
  MailOpen,
  OctagonX,
  Package,
  Recycle,
  ShieldAlert,
  ShieldCheck,
  ShieldX,
  Slash,
  Snowflake,
  TriangleAlert,
  Undo2,
  Wrench,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { KitLinkState } from '../../../src-server/contract/application-names.ts'
import type { CodeState } from '../../../src-server/contract/code-names.ts'
import type { DeviceState } from '../../../src-server/contract/device-names.ts'
import type { MessageState } from '../../../src-server/contract/outgoing-names.ts'
import type { ReportLinkState } from '../../../src-server/contract/performance-names.ts'
import type { PersonState } from '../../../src-server/contract/people.ts'
import type { RequestRecord } from '../../../src-server/contract/records/request.ts'
import type { ApiState } from '../../../src-server/contract/runtime-apis.ts'
import type { SaleState } from '../../../src-server/contract/sales-names.ts'

/** The states of each subject. */
export interface States {
  readonly person: PersonState
  readonly application: 'y' | 'n'
  readonly api: ApiState
  /** Whether clients get the file itself: a direct address always, a shared page once it is resolved. */
  readonly file: 'direct' | 'resolved' | 'failed' | 'waiting'
  readonly code: CodeState
  readonly kit_link: KitLinkState
  readonly report_link: ReportLinkState
  readonly device: DeviceState
  /** Whether the user can log in. */
  readonly account: 'active' | 'waits' | 'ended' | 'disabled'
  readonly sale: SaleState
  readonly message: MessageState
  readonly request: RequestRecord['state']
  /** The risk of a request. */
  readonly risk: RequestRecord['risk']['level']
  /** The risk of a trading account, by its drawdown and margin. */
  readonly account_risk: 'none' | 'warning' | 'critical'
}
export type Stateful = keyof States

export interface Look {
  readonly tone: 'neutral' | 'ok' | 'warn' | 'crit' | 'accent'
  readonly icon: Component
}

/** The tone and the icon of each state, by subject. A tone says what to do: ok nothing, warn look, crit act. */
const LOOKS: { readonly [S in Stateful]: Readonly<Record<States[S], Look>> } = {
  person: {
    active: { tone: 'ok', icon: CircleCheck },
    invited: { tone: 'neutral', icon: MailOpen },
    frozen: { tone: 'warn', icon: Snowflake },
    banned: { tone: 'crit', icon: Ban },
  },
  application: {
    y: { tone: 'ok', icon: CircleCheck },
    n: { tone: 'warn', icon: CirclePause },
  },
  api: {
    open: { tone: 'ok', icon: CircleCheck },
    maintenance: { tone: 'warn', icon: Wrench },
    closed: { tone: 'crit', icon: CircleX },
  },
  file: {
    direct: { tone: 'neutral', icon: Link2 },
    resolved: { tone: 'ok', icon: CircleCheck },
    failed: { tone: 'warn', icon: TriangleAlert },
    waiting: { tone: 'neutral', icon: Clock },
  },
  code: {
    unused: { tone: 'neutral', icon: CircleDashed },
    in_use: { tone: 'ok', icon: CircleCheck },
    expired: { tone: 'warn', icon: Clock },
    used_up: { tone: 'warn', icon: Slash },
    disabled: { tone: 'crit', icon: Ban },
    recycled: { tone: 'neutral', icon: Recycle },
  },
  kit_link: {
    open: { tone: 'ok', icon: Link2 },
    used_up: { tone: 'neutral', icon: Slash },
    expired: { tone: 'neutral', icon: Clock },
    revoked: { tone: 'neutral', icon: Ban },
  },
  report_link: {
    open: { tone: 'ok', icon: Link2 },
    ended: { tone: 'neutral', icon: Clock },
    revoked: { tone: 'neutral', icon: Ban },
  },
  device: {
    active: { tone: 'ok', icon: CircleCheck },
    expired: { tone: 'warn', icon: Clock },
    disabled: { tone: 'crit', icon: Ban },
  },
  account: {
    active: { tone: 'ok', icon: CircleCheck },
    waits: { tone: 'warn', icon: Hourglass },
    ended: { tone: 'neutral', icon: Clock },
    disabled: { tone: 'crit', icon: Ban },
  },
  sale: {
    stock: { tone: 'accent', icon: Package },
    sold: { tone: 'ok', icon: CircleCheck },
    refunded: { tone: 'neutral', icon: Undo2 },
  },
  message: {
    waiting: { tone: 'neutral', icon: Hourglass },
    sent: { tone: 'ok', icon: CircleCheck },
    dead: { tone: 'crit', icon: CircleAlert },
  },
  request: {
    pending: { tone: 'accent', icon: Hourglass },
    approved: { tone: 'ok', icon: CircleCheck },
    rejected: { tone: 'crit', icon: CircleX },
    withdrawn: { tone: 'neutral', icon: Undo2 },
    expired: { tone: 'neutral', icon: Clock },
  },
  risk: {
    low: { tone: 'ok', icon: ShieldCheck },
    medium: { tone: 'warn', icon: ShieldAlert },
    high: { tone: 'crit', icon: ShieldX },
  },
  account_risk: {
    none: { tone: 'ok', icon: ShieldCheck },
    warning: { tone: 'warn', icon: TriangleAlert },
    critical: { tone: 'crit', icon: OctagonX },
  },
}

export function lookOf<S extends Stateful>(subject: S, state: States[S]): Look {
  return LOOKS[subject][state]
}

/** The message key of a state. */
export const STATE_WORDS: Readonly<Record<Stateful, (state: string) => string>> = {
  person: (state) => `people.state.${state}`,
  application: (state) => `applications.state.${state}`,
  api: (state) => `capabilities.state.${state}`,
  file: (state) => `files.resolve.${state}`,
  code: (state) => `codes.state.${state}`,
  kit_link: (state) => `applications.kits.link.state.${state}`,
  report_link: (state) => `performance.report.state.${state}`,
  device: (state) => `live.device_state.${state}`,
  account: (state) => `accounts.state.${state}`,
  sale: (state) => `sales.state.${state}`,
  message: (state) => `messages.state.${state}`,
  request: (state) => `requests.state.${state}`,
  risk: (state) => `requests.risk.level.${state}`,
  account_risk: (state) => `live.risk.${state}`,
}
