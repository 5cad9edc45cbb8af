import type { Clock } from '../../contract/ports.ts'
import type { Application } from '../../domain/application/application.ts'
import type { Code } from '../../domain/code/code.ts'
import { parseAccountKey } from '../../domain/device/account-key.ts'
import { decideUnbind, type UnbindDecision } from '../../domain/code/unbind.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import { keepNothing, type KeepAnswer } from '../signatures/signature-memory.ts'
import type { AgentBans } from '../agents/agent-bans.ts'
import { happened } from '../webhooks/happened.ts'
import { clientEvent } from './code-events.ts'
import { codeInUse } from './code-in-use.ts'
import type { CodeGuesses } from './code-guesses.ts'
import type { CodeLogin } from './code-logins.ts'

interface Parts {
  readonly store: Store
  readonly bans: AgentBans
  readonly journal: CodeJournal
  readonly guesses: CodeGuesses
  readonly clock: Clock
}

/** If another write changes the code each time, it is decided again so often. Then the unbind fails. */
const MOST_ATTEMPTS = 5

/** Unbinds by the client that a code is bound to (the specification, kmunmachine). */
export class CodeUnbinds {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Decides, clears, takes the cost and counts in one step: of two unbinds at once, one finds the machine still
   * bound.
   */
  async unbind(
    application: Application,
    { kami, markcode, ip }: CodeLogin,
    keep: KeepAnswer<UnbindDecision> = keepNothing,
  ): Promise<UnbindDecision | { readonly outcome: 'waits' }> {
    const { store, guesses, clock } = this.#parts
    const seen = await store.read(async (unit) =>
      ownPart(unit, application, await unit.codes.find(application.id, kami), markcode),
    )
    if (!guesses.judge(seen, { appId: application.id, markcode, ip }, clock.now()))
      return { outcome: 'waits' }
    const decision = this.#decide(application, seen, markcode)
    if (decision.outcome !== 'unbound') return decision
    return store.write(
      async (unit) => {
        const done = await this.#commit(unit, application, kami, markcode)
        if (done.outcome === 'unbound') await keep(unit, done)
        return done
      },
      { durable: true },
    )
  }

  async #commit(
    unit: WriteUnit,
    application: Application,
    kami: string,
    markcode: string,
  ): Promise<UnbindDecision> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const held = await unit.codes.findHeld(application.id, kami)
      const code = await ownPart(unit, application, held, markcode)
      const decision = this.#decide(application, code, markcode)
      if (decision.outcome !== 'unbound' || code === undefined) return decision
      const lastUnbind = this.#parts.clock.now()
      const unbound = await unit.codes.unbind(code.id, code.revision, { ...decision.change, lastUnbind })
      if (unbound === undefined) continue
      await happened(unit, {
        event: 'unbound',
        app: application.id,
        at: lastUnbind,
        data: () => ({ codes: [code.kami], machine: code.markcode, by: 'customer' }),
      })
      unit.afterCommit(() => {
        this.#parts.journal.add(clientEvent('unbind', code, code, lastUnbind, takenBy(code, unbound)))
      })
      return decision
    }
    throw new Error('the code changed at every attempt')
  }

  #decide(application: Application, code: Code | undefined, markcode: string): UnbindDecision {
    const { bans, clock } = this.#parts
    return decideUnbind(application.unbind, code, {
      markcode,
      accountKey: parseAccountKey(markcode),
      agentBanned: bans.has(code?.agentId ?? null),
      now: clock.now(),
    })
  }
}

/** A code with several seats as the caller's trading account has it. An account without a seat asks about the code itself. */
async function ownPart(
  unit: Unit,
  application: Application,
  code: Code | undefined,
  markcode: string,
): Promise<Code | undefined> {
  const { code: own } = await codeInUse(unit, code, parseAccountKey(markcode), application)
  return own?.accountKey === '' ? code : own
}

/** The cost of an unbind: seconds of a time code, uses of a count code. Empty for nothing. */
function takenBy(before: Code, after: Code): string {
  const seconds = (before.endTime ?? 0) - (after.endTime ?? 0)
  const uses = (before.left ?? 0) - (after.left ?? 0)
  return seconds + uses > 0 ? String(seconds + uses) : ''
}
