import type { Actor } from '../../domain/access/scope.ts'
import type { Known } from '../../domain/access/known.ts'
import type { Application } from '../../domain/application/application.ts'
import { makeAppkey, makeRc4Key } from '../../domain/application/create.ts'
import { NO_ANSWER_KEYS } from '../../domain/application/answer-key.ts'
import { NO_PREVIOUS_KEYS } from '../../domain/application/keys.ts'
import type { BroughtAgent, BroughtApp } from '../../domain/bring-over/item.ts'
import type { WriteUnit } from '../../store/store.ts'
import { openAgentAccount } from '../agents/agent-accounts.ts'
import { findWorker } from '../agents/require-agent.ts'
import { audit } from '../platform/audit-trail.ts'
import type { BringOrder, BringParts } from './bring-parts.ts'
import type { ReportBuilder } from './report-builder.ts'
import { isSameApp, targetOf, type Survey } from './survey.ts'

/** An application that rows go to. */
export interface Destination {
  /** Its number here. undefined in a check, for one that would be made. */
  readonly app: number | undefined
  readonly owner: number
}

/** Makes the applications and agents of the file, so that the other rows find them. */
export class Destinations {
  readonly #parts: BringParts
  readonly #actor: Actor
  readonly #order: BringOrder
  readonly #survey: Survey
  readonly #report: ReportBuilder
  readonly #apps = new Map<number, Destination>()
  readonly #left = new Set<number>()
  readonly #agents = new Map<string, Known<'agent'>>()
  /** The number here of each application of the file. */
  readonly became = new Map<number, number>()

  constructor(parts: BringParts, actor: Actor, order: BringOrder, survey: Survey, report: ReportBuilder) {
    this.#parts = parts
    this.#actor = actor
    this.#order = order
    this.#survey = survey
    this.#report = report
  }

  /** The destination of the rows of an application of the file, or the reason why they have none. */
  of(app: number): Destination | 'no_application' | 'application_left' {
    return this.#apps.get(app) ?? (this.#left.has(app) ? 'application_left' : 'no_application')
  }

  agentOf(id: string): Known<'agent'> | undefined {
    return this.#agents.get(id)
  }

  async prepare(): Promise<void> {
    const { registry } = this.#parts
    const { app } = this.#order
    const chosen = app === undefined ? undefined : registry.find(app)?.settings
    if (chosen !== undefined) this.#apps.set(0, { app: chosen.id, owner: chosen.ownerId })
    // A new number must not be one that another application of the file has.
    const isRenumbered = ({ app: number }: BroughtApp) =>
      this.#order.answers.get(number) === 'new_number' && registry.find(number) !== undefined
    const { own = [], others = [] } = Object.groupBy(this.#survey.apps.values(), (brought) =>
      isRenumbered(brought) ? 'others' : 'own',
    )
    for (const brought of [...own, ...others]) await this.#prepareApp(brought)
    for (const agent of this.#survey.agents.values()) await this.#prepareAgent(agent)
  }

  async #prepareApp(brought: BroughtApp): Promise<void> {
    const { registry } = this.#parts
    const here = registry.find(brought.app)?.settings
    const answer = this.#order.answers.get(brought.app)
    const renumbered = answer === 'new_number' ? this.#findByKey(brought) : undefined
    const target = targetOf(brought, renumbered ?? here, answer)
    switch (target.kind) {
      case 'leave':
        this.#left.add(brought.app)
        this.#report.leave(brought.place, 'exists', here?.name ?? '')
        return
      case 'same':
      case 'merge':
        this.#apps.set(brought.app, { app: target.app, owner: registry.ownerOf(target.app) })
        this.became.set(brought.app, target.app)
        this.#report.same(brought.place)
        return
      case 'make': {
        const made = this.#order.dryRun ? undefined : await this.#make(brought, target.app)
        this.#apps.set(brought.app, { app: made?.id, owner: this.#actor.operatorId })
        if (made !== undefined) this.became.set(brought.app, made.id)
        this.#report.take(brought.place, brought.remarks)
      }
    }
  }

  /** An earlier run of the same file made it under another number. */
  #findByKey(brought: BroughtApp): Application | undefined {
    for (const { settings } of this.#parts.registry.all()) if (isSameApp(brought, settings)) return settings
    return undefined
  }

  #make(brought: BroughtApp, number: number | undefined): Promise<Application> {
    const { store, clock, random } = this.#parts
    return store.write(
      async (unit) => {
        const now = clock.now()
        const { id } = await unit.applications.insert({
          ...brought.settings,
          ...NO_PREVIOUS_KEYS,
          ...NO_ANSWER_KEYS,
          // Its programs are in the field already: none knows the signature.
          signAnswers: false,
          ...(number !== undefined && { id: number }),
          apiTotal: brought.apiTotal,
          demo: false,
          appkey: brought.appkey || makeAppkey(random),
          rc4Key: brought.rc4Key,
          ownerId: this.#actor.operatorId,
          createdAt: brought.createdAt ?? now,
        })
        // A new RC4 key contains the application's number.
        const made = await unit.applications.update(id, { rc4Key: brought.rc4Key || makeRc4Key(random, id) })
        if (made === undefined) throw new Error('the application just made is gone')
        await audit(unit, this.#actor, now, {
          action: 'app_create',
          subject: { kind: 'application', id, label: made.name },
          app: id,
          owner: made.ownerId,
          after: made,
        })
        unit.changed('application', id, made)
        return made
      },
      { durable: true },
    )
  }

  async #prepareAgent(agent: BroughtAgent): Promise<void> {
    if (!this.#survey.isAgent(agent)) {
      this.#report.leave(agent.place, 'member_of_site')
      return
    }
    const { store } = this.#parts
    const here = await store.read((unit) => unit.operators.findByName(agent.name))
    if (here !== undefined) {
      const known = await store.read((unit) => findWorker(unit, this.#actor, here.id))
      if (known === undefined) this.#report.leave(agent.place, 'name_taken')
      else {
        this.#agents.set(agent.id, known.id)
        this.#report.same(agent.place)
      }
      return
    }
    if (!this.#order.dryRun) {
      const made = await store.write((unit) => this.#makeAgent(unit, agent), { durable: true })
      if (made !== undefined) this.#agents.set(agent.id, made)
    }
    this.#report.take(agent.place)
  }

  /** The agent has no password: the owner makes the link for the first one in the list of agents. */
  async #makeAgent(unit: WriteUnit, agent: BroughtAgent): Promise<Known<'agent'> | undefined> {
    const now = this.#parts.clock.now()
    const { name, qq, email } = agent
    const { operatorId } = this.#actor
    const made = await unit.operators.insert({
      name,
      role: 'agent',
      makerId: operatorId,
      passwordHash: '',
      qq,
      email,
      createdAt: now,
    })
    await openAgentAccount(unit, operatorId, made.id, now)
    await audit(unit, this.#actor, now, {
      action: 'agent_create',
      subject: { kind: 'operator', id: made.id, label: name },
      after: { name, email, qq },
    })
    return (await findWorker(unit, this.#actor, made.id))?.id
  }
}
