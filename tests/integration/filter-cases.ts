import type { ACCOUNT } from '../../src-server/contract/subjects/account.ts'
import type { CODE } from '../../src-server/contract/subjects/code.ts'
import type { DEVICE } from '../../src-server/contract/subjects/device.ts'
import type { Field, Fields } from '../../src-server/contract/subjects/field.ts'
import type { MESSAGE } from '../../src-server/contract/subjects/message.ts'
import type { DEVELOPER, SESSION, SIGN_IN, STAFF } from '../../src-server/contract/subjects/people.ts'
import type {
  APPLICATION,
  AUDIT,
  CERTIFICATION,
  FILE,
  RISK,
} from '../../src-server/contract/subjects/platform.ts'
import type { REQUEST } from '../../src-server/contract/subjects/request.ts'
import type { SALE } from '../../src-server/contract/subjects/sale.ts'
import type {
  ALLOCATION,
  BATCH,
  LEDGER_ACCOUNT,
  LEDGER_LINE,
} from '../../src-server/contract/subjects/selling.ts'
import type { FiltersOf, Value } from '../../src-server/contract/subjects/subject.ts'
import type { FilledServer } from './filled-server.ts'

/**
 * For each member of a filter, a value that a row has and a value that no row has. A new member does not
 * compile without.
 */
type Cases<F extends Fields> = {
  readonly [N in keyof F]: readonly [somebody: Known<F[N]>, nobody: Known<F[N]>] | 'widens'
}
type Known<F extends Field> = Exclude<Value<F>, null>

const NOBODY = 999_999
/** A range that spans all times. */
const FIRST = 0
const LAST = 253_402_300_799

/** Each question about a custom field: its value is Gold or none. */
export const fieldQuestions = ({ field }: FilledServer) =>
  [
    [{ field }, { field: NOBODY }],
    [
      { field, any: ['Iron', 'gold'] },
      { field, any: ['Iron', 'Gol'] },
    ],
    [
      { field, contains: 'OL' },
      { field, contains: 'lo' },
    ],
    [
      { field, contains: 'gold' },
      { field, from: '0', to: '9' },
    ],
    [{ field }, { field, from: '2020-01-01' }],
  ] as const

/** By the start of an action's name, and by whole names. */
export const filterCases = (made: FilledServer) =>
  ({
    device: {
      app: [made.app, NOBODY],
      agent: [made.agent, NOBODY],
      state: ['active', 'disabled'],
      tag: ['Gold', 'nobody-has-this'],
      field: [
        { field: made.field, value: 'gold' },
        { field: made.field, value: 'nobody-has-this' },
      ],
      health: ['never', 'live'],
      expires: ['1', '30'],
    } satisfies Cases<FiltersOf<typeof DEVICE>>,
    code: {
      app: [made.app, NOBODY],
      type: ['time', 'points'],
      state: ['unused', 'used_up'],
      batch: [made.batch, NOBODY],
      agent: [made.agent, NOBODY],
      kami: [made.kami, 'NOBODY-HAS-THIS'],
      tag: ['SPECIAL', 'nobody-has-this'],
      field: [{ field: made.field }, { field: made.field, value: 'nobody-has-this' }],
    } satisfies Cases<FiltersOf<typeof CODE>>,
    account: {
      app: [made.app, NOBODY],
      disabled: [false, true],
    } satisfies Cases<FiltersOf<typeof ACCOUNT>>,
    batch: {
      app: [made.app, NOBODY],
      type: ['time', 'points'],
    } satisfies Cases<FiltersOf<typeof BATCH>>,
    sale: {
      app: [made.app, NOBODY],
      agent: [made.agent, NOBODY],
      allocation: [made.allocation, NOBODY],
      state: ['stock', 'refunded'],
      from: [FIRST, LAST],
      to: [LAST, FIRST],
    } satisfies Cases<FiltersOf<typeof SALE>>,
    allocation: {
      app: [made.app, NOBODY],
      agent: [made.agent, NOBODY],
      closed: [false, true],
    } satisfies Cases<FiltersOf<typeof ALLOCATION>>,
    ledger_accounts: {
      agent: [made.agent, NOBODY],
    } satisfies Cases<FiltersOf<typeof LEDGER_ACCOUNT>>,
    ledger_list: {
      agent: [made.agent, NOBODY],
      book: [made.owner, NOBODY],
      kind: ['topup', 'payout'],
      from: [FIRST, LAST],
      to: [LAST, FIRST],
    } satisfies Cases<FiltersOf<typeof LEDGER_LINE>>,
    file: {
      app: [made.app, NOBODY],
      enabled: [true, false],
    } satisfies Cases<FiltersOf<typeof FILE>>,
    app: {
      state: ['y', 'n'],
      owner: [made.owner, NOBODY],
    } satisfies Cases<FiltersOf<typeof APPLICATION>>,
    staff: {
      state: ['active', 'banned'],
      role: [made.role, NOBODY],
    } satisfies Cases<FiltersOf<typeof STAFF>>,
    developer: {
      state: ['active', 'banned'],
      plan: [made.plan, NOBODY],
    } satisfies Cases<FiltersOf<typeof DEVELOPER>>,
    auth_request: {
      app: [made.app, NOBODY],
      agent: [made.agent, NOBODY],
      state: ['pending', 'withdrawn'],
      kind: ['unbind', 'rebind'],
    } satisfies Cases<FiltersOf<typeof REQUEST>>,
    certification: {
      product: ['ea', 'nothing'],
      state: ['valid', 'expired'],
    } satisfies Cases<FiltersOf<typeof CERTIFICATION>>,
    audit: {
      app: [made.app, NOBODY],
      person: [made.owner, NOBODY],
      action: ['app_create', 'nothing'],
      subject_kind: ['application', 'nothing'],
      subject_id: [String(made.app), 'nothing'],
      from: [FIRST, LAST],
      to: [LAST, FIRST],
    } satisfies Cases<FiltersOf<typeof AUDIT>>,
    message: {
      app: [made.app, NOBODY],
      device: [made.device, NOBODY],
      kind: ['messenger', 'mail'],
      purpose: ['drawdown', 'digest'],
      state: ['dead', 'sent'],
      from: [FIRST, LAST],
      to: [LAST, FIRST],
    } satisfies Cases<FiltersOf<typeof MESSAGE>>,
    // The filter of `bind_request_list` has no subject: it is one member.
    bind_request: { app: [made.binding, NOBODY] },
    session: {
      operator: [made.owner, NOBODY],
      everyone: 'widens',
    } satisfies Cases<FiltersOf<typeof SESSION>>,
    sign_in: {
      operator: [made.owner, NOBODY],
      everyone: 'widens',
      outcome: ['signed_in', 'shut_out'],
    } satisfies Cases<FiltersOf<typeof SIGN_IN>>,
    risk: {
      kind: ['weak_setting', 'skewed_clock'],
      app: [made.app, NOBODY],
      acknowledged: [false, true],
      snoozed: [false, true],
      group: [`open:high:weak_setting:${made.app}:weak_setting:${made.app}:unsigned`, 'open:high:silent:1:'],
    } satisfies Cases<FiltersOf<typeof RISK>>,
  }) as const
