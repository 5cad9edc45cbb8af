import type { MessagePurpose, NoticeKind } from '../../contract/outgoing-names.ts'
import { addressForOthers } from '../../contract/public-address.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { MailLanguage, MailText } from '../../domain/outbox/mail-text.ts'
import { wantsNotice } from '../../domain/outbox/wanted-notice.ts'
import { mailServerOf } from '../../domain/platform/mail-server.ts'
import { DEFAULT_SETTINGS } from '../../domain/platform/settings.ts'
import type { PersonClock, PersonZones } from '../alerts/person-zones.ts'
import { languageFor } from '../channels/channel-rules.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'

export interface Notice {
  readonly kind: NoticeKind
  readonly purpose: MessagePurpose
  /** Two notices with one key are one. */
  readonly key: string
  /** The application that it is about; left out for the platform's own. */
  readonly appId?: number
  /** @param clock the reader's */
  readonly write: (language: MailLanguage, clock: PersonClock) => MailText
}

type Settings = Pick<PlatformSettings, 'mail' | 'site' | 'listeners' | 'client_address'>

const CONSOLE: Readonly<Record<MailLanguage, string>> = { 'zh-CN': '控制台', en: 'Console' }

/**
 * Puts mails to operators into the outbox: to those who want them, in their language. Without a mail server it writes
 * none, so that nobody gets old mails after one is set up.
 */
export class NoticePost {
  readonly #zones: PersonZones
  #settings: Settings = DEFAULT_SETTINGS

  constructor(zones: PersonZones) {
    this.#zones = zones
  }

  /** Called with the settings at the start and after each change. */
  configure(settings: Settings): void {
    this.#settings = settings
  }

  /** Whether a mail server is set up. */
  get isOpen(): boolean {
    return mailServerOf(this.#settings.mail) !== undefined
  }

  /** The name of the platform. */
  get site(): string {
    return this.#settings.site.name
  }

  languageOf(person: Pick<Operator, 'notices'>): MailLanguage {
    return languageFor(person, { current: this.#settings })
  }

  clockOf(unit: Unit, personId: number): Promise<PersonClock> {
    return this.#zones.clockOf(unit, personId)
  }

  /** @returns undefined where the operator does not exist or wants no such mail */
  async findReader(unit: Unit, personId: number, kind: NoticeKind): Promise<Operator | undefined> {
    if (!this.isOpen) return undefined
    const person = await unit.operators.find(personId)
    return person !== undefined && wantsNotice(person, kind) ? person : undefined
  }

  /** Where the reader signs in, if the console is served to them there: by the public listener, or by a proxy. */
  #footer(language: MailLanguage): string {
    const { site, listeners, client_address: proxies } = this.#settings
    const url = addressForOthers(site.public_address)
    const isServed = listeners.console_public || (proxies.source !== 'socket' && proxies.trusted.length > 0)
    return url === '' || !isServed ? '' : `\n${CONSOLE[language]}: ${url}console/\n`
  }

  /** Called in the unit of work that causes the notice. @param at Unix seconds @returns whether a mail was written */
  async notify(unit: WriteUnit, personId: number, notice: Notice, at: number): Promise<boolean> {
    const reader = await this.findReader(unit, personId, notice.kind)
    return reader !== undefined && this.put(unit, reader, notice, at)
  }

  /** Like `notify`, to a reader that `findReader` found. */
  async put(unit: WriteUnit, reader: Operator, notice: Notice, at: number): Promise<boolean> {
    const { purpose, key, appId, write } = notice
    const language = this.languageOf(reader)
    const { subject, text } = write(language, await this.clockOf(unit, reader.id))
    return unit.outbox.add({
      key,
      kind: 'mail',
      purpose,
      appId: appId ?? null,
      deviceId: null,
      operatorId: reader.id,
      openId: '',
      subject,
      text: text + this.#footer(language),
      createdAt: at,
    })
  }
}
