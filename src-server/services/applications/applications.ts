import { CONSOLE } from '../../contract/error-codes.ts'
import { namedMembers, inside } from '../../contract/spelling.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { Preset } from '../../contract/application-names.ts'
import type { ApplicationChange, ApplicationRecord } from '../../contract/records/application.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Application } from '../../domain/application/application.ts'
import { hasAnswerKey, newAnswerKey, NO_ANSWER_KEYS } from '../../domain/application/answer-key.ts'
import { isCapability, withoutKeySwitches, type Grant } from '../../domain/application/capability.ts'
import { defaultSettings, makeAppkey, makeRc4Key } from '../../domain/application/create.ts'
import { NO_PREVIOUS_KEYS } from '../../domain/application/keys.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { findRsaKey } from '../../wire/cipher/rsa/private-key.ts'
import { applicationRecord, holdsKeys } from './application-record.ts'
import type { ApplicationRegistry } from './application-registry.ts'
import { audit } from '../platform/audit-trail.ts'
import { requireWithinPlan } from '../people/plan-limits.ts'
import { Refused } from '../refused.ts'
import { requireApplication } from './require-application.ts'
import type { UpdateAddresses } from './update-addresses.ts'
import type { ApplicationFilter, ApplicationSort } from '../../store/repositories/applications.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly updateAddresses: UpdateAddresses
  readonly clock: Clock
  readonly random: Random
}

export type ApplicationQuery = ListQuery<ApplicationSort>

/** Applications, for their owners. */
export class Applications {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 403 where the plan has no room */
  async create(actor: Actor, name: string, preset?: Preset): Promise<CreatedApplication> {
    return this.#make(actor, 'app_create', () => ({ settings: defaultSettings(name, preset) }))
  }

  /** An application for demo accounts. Programs can't call it. @throws Refused 409 where there is one already */
  async createDemo(actor: Actor, name: string): Promise<CreatedApplication> {
    const settings = { ...defaultSettings(name, 'ea'), state: 'n', demo: true } as const
    return this.#make(actor, 'demo_start', async (unit) => {
      if ((await unit.applications.all()).some(({ demo }) => demo))
        throw new Refused(CONSOLE.conflict, 'There are demo accounts already')
      return { settings }
    })
  }

  /**
   * Creates an application with the settings and grants of another one, for the same owner. It gets new keys. Secrets
   * of the other one (RSA key, messenger, binding) are not copied, and no API that hands out keys is switched on.
   * Where it would need an RSA key, encryption is off until it has one.
   * @throws Refused 404; 403 where the owner's plan has no room
   */
  async copy(actor: Actor, id: number, name: string): Promise<CreatedApplication> {
    const { ownerId } = this.require(actor, id)
    return this.#make({ ...actor, operatorId: ownerId }, 'app_copy', async (unit) => {
      const own = requireFound(await unit.applications.find(id))
      const {
        id: _,
        ownerId: __,
        apiTotal: ___,
        createdAt: ____,
        demo: _____,
        revision: ______,
        ...settings
      } = own
      const granted = (await unit.capabilities.grants([id])).filter(({ api }) => isCapability(api))
      const mt5 = { ...settings.mt5, messengerAppSecret: '', bindSecret: '' }
      const plain = settings.miType === RSA_MODE && { encrypt: false }
      return {
        settings: { ...settings, ...plain, mt5, rsaPrivateKey: '', name },
        grants: withoutKeySwitches(new Map(granted.map(({ appId: _, api, ...grant }) => [api, grant]))),
      }
    })
  }

  async list(
    actor: Actor,
    filter: ApplicationFilter,
    query: ApplicationQuery,
  ): Promise<Page<ApplicationRecord>> {
    const page = await this.#parts.store.read((unit) => unit.applications.list(scopeOf(actor), filter, query))
    return { ...page, rows: page.rows.map((application) => this.record(application, actor)) }
  }

  /** @throws Refused 404 for an application that does not exist or isn't the actor's */
  async get(actor: Actor, id: number): Promise<ApplicationRecord> {
    return this.record(this.require(actor, id), actor)
  }

  /**
   * Changes the named members, of nested groups too. Calls follow the new settings from the commit on.
   * @throws Refused 403 for a key or secret that staff may not read, 404, 422 where no client could call it any more
   */
  async update(actor: Actor, id: number, change: ApplicationChange): Promise<ApplicationRecord> {
    this.require(actor, id)
    if (!holdsKeys(actor) && namesKeys(change))
      throw new Refused(CONSOLE.forbidden, 'Your role does not include keys')
    return this.change(actor, id, 'app_update', (current) => {
      const merged = merge(current, change)
      if (namesRsa(merged)) requireRsaKey({ ...current, ...merged })
      const needsKey = merged.signAnswers === true && !hasAnswerKey(current)
      return needsKey ? { ...merged, ...newAnswerKey(this.#parts.random) } : merged
    })
  }

  /** Changes an application by its state at that moment, and records it as `action`. @throws Refused 404 */
  async change(
    actor: Actor,
    id: number,
    action: string,
    decide: (current: Application) => Partial<Application>,
  ): Promise<ApplicationRecord> {
    const { store, updateAddresses, clock } = this.#parts
    const application = await store.write(
      async (unit) => {
        const current = requireFound(await unit.applications.find(id))
        const updated = requireFound(await unit.applications.update(id, decide(current)))
        await audit(unit, actor, clock.now(), {
          action,
          ...subjectOf(updated),
          before: current,
          after: updated,
        })
        unit.changed('application', id, updated)
        unit.afterCommit(() => {
          updateAddresses.follow(updated)
        })
        if (current.freeMode && !updated.freeMode) await this.#endFreeRecords(unit, id)
        return updated
      },
      { durable: true },
    )
    return this.record(application, actor)
  }

  /** Records that free mode created end with it. */
  async #endFreeRecords(unit: WriteUnit, id: number): Promise<void> {
    const { clock } = this.#parts
    const ended = await unit.devices.endFree(id, clock.now())
    for (const device of ended) unit.changed('device', device.id, device)
  }

  /**
   * Deletes it with its codes, accounts, devices and files. Calls are answered 101 from the commit on.
   * @throws Refused 404
   */
  async delete(actor: Actor, id: number): Promise<void> {
    const { store, clock } = this.#parts
    this.require(actor, id)
    await store.write(
      async (unit) => {
        const application = requireFound(await unit.applications.find(id))
        await unit.applications.delete(id)
        await unit.capabilities.forgetPrices(id)
        await audit(unit, actor, clock.now(), {
          action: 'app_delete',
          ...subjectOf(application),
          before: application,
        })
        unit.changed('application', id, null)
      },
      { durable: true },
    )
  }

  /** The application, if the actor manages it. @throws Refused 404 */
  require(actor: Actor, id: number): Application {
    return requireApplication(this.#parts.registry, actor, id)
  }

  /** The application as it would be after a change; changes nothing. @throws Refused 404 */
  preview(actor: Actor, id: number, change: ApplicationChange): Application {
    const application = this.require(actor, id)
    return { ...application, ...merge(application, change) }
  }

  /** The developer who owns it. */
  ownerOf(id: number): number {
    return this.#parts.registry.ownerOf(id)
  }

  record(application: Application, actor: Actor): ApplicationRecord {
    const { registry, clock } = this.#parts
    const calls = registry.find(application.id)?.calls ?? application.apiTotal
    return applicationRecord(application, actor, calls, clock.now())
  }

  /** @param wanted the settings and grants, by what the unit of work reads */
  async #make(
    actor: Actor,
    action: string,
    wanted: (unit: Unit) => Wanted | Promise<Wanted>,
  ): Promise<CreatedApplication> {
    const { store, clock } = this.#parts
    const made = await store.write(
      async (unit) => {
        await requireWithinPlan(unit, actor.operatorId, 'applications', 1)
        const { settings, grants = new Map<string, Grant>() } = await wanted(unit)
        const application = await this.#insert(unit, actor, settings)
        for (const [api, grant] of grants)
          await unit.capabilities.changeGrant(application.id, api, grant, grant)
        await audit(unit, actor, clock.now(), { action, ...subjectOf(application), after: application })
        unit.changed('application', application.id, application)
        if (grants.size > 0) unit.changed('grants', application.id)
        return application
      },
      { durable: true },
    )
    const { app, appkey, rc4_key } = this.record(made, actor)
    return { app, appkey, rc4_key }
  }

  async #insert(unit: WriteUnit, actor: Actor, settings: NewSettings): Promise<Application> {
    const { clock, random } = this.#parts
    // The RC4 key contains the application's number, so it is set after the insert.
    const { id } = await unit.applications.insert({
      demo: false,
      ...settings,
      ...NO_PREVIOUS_KEYS,
      ...(settings.signAnswers ? newAnswerKey(random) : NO_ANSWER_KEYS),
      appkey: makeAppkey(random),
      rc4Key: '',
      ownerId: actor.operatorId,
      createdAt: clock.now(),
    })
    const application = await unit.applications.update(id, { rc4Key: makeRc4Key(random, id) })
    if (application === undefined) throw new Error('the application just made is gone')
    return application
  }
}

type NewSettings = ReturnType<typeof defaultSettings> & { readonly demo?: true }
interface Wanted {
  readonly settings: NewSettings
  readonly grants?: ReadonlyMap<string, Grant>
}
type CreatedApplication = Pick<ApplicationRecord, 'app' | 'appkey' | 'rc4_key'>

const RSA_MODE = 4

/** Whether a change names a setting that needs an RSA key. */
function namesRsa(change: Partial<Application>): boolean {
  return ['encrypt', 'miType', 'rsaPrivateKey'].some((member) => member in change)
}

/** @throws Refused 422 */
function requireRsaKey({ encrypt, miType, rsaPrivateKey }: Application): void {
  if (!encrypt || miType !== RSA_MODE || findRsaKey(rsaPrivateKey) !== undefined) return
  throw new Refused(CONSOLE.invalid, 'Calls of this encryption can not be read without the key', {
    rsa_private_key: 'an RSA private key of 512 to 4096 bits, as PEM',
  })
}

/** @throws Refused 404 */
function requireFound(application: Application | undefined): Application {
  if (application === undefined) throw new Refused(CONSOLE.notFound, 'There is no such application')
  return application
}

function subjectOf({ id, name, ownerId }: Application) {
  return { subject: { kind: 'application', id, label: name }, app: id, owner: ownerId }
}

function namesKeys({ appkey, rc4_key, rsa_private_key, mt5 }: ApplicationChange): boolean {
  const named = [appkey, rc4_key, rsa_private_key, mt5?.messenger_app_secret, mt5?.bind_secret]
  return named.some((value) => value !== undefined)
}

function merge(current: Application, change: ApplicationChange): Partial<Application> {
  const { unbind, pay, mt5, scripts, ...flat } = change
  const named = namedMembers(inside(flat))
  return {
    ...named,
    ...(unbind && { unbind: { ...current.unbind, ...namedMembers(inside(unbind)) } }),
    ...(pay && { pay: { ...current.pay, ...namedMembers(inside(pay)) } }),
    ...(mt5 && { mt5: { ...current.mt5, ...namedMembers(inside(mt5)) } }),
    ...(scripts && { scripts: { ...current.scripts, ...namedMembers(inside(scripts)) } }),
  }
}
