import type { Clock } from '../../contract/ports.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { BusinessDay } from '../../contract/records/business.ts'
import { sumsByDay } from '../../domain/business/business-days.ts'
import { dayAfter, daysBetween, dayStart } from '../../domain/calendar/wall-days.ts'
import type { Store } from '../../store/store.ts'
import { requireSpanOfDays } from '../require-span.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
  readonly utcOffset: (at: number) => number
}

export interface BusinessQuestion {
  /** Unix seconds. The day of each counts whole. */
  readonly from: number
  readonly to: number
  readonly app?: number | undefined
  readonly agent?: number | undefined
}

/** The business of an operator's customers, day by day. */
export class Business {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Every day of the span, also those without business. An agent's sales are those to its own customers.
   * @throws Refused 422 for an empty or too long span
   */
  async days(actor: Actor, { from, to, app, agent }: BusinessQuestion): Promise<BusinessDay[]> {
    const { store, clock, utcOffset } = this.#parts
    requireSpanOfDays({ from, to })
    const isAgent = actor.role === 'agent'
    const scope = scopeOf(actor)
    const end = dayAfter(dayStart(to, utcOffset), utcOffset)
    const span = { app, agent, from: dayStart(from, utcOffset), to: end }
    const slots = await store.read(async (unit) => [
      ...(await unit.business.counted(scope, span)).map((slot) =>
        isAgent ? { ...slot, ...NO_SALES } : slot,
      ),
      ...(await unit.business.allocated(scope, span)),
      ...(await unit.business.ended(scope, span, clock.now())),
      ...(isAgent ? await unit.business.soldBy(actor.operatorId, span) : []),
    ])
    const days = sumsByDay(daysBetween(from, end, utcOffset), slots, utcOffset)
    return actor.permissions.includes('sales') ? days : days.map((day) => ({ ...day, ...UNKNOWN_SALES }))
  }
}

const NO_SALES = { sales: 0, revenue: 0, refunds: 0, refunded: 0 }
/** For staff without the permission. */
const UNKNOWN_SALES = { sales: undefined, revenue: undefined, refunds: undefined, refunded: undefined }
