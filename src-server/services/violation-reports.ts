import type { Clock, Random } from '../contract/ports.ts'
import type { Application } from '../domain/application/application.ts'
import { violationMail } from '../domain/outbox/violation-mail.ts'
import type { Store } from '../store/store.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
}

/** Mails of an application in an hour; what comes after is dropped (specification: not to be called often). */
const MOST_AN_HOUR = 5
const HOUR = 3600

/** What programs report to their owners (specification, violationsinfo). */
export class ViolationReports {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Leaves a mail in the outbox; its delivery is not waited for. */
  async report(application: Application, msg: string, ip: string): Promise<void> {
    const { store, clock, random } = this.#parts
    const now = clock.now()
    const since = now - HOUR + 1
    const sent = await store.read((unit) => unit.outbox.countSince('violation', application.id, since))
    // A flood costs reads, not writes.
    if (sent >= MOST_AN_HOUR) return
    const key = `violation:${Buffer.from(random.bytes(16)).toString('hex')}`
    await store.write(
      async ({ outbox }) => {
        if ((await outbox.countSince('violation', application.id, since)) >= MOST_AN_HOUR) return
        await outbox.add({ key, ...violationMail(application, { msg, ip }, now) })
      },
      { durable: true },
    )
  }
}
