import type { AlertReader } from '../../domain/alerts/alert-text.ts'
import type { AlertLevel } from '../../contract/channel-names.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Application } from '../../domain/application/application.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { reachesAdministrator } from '../../domain/application/messenger-bot.ts'
import type { Unit } from '../../store/store.ts'
import { addressOf, isReachable, routesAlong, type MessageAddress } from '../channels/channel-routes.ts'
import type { NoticePost } from '../notices/notice-post.ts'

/** One way of an alert to a person. */
export interface AlertRoute {
  /** Tells the routes of one alert apart. Empty for the application's administrator. */
  readonly name: string
  readonly address: MessageAddress
  readonly reader: AlertReader
}

interface Parts {
  readonly post: Pick<NoticePost, 'isOpen' | 'languageOf' | 'clockOf'>
}

/** Finds the recipients of alerts. */
export class AlertRoutes {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The recipients of an alert, the first of them first: the persons of a rule, else the usual recipients of the
   * application.
   */
  async routesOf(
    unit: Unit,
    application: Application,
    people: readonly number[],
    level: AlertLevel,
  ): Promise<AlertRoute[]> {
    if (people.length === 0) return this.#usual(unit, application, level)
    const routes: AlertRoute[] = []
    for (const person of new Set(people)) routes.push(...(await this.routesTo(unit, person, level)))
    return routes
  }

  /**
   * The ways to a person: their channels, else their mailbox. None for a person who is shut out or gone, or wants no
   * alerts of this level.
   */
  async routesTo(unit: Unit, personId: number, level: AlertLevel): Promise<AlertRoute[]> {
    const person = await unit.operators.find(personId)
    if (person === undefined || !(await isReachable(unit, person))) return []
    const channels = await unit.channels.listOf(personId)
    if (channels.length > 0) return this.#byChannels(unit, person, channels, level)
    if (!this.#hasMail(person)) return []
    const reader = await this.#readerOf(unit, person)
    return [
      {
        name: `mail:${personId}`,
        address: { kind: 'mail', operatorId: personId, openId: '', channelId: null },
        reader,
      },
    ]
  }

  /** The administrator by the application's messenger, and the application's owner by their channels. */
  async #usual(
    unit: Unit,
    { mt5, language, ownerId }: Application,
    level: AlertLevel,
  ): Promise<AlertRoute[]> {
    const owner = await unit.operators.find(ownerId)
    const isReached = owner !== undefined && (await isReachable(unit, owner))
    const own = isReached
      ? await this.#byChannels(unit, owner, await unit.channels.listOf(ownerId), level)
      : []
    if (!reachesAdministrator(mt5)) return own
    return [
      {
        name: '',
        address: { kind: 'messenger', operatorId: null, openId: mt5.adminOpenId, channelId: null },
        // The administrator's clock is the clock of the application's owner.
        reader: { language, utcOffset: await this.#parts.post.clockOf(unit, ownerId) },
      },
      ...own,
    ]
  }

  async #byChannels(
    unit: Unit,
    person: Operator,
    channels: readonly Channel[],
    level: AlertLevel,
  ): Promise<AlertRoute[]> {
    const open = routesAlong(channels, level).filter(({ kind }) => kind !== 'mail' || this.#hasMail(person))
    if (open.length === 0) return []
    const reader = await this.#readerOf(unit, person)
    return open.map((route) => ({
      name: `channel:${route.channelId}`,
      address: addressOf(route),
      reader,
    }))
  }

  #hasMail({ email }: Operator): boolean {
    return email !== '' && this.#parts.post.isOpen
  }

  async #readerOf(unit: Unit, person: Operator): Promise<AlertReader> {
    const { post } = this.#parts
    return {
      language: post.languageOf(person) === 'zh-CN' ? 'zh' : 'en',
      utcOffset: await post.clockOf(unit, person.id),
    }
  }
}
