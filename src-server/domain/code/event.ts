/** The content of a code's event, without its times. */
export interface EventContent {
  readonly kind: string
  readonly markcode: string
  readonly ip: string
  readonly by: string
  readonly detail: string
}

/** Whether an event repeats another one of the same code. */
export function isSameEvent(one: EventContent, other: EventContent): boolean {
  return (
    one.kind === other.kind &&
    one.markcode === other.markcode &&
    one.ip === other.ip &&
    one.by === other.by &&
    one.detail === other.detail
  )
}
