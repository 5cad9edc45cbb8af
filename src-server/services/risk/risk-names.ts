import type { RiskItem } from '../../contract/actions/risks.ts'
import type { Risk, Seen } from '../../domain/risk/risk.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { AddressWatch } from './address-watch.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'

interface Parts {
  readonly store: Store
  readonly applications: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly addresses: AddressWatch
}

/** Adds names to risks, and the delivery of their alerts. */
export class RiskNames {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Keeps the order, and leaves out risks whose subject is gone. */
  async put(seen: readonly Seen[]): Promise<RiskItem[]> {
    const codeIds = seen.flatMap(({ risk }) => (risk.subjectKind === 'code' ? [risk.subjectId] : []))
    const keys = seen.flatMap(({ risk }) => risk.outboxKey ?? [])
    const firings = seen.flatMap(({ risk }) => (risk.kind === 'rule' ? [risk.key] : []))
    const { codes, deliveries, undoable } = await this.#parts.store.read(async (unit) => ({
      codes: new Map((await codesOf(unit, codeIds)).map(({ id, kami }) => [id, kami])),
      undoable: new Set((await pausesOf(unit, firings)).map(({ eventKey }) => eventKey)),
      deliveries: new Map((await deliveriesOf(unit, keys)).map((fared) => [fared.key, fared])),
    }))
    return seen.flatMap(({ risk, note, snoozedUntil }) => {
      const subject = risk.subjectKind === 'code' ? codes.get(risk.subjectId) : this.#nameOf(risk)
      if (subject === undefined) {
        this.#forget(risk)
        return []
      }
      const fared = risk.outboxKey === null ? undefined : deliveries.get(risk.outboxKey)
      const { ownerId: _, subjectKind, subjectId, outboxKey: __, facts, ...members } = risk
      return {
        ...members,
        app_name: this.#appName(risk.app),
        subject_kind: subjectKind,
        subject_id: subjectId,
        subject,
        facts: risk.kind === 'rule' ? { ...facts, can_undo: Number(undoable.has(risk.key)) } : { ...facts },
        delivery: fared?.state ?? null,
        delivery_error: fared?.lastError ?? '',
        acknowledged: note === undefined ? null : { by: note.by, at: note.at, note: note.note },
        snoozed_until: snoozedUntil,
      }
    })
  }

  #nameOf({ subjectKind, subjectId }: Risk): string | undefined {
    switch (subjectKind) {
      case 'device':
        return this.#parts.devices.get(subjectId)?.device.accountKey
      case 'application':
        return this.#appName(subjectId)
      case 'code':
      case 'settings':
        return ''
    }
  }

  #appName(app: number | null): string {
    return app === null ? '' : (this.#parts.applications.find(app)?.settings.name ?? '')
  }

  #forget({ subjectKind, subjectId }: Risk): void {
    if (subjectKind === 'code') this.#parts.addresses.forget('code', subjectId)
  }
}

async function codesOf(unit: Unit, ids: readonly number[]) {
  return ids.length === 0 ? [] : unit.risks.codes(ids)
}

async function pausesOf(unit: Unit, keys: readonly string[]) {
  return keys.length === 0 ? [] : unit.rules.pausesOf(keys)
}

async function deliveriesOf(unit: Unit, keys: readonly string[]) {
  return keys.length === 0 ? [] : unit.risks.deliveries(keys)
}
