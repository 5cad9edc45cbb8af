import type { MessagePurpose, NoticeKind } from '../../contract/outgoing-names.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { MailLanguage, MailText } from '../../domain/outbox/mail-text.ts'
import { noticesOf } from '../../domain/outbox/notice-preferences.ts'
import { wantsNotice } from '../../domain/outbox/wanted-notice.ts'
import { mailServerOf } from '../../domain/platform/mail-server.ts'
import { DEFAULT_SETTINGS } from '../../domain/platform/settings.ts'
import type { Unit, WriteUnit } from '../../store/store.ts'

export interface Notice {
  readonly kind: NoticeKind
  readonly purpose: MessagePurpose
  /** Two notices of one key are one. */
  readonly key: string
  /** The application it is about; left out for the platform's own. */
  readonly appId?: number
  readonly write: (language: MailLanguage) => MailText
}

type Settings = Pick<PlatformSettings, 'mail' | 'site'>

/**
 * Puts mails to console users into the outbox: to those who want them, in their language. Without a mail server none is
 * written: once there is one nobody is told of what is long past.
 */
export class NoticePost {
  #settings: Settings = DEFAULT_SETTINGS

  /** Told of the settings at the beginning and after each change. */
  configure(settings: Settings): void {
    this.#settings = settings
  }

  /** Whether there is a mail server. */
  get isOpen(): boolean {
    return mailServerOf(this.#settings.mail) !== undefined
  }

  /** What the platform is called. */
  get site(): string {
    return this.#settings.site.name
  }

  languageOf(person: Pick<Operator, 'notices'>): MailLanguage {
    return noticesOf(person.notices).language || this.#settings.site.language
  }

  /** @returns undefined where there is nobody, or he wants no such mail */
  async findReader(unit: Unit, personId: number, kind: NoticeKind): Promise<Operator | undefined> {
    if (!this.isOpen) return undefined
    const person = await unit.operators.find(personId)
    return person !== undefined && wantsNotice(person, kind) ? person : undefined
  }

  /** For the unit of work that is the notice's cause. @param at Unix seconds @returns whether it is a mail now */
  async tell(unit: WriteUnit, personId: number, notice: Notice, at: number): Promise<boolean> {
    const reader = await this.findReader(unit, personId, notice.kind)
    return reader !== undefined && this.put(unit, reader, notice, at)
  }

  /** As `tell`, to somebody `findReader` found. */
  put(unit: WriteUnit, reader: Operator, notice: Notice, at: number): Promise<boolean> {
    const { purpose, key, appId, write } = notice
    return unit.outbox.add({
      key,
      kind: 'mail',
      purpose,
      appId: appId ?? null,
      deviceId: null,
      operatorId: reader.id,
      openId: '',
      ...write(this.languageOf(reader)),
      createdAt: at,
    })
  }
}
