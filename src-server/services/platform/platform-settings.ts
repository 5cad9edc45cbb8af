import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Followers } from '../../copies/followers.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import {
  HTTPS_SECRETS,
  platformSettings,
  type PlatformSettings,
  type RequestAddresses,
  type SettingsChange,
  type SettingsGroup,
  type SettingsRecord,
  type SignInSite,
} from '../../contract/records/settings.ts'
import type { Actor } from '../../domain/access/scope.ts'
import {
  changeSettings,
  DEFAULT_SETTINGS,
  membersOf,
  SETTINGS_GROUPS,
  withoutSecrets,
} from '../../domain/platform/settings.ts'
import { DYNAMIC_DNS_SECRETS } from '../../contract/records/reach-settings.ts'
import { missingForProvider } from '../../domain/platform/dynamic-dns.ts'
import type { Store, Unit } from '../../store/store.ts'
import { BackupError, type BackupStore } from '../../store/backup-store.ts'
import { audit, SERVER, type Auditor } from './audit-trail.ts'
import { ListenerRefused, type Listeners, type ListenerSettings, type ListenerChange } from './listeners.ts'
import type { SecureDoor } from '../https/secure-door.ts'
import { addressRecord, PublicAddressService } from './public-address.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly followers: Followers
  readonly demo?: boolean
  readonly backupStore: Pick<BackupStore, 'requireFolder'>
  readonly listeners: Listeners
  readonly secureDoor: Pick<SecureDoor, 'prepare'>
  readonly clock: Clock
  /** Whether the server may have other copies. */
  readonly isShared: boolean
  /** Listener settings that the command line fixes: they win over stored ones. */
  readonly fixed: Partial<ListenerSettings>
  /** Listener settings where none were ever stored. */
  readonly listenerDefaults: ListenerSettings
  /** Called with the settings at the start and after each change. */
  readonly apply: (settings: PlatformSettings) => void
  /** This machine's address in its network. */
  readonly lanAddress: () => string | undefined
}

/** The settings of the whole platform: stored, and applied from memory. */
export class PlatformSettingsService {
  readonly address: PublicAddressService
  readonly #parts: Parts
  readonly #fixed: Partial<ListenerSettings>
  #stored: PlatformSettings
  /** One change at a time: two at once would open listeners for each other. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#fixed = parts.isShared ? { ...ownDoors(parts.listenerDefaults), ...parts.fixed } : parts.fixed
    this.#stored = { ...DEFAULT_SETTINGS, listeners: parts.listenerDefaults }
    this.address = new PublicAddressService({
      ...parts,
      stored: () => this.#stored.site.public_address,
      listening: () => this.current.listeners,
    })
    parts.followers.add('settings', {
      read: async (unit, groups) => {
        const kept = await unit.settings.all()
        return groups.flatMap((group) => (kept[group] === undefined ? [] : [[group, kept[group]]]))
      },
      take: (group, kept) => {
        // A newer version of the server has groups that this one doesn't know.
        if (!SETTINGS_GROUPS.includes(group)) return
        this.#take(group, kept)
        parts.apply(this.current)
      },
    })
  }

  /** The settings in effect, with those that the command line fixes. */
  get current(): PlatformSettings {
    return { ...this.#stored, listeners: { ...this.#stored.listeners, ...this.#fixed } }
  }

  async signInSite(): Promise<SignInSite> {
    const ownerOnly = await this.#parts.store.read((unit) => unit.operators.isOwnerAlone())
    return { ...this.current.site, owner_only: ownerOnly, demo: this.#parts.demo === true }
  }

  /** The stored settings, without those of the command line. */
  get stored(): PlatformSettings {
    return this.#stored
  }

  /** Reads the settings. A member that this version can't read counts as never stored. */
  async load(): Promise<void> {
    const groups = await this.#parts.store.read((unit) => unit.settings.all())
    for (const group of SETTINGS_GROUPS) this.#take(group, groups[group])
    this.#parts.apply(this.current)
  }

  #take(group: SettingsGroup, kept: object | undefined): void {
    this.#stored = withKept(this.#stored, group, kept)
  }

  record(request: RequestAddresses): SettingsRecord {
    const { listeners } = this.#parts
    return {
      ...withoutSecrets(this.current),
      dynamic_dns_set: DYNAMIC_DNS_SECRETS.filter((name) => this.current.dynamic_dns[name] !== ''),
      mail_password_set: this.current.mail.password !== '',
      https_set: HTTPS_SECRETS.filter((name) => this.current.https[name] !== ''),
      fixed: Object.keys(this.#fixed).map((member) => `listeners.${member}`),
      public_url: listeners.urls.public,
      console_url: listeners.urls.console,
      public_address: addressRecord(this.address.current()),
      request,
    }
  }

  /**
   * Changes the named members. It returns after the listeners are open as wanted; where they can't be opened, nothing
   * has changed.
   * @throws Refused 422 naming the member
   */
  set(actor: Actor, change: SettingsChange, action = 'settings_set'): Promise<void> {
    const turn = this.#turn.then(() => this.#set(actor, change, action))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #set(actor: Actor, change: SettingsChange, action: string): Promise<void> {
    const { listeners, secureDoor, backupStore, apply } = this.#parts
    this.#requireFree(change)
    const next = soundly(this.#stored, change)
    if (change.backups?.folder !== undefined) await requireFolder(backupStore, change.backups.folder)
    const wanted = { ...next.listeners, ...this.#fixed }
    const isMoved = !isDeepStrictEqual(wanted, this.current.listeners)
    const isSecured = isMoved || !isDeepStrictEqual(next.https, this.current.https)
    const opened: ListenerChange[] = []
    try {
      if (isMoved) opened.push(await refusable(() => listeners.open(wanted)))
      if (isSecured) opened.push(await refusable(() => secureDoor.prepare({ ...next, listeners: wanted })))
      await this.#keep(actor, (before) => soundly(before, change), action)
    } catch (error) {
      for (const change of opened.reverse()) await change.undo()
      throw error
    }
    for (const change of opened) change.settle()
    apply(this.current)
  }

  /** Stores another port of the public listener before it opens: the stored port is taken by another program. */
  async movePort(port: number): Promise<void> {
    await this.#keep(SERVER, (before) => changeSettings(before, { listeners: { public_port: port } }))
  }

  #requireFree(change: SettingsChange): void {
    const decided = membersOf(change).filter((member) => {
      const [group, name = ''] = member.split('.')
      return group === 'listeners' && name in this.#fixed
    })
    if (decided.length > 0) throw invalid(Object.fromEntries(decided.map((member) => [member, 'fixed'])))
  }

  /** @param change makes other settings of those in the store: memory may be behind another copy's change */
  async #keep(
    actor: Auditor,
    change: (before: PlatformSettings) => PlatformSettings,
    action = 'settings_set',
  ): Promise<void> {
    const { store, clock } = this.#parts
    const now = clock.now()
    await store.write(
      async (unit) => {
        const kept = await unit.settings.all()
        const before = SETTINGS_GROUPS.reduce(
          (settings, group) => withKept(settings, group, kept[group]),
          this.#stored,
        )
        const next = change(before)
        await requireImages(unit, next)
        for (const group of SETTINGS_GROUPS) {
          if (isDeepStrictEqual(next[group], before[group])) continue
          // A newer version may have stored more members.
          const stored = { ...next[group], ...kept[group], ...differing(next[group], before[group]) }
          await unit.settings.set(group, stored, now)
          unit.changed('settings', group)
        }
        await audit(unit, actor, now, {
          action,
          subject: { kind: 'settings', id: 'platform', label: next.site.name },
          before,
          after: next,
        })
      },
      { durable: true },
    )
  }
}

/** The listeners of one copy of the server. Each copy has its own address, whatever the shared settings say. */
function ownDoors({ console_public: _, ...doors }: ListenerSettings): Partial<ListenerSettings> {
  return doors
}

/** Settings with a group as it is stored. */
function withKept(
  settings: PlatformSettings,
  group: SettingsGroup,
  kept: object | undefined,
): PlatformSettings {
  return { ...settings, [group]: { ...settings[group], ...readable(group, kept) } }
}

/** The settings after a change. @throws Refused 422 for settings that don't go together */
function soundly(before: PlatformSettings, change: SettingsChange): PlatformSettings {
  const next = changeSettings(before, change)
  requireCertificate(next.listeners)
  requireSender(next.mail)
  requireOwnPort(next)
  requireProvider(next.dynamic_dns)
  return next
}

/** The members of a group that are not as they were. */
function differing(now: object, before: object): object {
  const old = new Map(Object.entries(before))
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !isDeepStrictEqual(value, old.get(name))),
  )
}

function readable(group: SettingsGroup, kept: object = {}): object {
  const shape = platformSettings.shape[group].shape as Readonly<Record<string, z.ZodType>>
  return Object.fromEntries(
    Object.entries(kept).flatMap(([member, value]) => {
      const parsed = shape[member]?.safeParse(value)
      return parsed?.success === true ? [[member, parsed.data]] : []
    }),
  )
}

function invalid(fields: Record<string, string>): Refused {
  return new Refused(CONSOLE.invalid, 'Some of what was sent is not right', fields)
}

/** A certificate's file may have the key too. */
function requireCertificate({ tls_cert: cert, tls_key: key }: ListenerSettings): void {
  if (cert === '' && key !== '') throw invalid({ 'listeners.tls_cert': 'certificate and key go together' })
}

function requireOwnPort({ https, listeners }: PlatformSettings): void {
  if (https.mode !== 'off' && https.port === listeners.public_port)
    throw invalid({ 'https.port': 'the plain port' })
}

function requireSender({ host, from_address: from }: PlatformSettings['mail']): void {
  if (host !== '' && from === '') throw invalid({ 'mail.from_address': 'who the mails are from' })
}

function requireProvider(settings: PlatformSettings['dynamic_dns']): void {
  const missing = missingForProvider(settings)
  if (Object.keys(missing).length > 0) throw invalid({ ...missing })
}

async function requireFolder(backupStore: Parts['backupStore'], folder: string): Promise<void> {
  try {
    await backupStore.requireFolder(folder)
  } catch (error) {
    if (error instanceof BackupError) throw invalid({ 'backups.folder': error.message })
    throw error
  }
}

async function refusable(open: () => Promise<ListenerChange>): Promise<ListenerChange> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof ListenerRefused) throw invalid({ [error.member]: error.message })
    throw error
  }
}

/** Checks that each picture of the site exists and has the right purpose. */
async function requireImages(unit: Unit, { site }: PlatformSettings): Promise<void> {
  for (const purpose of ['logo', 'background'] as const) {
    const id = site[purpose]
    if (id !== null && (await unit.images.find(id))?.purpose !== purpose)
      throw invalid({ [`site.${purpose}`]: 'an image that was uploaded' })
  }
}
