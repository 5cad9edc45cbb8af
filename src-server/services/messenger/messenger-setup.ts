import { CONSOLE } from '../../contract/error-codes.ts'
import type { CheckState, MessengerCheck, MessengerHint } from '../../contract/messenger-names.ts'
import type {
  BotFinding,
  BotInspector,
  Clock,
  Messenger,
  MessengerOutcome,
  Random,
} from '../../contract/ports.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { botOf, hasBot } from '../../domain/application/messenger-bot.ts'
import { messengerTestText } from '../../domain/outbox/test-messages.ts'
import type { Store } from '../../store/store.ts'
import { encodeHex } from '../../wire/hex.ts'
import type { Allowance } from '../../copies/allowance.ts'
import type { Counters } from '../../copies/counters.ts'
import type { Applications } from '../applications/applications.ts'
import { audit } from '../platform/audit-trail.ts'
import type { BridgeStatus, MessengerBridge } from './messenger-bridge.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly applications: Applications
  readonly messenger: Messenger & BotInspector
  readonly bridge: MessengerBridge
  readonly counters: Counters
  readonly clock: Clock
  readonly random: Random
}

export interface TestAnswer {
  readonly sent: boolean
  readonly openId: string
  readonly hint: MessengerHint
  readonly code?: number
}

export interface CheckRow {
  readonly check: MessengerCheck
  readonly state: CheckState
  readonly code?: number
}

/** Tests of an application in so many seconds: the telephone of a person rings at each. */
const MOST_TESTS = 10
const TESTS_SECONDS = 600

/** Codes of the service that give a more exact hint than the kind of failure. */
const HINTS: Readonly<Record<number, MessengerHint>> = {
  230006: 'bot',
  99991672: 'scope',
  230013: 'availability',
  230038: 'availability',
}

/** Checks whether an application's messenger is set up, and what is missing. */
export class MessengerSetup {
  readonly #parts: Parts
  readonly #tests: Allowance

  constructor(parts: Parts) {
    this.#parts = parts
    this.#tests = parts.counters.allow('tests of a messenger', MOST_TESTS, TESTS_SECONDS)
  }

  /**
   * Sends at once and not through the outbox: the operator waits for the result.
   * @throws Refused 404, 422 without a recipient, 429
   */
  async test(actor: Actor, app: number, given: string | undefined): Promise<TestAnswer> {
    const { store, applications, messenger, clock, random } = this.#parts
    const application = applications.require(actor, app)
    const openId = given ?? application.mt5.adminOpenId
    if (openId === '') {
      throw new Refused(CONSOLE.invalid, 'There is no recipient', { open_id: 'missing' })
    }
    if (!this.#tests.take(String(app), clock.now())) {
      throw new Refused(CONSOLE.tooMany, 'Too many tests, wait some minutes')
    }
    const key = encodeHex(random.bytes(16))
    const text = messengerTestText(application)
    const outcome = hasBot(application.mt5)
      ? await messenger.send({ ...botOf(application.mt5), openId }, { text, key })
      : ({ failed: 'credentials' } as const)
    const answer = { openId, ...readOutcome(outcome) }
    await store.write(
      (unit) =>
        audit(unit, actor, clock.now(), {
          action: 'messenger_test',
          subject: { kind: 'application', id: app, label: application.name },
          app,
          owner: application.ownerId,
          after: answer,
        }),
      { durable: true },
    )
    return answer
  }

  /** All checks, in their order; nothing is sent. @throws Refused 404 */
  async check(actor: Actor, app: number): Promise<CheckRow[]> {
    const { applications, messenger, bridge } = this.#parts
    const application = applications.require(actor, app)
    const { mt5 } = application
    const status = bridge.status(application)
    const known = hasBot(mt5)
    const report = await messenger.inspect(botOf(mt5))
    const unknown: BotFinding = { state: 'unknown' }
    const scopes = mt5.bridge ? worse(report.sendScope, report.listenScope) : report.sendScope
    return [
      { check: 'base', ...report.base },
      { check: 'credentials', ...(known ? report.credentials : { state: 'missing' as const }) },
      { check: 'bot', ...(known ? report.ability : unknown) },
      { check: 'scope', ...(known ? scopes : unknown) },
      // The service has no API for this that needs no further scope: only a test message shows it.
      { check: 'availability', ...unknown },
      { check: 'admin', state: mt5.adminOpenId === '' ? 'missing' : 'ok' },
      { check: 'bind_secret', state: mt5.bindSecret !== '' || mt5.bridge ? 'ok' : 'missing' },
      {
        check: 'bridge',
        state: bridgeState(status),
        ...(status.code !== undefined && { code: status.code }),
      },
    ]
  }

  /** @throws Refused 404 */
  status(actor: Actor, app: number): BridgeStatus {
    return this.#parts.bridge.status(this.#parts.applications.require(actor, app))
  }
}

function readOutcome(outcome: MessengerOutcome): Omit<TestAnswer, 'openId'> {
  if (outcome === 'sent') return { sent: true, hint: 'none' }
  const { failed, code } = outcome
  const hint = (code === undefined ? undefined : HINTS[code]) ?? (failed === 'setup' ? 'bot' : failed)
  return { sent: false, hint, ...(code !== undefined && { code }) }
}

/** If one of both is missing, the result is missing. */
function worse(a: BotFinding, b: BotFinding): BotFinding {
  return a.state === 'ok' ? b : a
}

function bridgeState({ on, state }: BridgeStatus): CheckState {
  if (!on || state === 'connecting') return 'unknown'
  return state === 'connected' ? 'ok' : 'missing'
}
