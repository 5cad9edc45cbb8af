import type { WebhookEvent } from '../../contract/webhook-names.ts'
import type { WriteUnit } from '../../store/store.ts'
import { slicesOf } from '../../store/slices-of.ts'

/** Codes, licences or accounts that one event names at most. */
const TOGETHER = 500

/** The rows of an act, as many together as one event names. */
export function inParts<T>(rows: readonly T[]): T[][] {
  return slicesOf(rows, TOGETHER)
}

/** Something that happened in an application, as webhooks get it. `at` is Unix seconds. */
export interface Happening {
  readonly event: WebhookEvent
  readonly app: number
  readonly at: number
  /** Called only where a webhook wants the event. It holds no secret keys. */
  readonly data: () => object | Promise<object>
}

/**
 * Writes an event for each webhook that wants it, in the unit of work of its cause: both are stored or neither. A cause
 * that changes nothing, such as a repeated order, has no event.
 */
export async function happened(unit: WriteUnit, { data, ...happening }: Happening): Promise<void> {
  await happenedEach(unit, { ...happening, data: async () => [await data()] })
}

/** As `happened`, for many events of one kind. `data` has an object for each. */
export async function happenedEach(
  unit: WriteUnit,
  { event, app, at, data }: Omit<Happening, 'data'> & { readonly data: () => Promise<readonly object[]> },
): Promise<void> {
  const webhooks = await unit.webhooks.wanting(app, event)
  if (webhooks.length === 0) return
  const contents = (await data()).map((content) => JSON.stringify(content))
  const deliveries = webhooks.flatMap((webhookId) =>
    contents.map((content) => ({
      webhookId,
      event,
      appId: app,
      data: content,
      state: 'waiting' as const,
      createdAt: at,
    })),
  )
  for (const some of slicesOf(deliveries, TOGETHER)) await unit.webhookDeliveries.insertMany(some)
}
