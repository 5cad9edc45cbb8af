import type { AlertLevel } from '../../contract/channel-names.ts'
import { isShutOut, type Operator } from '../../domain/access/operator.ts'
import { takes, type Channel } from '../../domain/channels/channel.ts'
import type { OutboxMessage } from '../../domain/outbox/message.ts'
import type { Unit } from '../../store/store.ts'

/** One way of an alert to a person. */
export interface ChannelRoute {
  readonly personId: number
  readonly channelId: number
  readonly kind: Channel['kind']
}

/** The members of an outbox message that lead it to a recipient. */
export type MessageAddress = Pick<OutboxMessage, 'kind' | 'operatorId' | 'channelId' | 'openId'>

/**
 * The enabled channels of these people that get alerts of a level, person by person. A person who is shut out, or whose
 * employer is, has none. A person without channels has none: the caller decides what happens then.
 */
export async function channelRoutesOf(
  unit: Unit,
  personIds: readonly number[],
  level: AlertLevel,
): Promise<ChannelRoute[]> {
  const routes: ChannelRoute[] = []
  for (const personId of new Set(personIds)) {
    if (!(await isReachable(unit, await unit.operators.find(personId)))) continue
    routes.push(...routesAlong(await unit.channels.listOf(personId), level))
  }
  return routes
}

/** The routes along those of the channels that get alerts of a level. */
export function routesAlong(channels: readonly Channel[], level: AlertLevel): ChannelRoute[] {
  return channels
    .filter((channel) => takes(channel, level))
    .map(({ id, personId, kind }) => ({ personId, channelId: id, kind }))
}

/** Leads an outbox message along a route. Its key must differ from route to route: `${event}:channel:${channelId}`. */
export function addressOf({ personId, channelId, kind }: ChannelRoute): MessageAddress {
  return { kind: kind === 'mail' ? 'mail' : 'channel', operatorId: personId, channelId, openId: '' }
}

/** Whether a person may get alerts: neither they nor their employer is shut out. */
export async function isReachable(unit: Unit, person: Operator | undefined): Promise<boolean> {
  if (person === undefined || isShutOut(person)) return false
  if (person.employerId === null) return true
  const employer = await unit.operators.find(person.employerId)
  return employer !== undefined && !isShutOut(employer)
}
