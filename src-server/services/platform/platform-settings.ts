import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import {
  platformSettings,
  type PlatformSettings,
  type RequestAddresses,
  type SettingsChange,
  type SettingsGroup,
  type SettingsRecord,
} from '../../contract/records/settings.ts'
import type { Actor } from '../../domain/access/scope.ts'
import {
  changeSettings,
  DEFAULT_SETTINGS,
  membersOf,
  SETTINGS_GROUPS,
} from '../../domain/platform/settings.ts'
import type { Store, Unit } from '../../store/store.ts'
import { VaultError, type Vault } from '../../store/vault.ts'
import { audit, SERVER, type Auditor } from './audit-trail.ts'
import { ListenerRefused, type Listeners, type ListenerSettings, type ListenerChange } from './listeners.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly vault: Pick<Vault, 'requireFolder'>
  readonly listeners: Listeners
  readonly clock: Clock
  /** Listener settings that the command line fixes: they win over stored ones. */
  readonly fixed: Partial<ListenerSettings>
  /** Listener settings where none were ever stored. */
  readonly listenerDefaults: ListenerSettings
  /** Called with the settings at the start and after each change. */
  readonly apply: (settings: PlatformSettings) => void
}

/** What a machine calls itself; nothing is no name. */
const OWN_NAMES: readonly string[] = ['', 'localhost', '127.0.0.1', '[::1]']

/** The settings of the whole platform: kept in the store, at work in memory. */
export class PlatformSettingsService {
  readonly #parts: Parts
  #stored: PlatformSettings
  /** One change at a time: two at once would open listeners for each other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#stored = { ...DEFAULT_SETTINGS, listeners: parts.listenerDefaults }
  }

  /** As they are at work: what the command line says is in them. */
  get current(): PlatformSettings {
    return { ...this.#stored, listeners: { ...this.#stored.listeners, ...this.#parts.fixed } }
  }

  /** As they were set, whatever the command line says. */
  get stored(): PlatformSettings {
    return this.#stored
  }

  /** Reads them. A member that this version can't read is as it was never set. */
  async load(): Promise<void> {
    const groups = await this.#parts.store.read((unit) => unit.settings.all())
    const base = this.#stored
    const read = SETTINGS_GROUPS.map((group) => [
      group,
      { ...base[group], ...readable(group, groups[group]) },
    ])
    this.#stored = Object.fromEntries(read) as PlatformSettings
    this.#parts.apply(this.current)
  }

  /** Where programs in the field reach the server, as far as it knows: what the owner set, else its public door. */
  get ownAddress(): string {
    return this.#stored.site.public_address || this.#parts.listeners.urls.public
  }

  /**
   * Where programs in the field reach the server. The owner's setting wins; else a caller from outside knows it better than the server, which may stand
   * behind a proxy; to this machine itself it is where the public door stands open.
   *
   * @param cameTo the origin of whoever asks, as he spells it
   */
  publicAddress(cameTo: string): string {
    const { public_address: set } = this.#stored.site
    if (set !== '') return set
    const { hostname = '', origin = '' } = URL.parse(cameTo) ?? {}
    return OWN_NAMES.includes(hostname) ? this.#parts.listeners.urls.public : origin
  }

  record(request: RequestAddresses): SettingsRecord {
    const { listeners, fixed } = this.#parts
    return {
      ...this.current,
      mail: { ...this.current.mail, password: '' },
      mail_password_set: this.current.mail.password !== '',
      fixed: Object.keys(fixed).map((member) => `listeners.${member}`),
      public_url: listeners.urls.public,
      console_url: listeners.urls.console,
      request,
    }
  }

  /**
   * Changes the members named. Listeners stand open as wanted when it is done; where they can't be, nothing has changed.
   * @throws Refused 422 naming the member
   */
  set(actor: Actor, change: SettingsChange): Promise<void> {
    const turn = this.#turn.then(() => this.#set(actor, change))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #set(actor: Actor, change: SettingsChange): Promise<void> {
    const { listeners, vault, apply } = this.#parts
    const next = changeSettings(this.#stored, change)
    this.#requireFree(change)
    requireBothFiles(next.listeners)
    requireSender(next.mail)
    if (change.backups?.folder !== undefined) await requireFolder(vault, change.backups.folder)
    const wanted = { ...next.listeners, ...this.#parts.fixed }
    const opened = isDeepStrictEqual(wanted, this.current.listeners)
      ? undefined
      : await openListeners(listeners, wanted)
    try {
      await this.#keep(actor, next)
    } catch (error) {
      await opened?.undo()
      throw error
    }
    this.#stored = next
    opened?.settle()
    apply(this.current)
  }

  /** Keeps another port of the public door before it is opened: whoever starts the server found the old one taken. */
  async movePort(port: number): Promise<void> {
    const next = changeSettings(this.#stored, { listeners: { public_port: port } })
    await this.#keep(SERVER, next)
    this.#stored = next
  }

  #requireFree(change: SettingsChange): void {
    const { fixed } = this.#parts
    const decided = membersOf(change).filter((member) => {
      const [group, name = ''] = member.split('.')
      return group === 'listeners' && name in fixed
    })
    if (decided.length > 0) throw invalid(Object.fromEntries(decided.map((member) => [member, 'fixed'])))
  }

  async #keep(actor: Auditor, next: PlatformSettings): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    await store.write(
      async (unit) => {
        await requireImages(unit, next)
        for (const group of SETTINGS_GROUPS) {
          if (!isDeepStrictEqual(next[group], this.#stored[group]))
            await unit.settings.set(group, next[group], now)
        }
        await audit(unit, actor, now, {
          action: 'settings_set',
          subject: { kind: 'settings', id: 'platform', label: next.site.name },
          before: this.#stored,
          after: next,
        })
      },
      { durable: true },
    )
  }
}

function readable(group: SettingsGroup, kept: object = {}): object {
  const shape = platformSettings.shape[group].shape as Readonly<Record<string, z.ZodType>>
  return Object.fromEntries(
    Object.entries(kept).filter(([member, value]) => shape[member]?.safeParse(value).success === true),
  )
}

function invalid(fields: Record<string, string>): Refused {
  return new Refused(CONSOLE.invalid, 'Some of what was sent is not right', fields)
}

function requireBothFiles({ tls_cert: cert, tls_key: key }: ListenerSettings): void {
  if ((cert === '') !== (key === ''))
    throw invalid({
      [`listeners.${cert === '' ? 'tls_cert' : 'tls_key'}`]: 'certificate and key go together',
    })
}

function requireSender({ host, from_address: from }: PlatformSettings['mail']): void {
  if (host !== '' && from === '') throw invalid({ 'mail.from_address': 'who the mails are from' })
}

async function requireFolder(vault: Parts['vault'], folder: string): Promise<void> {
  try {
    await vault.requireFolder(folder)
  } catch (error) {
    if (error instanceof VaultError) throw invalid({ 'backups.folder': error.message })
    throw error
  }
}

async function openListeners(listeners: Listeners, wanted: ListenerSettings): Promise<ListenerChange> {
  try {
    return await listeners.open(wanted)
  } catch (error) {
    if (error instanceof ListenerRefused) throw invalid({ [`listeners.${error.member}`]: error.message })
    throw error
  }
}

/** A picture the site shows is there, and is one of that purpose. */
async function requireImages(unit: Unit, { site }: PlatformSettings): Promise<void> {
  for (const purpose of ['logo', 'background'] as const) {
    const id = site[purpose]
    if (id !== null && (await unit.images.find(id))?.purpose !== purpose)
      throw invalid({ [`site.${purpose}`]: 'an image that was uploaded' })
  }
}
