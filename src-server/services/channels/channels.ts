import type { AlertLevel, ChannelConfig, ChannelKind } from '../../contract/channel-names.ts'
import { MAX_CHANNELS } from '../../contract/channel-names.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { fillConfig, missingFields, secretsIn, type Channel } from '../../domain/channels/channel.ts'
import { faultIn, hostOf } from '../../domain/channels/channel-address.ts'
import { readTyped } from '../../domain/channels/typed-config.ts'
import type { OutboxRow } from '../../domain/outbox/message.ts'
import type { NewChannel } from '../../store/repositories/channels.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { auditPerson } from '../platform/audit-person.ts'
import { Refused } from '../refused.ts'
import { rulesFor, type ChannelSettings } from './channel-rules.ts'

interface Parts {
  readonly store: Store
  readonly settings: ChannelSettings
  readonly clock: Clock
}

/** A channel as its person sends it. */
export interface WantedChannel {
  readonly id: number | undefined
  readonly kind: ChannelKind
  readonly name: string
  readonly minLevel: AlertLevel
  readonly enabled: boolean
  readonly fields: ChannelConfig
}

/** A channel and the newest message to it. */
export interface ChannelWithLast {
  readonly channel: Channel
  readonly last: OutboxRow | undefined
}

/** The ways in which alerts reach the people who are signed in. A person sees and changes their own ones alone. */
export class Channels {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  list({ personId }: Actor): Promise<ChannelWithLast[]> {
    return this.#parts.store.read(async (unit) => {
      const rows: ChannelWithLast[] = []
      for (const channel of await unit.channels.listOf(personId)) rows.push(await withLast(unit, channel))
      return rows
    })
  }

  /** Creates or changes a channel. @throws Refused 404, 409, 422 naming the field */
  save(actor: Actor, wanted: WantedChannel): Promise<ChannelWithLast> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const before = wanted.id === undefined ? undefined : await requireChannel(unit, actor, wanted.id)
        const { kind, name, minLevel, enabled } = wanted
        if (before !== undefined && before.kind !== kind) throw invalid('kind', 'fixed')
        const config = fillConfig(kind, readTyped(kind, wanted.fields), before?.config)
        await this.#require(unit, actor, kind, config)
        const next = { name, minLevel, enabled, config }
        const now = clock.now()
        const isChanged = JSON.stringify(config) !== JSON.stringify(before?.config)
        const channel =
          before === undefined
            ? await this.#insert(unit, { ...next, kind, personId: actor.personId, createdAt: now })
            : await unit.channels.update(before.id, {
                ...next,
                // The finding about another address or key says nothing any more.
                ...(isChanged && { checkedAt: null, lastError: '' }),
              })
        if (channel === undefined) throw new Error('a channel is gone in its own unit of work')
        await auditPerson(unit, actor, now, {
          action: 'channel_save',
          ...(before !== undefined && { before: tellable(before) }),
          after: tellable(channel),
        })
        return withLast(unit, channel)
      },
      { durable: true },
    )
  }

  /** @throws Refused 404 */
  delete(actor: Actor, id: number): Promise<void> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const channel = await requireChannel(unit, actor, id)
        await unit.channels.delete(id)
        await auditPerson(unit, actor, clock.now(), { action: 'channel_delete', before: tellable(channel) })
      },
      { durable: true },
    )
  }

  async #insert(unit: WriteUnit, channel: NewChannel): Promise<Channel> {
    if ((await unit.channels.listOf(channel.personId)).length >= MAX_CHANNELS)
      throw new Refused(CONSOLE.conflict, `A person has at most ${MAX_CHANNELS} channels`, {
        channels: 'full',
      })
    return unit.channels.insert(channel)
  }

  async #require(unit: Unit, { personId }: Actor, kind: ChannelKind, config: ChannelConfig): Promise<void> {
    const [missing] = missingFields(kind, config)
    if (missing !== undefined) throw invalid(missing, 'missing')
    if (kind === 'mail') return
    const person = await unit.operators.find(personId)
    if (person === undefined) throw new Error('somebody who is signed in is gone')
    const found = faultIn(kind, config, rulesFor(person, this.#parts.settings))
    if (found !== undefined) throw invalid(found.field, found.fault)
  }
}

/** @throws Refused 404 for another person's channel as well */
export async function requireChannel(unit: Unit, { personId }: Actor, id: number): Promise<Channel> {
  const channel = await unit.channels.find(id)
  if (channel?.personId !== personId) throw new Refused(CONSOLE.notFound, 'There is no such channel')
  return channel
}

async function withLast(unit: Unit, channel: Channel): Promise<ChannelWithLast> {
  return { channel, last: await unit.outbox.lastOfChannel(channel.id) }
}

/** The part of a channel that the audit log keeps: nothing that opens it. */
function tellable({ name, kind, minLevel, enabled, config }: Channel) {
  return {
    channel: name,
    kind,
    minLevel,
    enabled,
    host: kind === 'mail' ? '' : hostOf(kind, config),
    chat: config.chat ?? '',
    kept: secretsIn(config),
  }
}

function invalid(field: string, reason: string): Refused {
  return new Refused(CONSOLE.invalid, 'Some of what was sent is not right', { [field]: reason })
}
