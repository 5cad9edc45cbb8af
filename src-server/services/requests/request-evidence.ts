import type { Clock } from '../../contract/ports.ts'
import type { RequestRecord } from '../../contract/records/request.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import { scopeOf, sees, type Actor } from '../../domain/access/scope.ts'
import { policyOf } from '../../domain/aftersales/policy.ts'
import { assessRisk } from '../../domain/aftersales/risk.ts'
import type { Code } from '../../domain/code/code.ts'
import type { AlikeRequest, ResponsibleRequest } from '../../store/repositories/requests.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { CodeJournal } from '../../telemetry/code-journal.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { AgentBans } from '../agents/agent-bans.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { factsOf } from './request-facts.ts'
import { addressesOf, EVIDENCE_SHOWN, requestRecord, type Evidence } from './request-record.ts'

interface Parts {
  readonly store: Store
  readonly applications: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly bans: AgentBans
  readonly journal: CodeJournal
  readonly settings: { readonly current: Pick<PlatformSettings, 'after_sales'> }
  readonly clock: Clock
}

/** The store's facts about the requests of a page. */
interface Stored {
  readonly codes: ReadonlyMap<number, Code>
  readonly images: ReadonlyMap<number, readonly string[]>
  readonly agentNames: ReadonlyMap<number, string>
  readonly alike: ReadonlyMap<number, readonly AlikeRequest[]>
}

/** Adds evidence to requests: a few queries for a page and a few for a row. None grows with the data. */
export class RequestEvidence {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @param rows requests that the actor sees */
  async of(actor: Actor, rows: readonly ResponsibleRequest[]): Promise<RequestRecord[]> {
    if (rows.length === 0) return []
    const stored = await this.#parts.store.read((unit) => this.#read(unit, actor, rows))
    return Promise.all(rows.map((row) => this.#record(actor, row, stored)))
  }

  async #record(actor: Actor, request: ResponsibleRequest, stored: Stored): Promise<RequestRecord> {
    const { applications, devices, bans, journal, settings, clock } = this.#parts
    const now = clock.now()
    const { service_hours: serviceHours, low_risk: lowRisk } = settings.current.after_sales
    const application = applications.find(request.appId)?.settings
    const isRebind = request.kind === 'rebind'
    const code = stored.codes.get(request.id)
    const oldAccount = isRebind ? devices.find(request.appId, request.subject) : undefined
    const events = code === undefined ? [] : await journal.of(code.id)
    const evidence: Evidence = {
      appName: application?.name ?? '',
      agentName: stored.agentNames.get(request.agentId ?? 0) ?? '',
      images: stored.images.get(request.id) ?? [],
      code,
      oldAccount,
      newAccount: isRebind ? devices.find(request.appId, request.newKey) : undefined,
      alike: stored.alike.get(request.id) ?? [],
      addresses: addressesOf(events, oldAccount?.pulse),
      policy:
        isRebind || code === undefined || application === undefined
          ? null
          : policyOf(application.unbind, code, { agentBanned: bans.has(code.agentId), now }),
    }
    const risk = assessRisk(factsOf(request, evidence, now), lowRisk)
    return requestRecord(actor, request, evidence, { risk, serviceHours, now })
  }

  async #read(unit: Unit, actor: Actor, rows: readonly ResponsibleRequest[]): Promise<Stored> {
    const alike = new Map<number, readonly AlikeRequest[]>()
    for (const row of rows) alike.set(row.id, await unit.requests.alike(scopeOf(actor), row, EVIDENCE_SHOWN))
    return {
      codes: await this.#codesOf(unit, actor, rows),
      images: await unit.images.idsOf(rows.map(({ id }) => id)),
      agentNames: await namesOf(unit, rows),
      alike,
    }
  }

  /** By request id: the code of an unbind, or the code that a trading account has its licence from. */
  async #codesOf(unit: Unit, actor: Actor, rows: readonly ResponsibleRequest[]): Promise<Map<number, Code>> {
    const { applications, devices } = this.#parts
    const scope = scopeOf(actor)
    const ids = rows.flatMap(({ codeId }) => codeId ?? [])
    const byId = new Map((await unit.codes.byIds(scope, ids)).map((code) => [code.id, code]))
    const found = new Map<number, Code>()
    for (const { id, appId, codeId, deviceId } of rows) {
      const license = devices.get(deviceId ?? 0)?.device.license ?? ''
      const code =
        codeId === null
          ? await (license === '' ? undefined : unit.codes.find(appId, license))
          : byId.get(codeId)
      const isSeen =
        code && sees(scope, { appId, ownerId: applications.ownerOf(appId), agentId: code.agentId })
      if (code !== undefined && isSeen === true) found.set(id, code)
    }
    return found
  }
}

async function namesOf(unit: Unit, rows: readonly ResponsibleRequest[]): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for (const id of new Set(rows.flatMap(({ agentId }) => agentId ?? []))) {
    const operator = await unit.operators.find(id)
    if (operator !== undefined) names.set(id, operator.name)
  }
  return names
}
