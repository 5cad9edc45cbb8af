import type { PlanKind } from '../../contract/people.ts'
import type { WriteUnit } from '../../store/store.ts'
import { shareOf } from '../people/plan-limits.ts'
import { happened } from './happened.ts'

interface Made {
  readonly app: number
  /** The owner of the application, whose plan counts. */
  readonly owner: number
  readonly kind: PlanKind
  readonly at: number
}

/** The event of a plan whose last place was taken, after something was created in the same unit of work. */
export async function planReached(unit: WriteUnit, { app, owner, kind, at }: Made): Promise<void> {
  if ((await unit.webhooks.wanting(app, 'limit_reached')).length === 0) return
  const { limit, used } = await shareOf(unit, owner, kind)
  if (limit !== null && used >= limit)
    await happened(unit, {
      event: 'limit_reached',
      app,
      at,
      data: () => ({ limit: kind, most: limit, used }),
    })
}
