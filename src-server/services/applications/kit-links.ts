import { CONSOLE } from '../../contract/error-codes.ts'
import { MAX_OPEN_KIT_LINKS, type KitType } from '../../contract/application-names.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { KitLinkRecord } from '../../contract/records/kit.ts'
import { isShutOut } from '../../domain/access/operator.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Application } from '../../domain/application/application.ts'
import { stateOfLink, type KitLink } from '../../domain/application/kit-link.ts'
import type { Store } from '../../store/store.ts'
import { audit, customer } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'
import { digestToken, makeToken } from '../session/session-token.ts'
import type { ApplicationRegistry } from './application-registry.ts'
import type { Applications } from './applications.ts'
import type { KitMaker } from './call-tools.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly applications: Applications
  readonly kits: KitMaker
  readonly clock: Clock
  readonly random: Random
}

/** Links are deleted so long after their end, seconds. */
const KEPT_SECONDS = 90 * 86_400
/** Links that a list shows at most. */
const MOST_SHOWN = 100

interface Order {
  readonly type: KitType
  readonly seconds: number
  readonly uses: number
}

interface OpenLink {
  readonly link: KitLink
  readonly application: Application
}

/** Links by which anybody can download a kit without signing in, so often and for so long. */
export class KitLinks {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 404 for an unknown application */
  async list(actor: Actor, appId: number): Promise<KitLinkRecord[]> {
    const { store, applications, clock } = this.#parts
    const { id } = applications.require(actor, appId)
    const links = await store.read((unit) => unit.kitLinks.ofApplication(id, MOST_SHOWN))
    return links.map((link) => linkRecord(link, clock.now()))
  }

  /** @throws Refused 404 for an unknown application, 409 where the kit can't be made or too many links are open */
  async create(
    actor: Actor,
    appId: number,
    { type, seconds, uses }: Order,
  ): Promise<{ readonly link: KitLinkRecord; readonly token: string }> {
    const { store, applications, kits, clock, random } = this.#parts
    const application = applications.require(actor, appId)
    // A link to a kit that can't be made helps nobody.
    await kits.make(application, type, '')
    const token = makeToken(random)
    const link = await store.write(
      async (unit) => {
        const now = clock.now()
        if ((await unit.kitLinks.countOpen(appId, now)) >= MAX_OPEN_KIT_LINKS)
          throw new Refused(CONSOLE.conflict, `${MAX_OPEN_KIT_LINKS} links are open: revoke one first`, {
            app: 'too_many',
          })
        const made = await unit.kitLinks.insert({
          appId,
          type,
          tokenDigest: digestToken(token),
          maxUses: uses,
          createdBy: actor.name,
          createdAt: now,
          expiresAt: now + seconds,
        })
        await audit(unit, actor, now, {
          action: 'kit_link_create',
          ...subjectOf(made, application),
          after: { type, maxUses: uses, expiresAt: made.expiresAt },
        })
        return made
      },
      { durable: true },
    )
    return { link: linkRecord(link, clock.now()), token }
  }

  /** @throws Refused 404 for a link that isn't open */
  async revoke(actor: Actor, id: number): Promise<void> {
    const { store, applications, clock } = this.#parts
    await store.write(
      async (unit) => {
        const now = clock.now()
        const link = await unit.kitLinks.findInScope(scopeOf(actor), id)
        if (link === undefined || !(await unit.kitLinks.revoke(id, now)))
          throw new Refused(CONSOLE.notFound, 'There is no such link')
        await audit(unit, actor, now, {
          action: 'kit_link_revoke',
          ...subjectOf(link, applications.require(actor, link.appId)),
          before: { type: link.type, used: link.used, expiresAt: link.expiresAt },
        })
      },
      { durable: true },
    )
  }

  /** The link of a token. @returns undefined where it isn't open */
  async look(token: string): Promise<OpenLink | undefined> {
    const { store, registry, clock } = this.#parts
    return store.read(async (unit) => {
      const link = await unit.kitLinks.findByDigest(digestToken(token))
      if (link === undefined || stateOfLink(link, clock.now()) !== 'open') return undefined
      const application = registry.find(link.appId)?.settings
      if (application === undefined) return undefined
      const operator = await unit.operators.find(application.ownerId)
      return operator === undefined || isShutOut(operator) ? undefined : { link, application }
    })
  }

  /**
   * Uses the link once. The kit has the keys of now.
   * @param cameTo the origin by which the caller reached the server
   * @returns undefined where the link isn't open
   * @throws Refused 409 where the kit doesn't speak the application's encryption any more
   */
  async download(
    token: string,
    ip: string,
    cameTo: string,
  ): Promise<{ readonly name: string; readonly zip: string } | undefined> {
    const { store, kits, clock } = this.#parts
    const open = await this.look(token)
    if (open === undefined) return undefined
    const { link, application } = open
    const kit = await kits.make(application, link.type, cameTo)
    const isTheirs = await store.write(
      async (unit) => {
        const now = clock.now()
        if (!(await unit.kitLinks.use(link.id, now))) return false
        await audit(unit, customer(ip), now, {
          action: 'kit_link_download',
          ...subjectOf(link, application),
          after: { type: link.type },
        })
        return true
      },
      { durable: true },
    )
    return isTheirs ? kit : undefined
  }

  async forgetEnded(): Promise<void> {
    const { store, clock } = this.#parts
    await store.write((unit) => unit.kitLinks.deleteEndedBefore(clock.now() - KEPT_SECONDS), {
      durable: false,
    })
  }
}

function subjectOf({ id }: KitLink, { id: app, name, ownerId }: Application) {
  return { subject: { kind: 'kit_link', id, label: name }, app, owner: ownerId }
}

function linkRecord(link: KitLink, now: number): KitLinkRecord {
  const { id, type, used, maxUses, createdBy, createdAt, expiresAt, lastUsedAt } = link
  return {
    id,
    type,
    state: stateOfLink(link, now),
    used,
    max_uses: maxUses,
    created_by: createdBy,
    created_at: createdAt,
    expires_at: expiresAt,
    last_used_at: lastUsedAt,
  }
}
