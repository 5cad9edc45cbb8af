import type { AlertReader } from '../../domain/alerts/alert-text.ts'
import { isShutOut } from '../../domain/access/operator.ts'
import type { Application } from '../../domain/application/application.ts'
import { reachesAdministrator } from '../../domain/application/messenger-bot.ts'
import type { OutboxMessage } from '../../domain/outbox/message.ts'
import type { Unit } from '../../store/store.ts'
import type { NoticePost } from '../notices/notice-post.ts'
import type { PersonZones } from './person-zones.ts'

/** One way of an alert to a person. */
export interface AlertRoute {
  /** Tells the routes of one alert apart. Empty for the application's administrator. */
  readonly name: string
  readonly address: Pick<OutboxMessage, 'kind' | 'operatorId' | 'openId'>
  readonly reader: AlertReader
}

interface Parts {
  readonly post: Pick<NoticePost, 'isOpen' | 'languageOf'>
  readonly zones: PersonZones
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
  async routesOf(unit: Unit, application: Application, people: readonly number[]): Promise<AlertRoute[]> {
    if (people.length === 0) return this.#usual(unit, application)
    const routes: AlertRoute[] = []
    for (const person of new Set(people)) routes.push(...(await this.routesTo(unit, person)))
    return routes
  }

  /** The ways to a person. None for a person who is shut out or gone, or has no mailbox. */
  async routesTo(unit: Unit, personId: number): Promise<AlertRoute[]> {
    const { post, zones } = this.#parts
    const person = await unit.operators.find(personId)
    if (person === undefined || isShutOut(person) || person.email === '' || !post.isOpen) return []
    const reader = {
      language: post.languageOf(person) === 'zh-CN' ? 'zh' : 'en',
      utcOffset: await zones.clockOf(unit, personId),
    } as const
    return [
      {
        name: `mail:${personId}`,
        address: { kind: 'mail', operatorId: personId, openId: '' },
        reader,
      },
    ]
  }

  /** The administrator by the application's messenger. Their clock is the clock of the application's owner. */
  async #usual(unit: Unit, { mt5, language, ownerId }: Application): Promise<AlertRoute[]> {
    if (!reachesAdministrator(mt5)) return []
    return [
      {
        name: '',
        address: { kind: 'messenger', operatorId: null, openId: mt5.adminOpenId },
        reader: { language, utcOffset: await this.#parts.zones.clockOf(unit, ownerId) },
      },
    ]
  }
}
