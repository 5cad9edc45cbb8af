import { MAX_CODE_LENGTH, PERMANENT_VIP } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import type { CodeState } from '../../contract/records/code.ts'
import type { QueriedCode } from '../../contract/self-service.ts'
import { mask } from '../../domain/aftersales/mask.ts'
import { policyOf } from '../../domain/aftersales/policy.ts'
import type { Application } from '../../domain/application/application.ts'
import { codeState, isForEver, type Code } from '../../domain/code/code.ts'
import type { Device } from '../../domain/device/device.ts'
import type { Store } from '../../store/store.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { AgentBans } from '../agents/agent-bans.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Requests } from '../requests/requests.ts'
import { chooseProduct, type Found } from './self-service-products.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly devices: DeviceRegistry
  readonly bans: AgentBans
  readonly requests: Pick<Requests, 'hasOpen'>
  readonly clock: Clock
}

/** Licence codes, as a customer who holds one may see them. */
export class SelfServiceCodes {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A recycled code is not found. @param product an application's number, empty for none */
  async find(kami: string, product: string): Promise<Found<Code>> {
    const { store, registry } = this.#parts
    // Reads it in any case, so that both answers take as long.
    const sought = kami.length > MAX_CODE_LENGTH ? '' : kami
    const codes = await store.read((unit) => unit.codes.findEverywhere(sought))
    return chooseProduct(registry, codes, ({ appId }) => appId, product)
  }

  /** With the rules that an unbind would meet now, so that customers know them before they ask for one. */
  async describe(code: Code, application: Application): Promise<QueriedCode> {
    const { bans, devices, requests, clock } = this.#parts
    const now = clock.now()
    const obstacle = this.obstacle(code, application)
    const agentBanned = bans.has(code.agentId)
    const record =
      code.gaveSeconds === null || code.spent ? undefined : devices.find(code.appId, code.accountKey)?.device
    const used = code.seats > 1 ? await this.#usedSeats(code.id) : Number(code.accountKey !== '')
    return {
      product: application.name,
      type: code.type,
      state: stateOf(code, record, now),
      created_at: code.createdAt,
      expires_at: record?.vip ?? expiryOf(code),
      left: code.left,
      seats: code.seats,
      seats_used: used,
      device: mask(code.markcode),
      unbind: obstacle === '' ? policyOf(application.unbind, code, { agentBanned, now }) : null,
      no_unbind: obstacle,
      open_request: await requests.hasOpen({ codeId: code.id }),
    }
  }

  async #usedSeats(id: number): Promise<number> {
    const used = await this.#parts.store.read((unit) => unit.codeSeats.countUsed([id]))
    return used.get(id) ?? 0
  }

  /** Why an unbind can't be requested, whatever the policy says about times and counts; empty where it can. */
  obstacle(code: Code, application: Application): QueriedCode['no_unbind'] {
    if (application.freeMode) return 'free'
    if (code.disabled || this.#parts.bans.has(code.agentId)) return 'disabled'
    if (isOfAccounts(code)) return 'account'
    if (code.type === 'points' || code.type === 'vip') return code.type
    if (code.useTime === null) return 'unused'
    return code.markcode === '' ? 'not_bound' : ''
  }
}

/** A code with several seats that is in use without a machine is in use by trading accounts. */
function isOfAccounts({ accountKey, seats, useTime, markcode }: Code): boolean {
  return accountKey !== '' || (seats > 1 && useTime !== null && markcode === '')
}

/** The trading account's record decides whether a code that acted on it is in use, ended or disabled. */
function stateOf(code: Code, record: Device | undefined, now: number): CodeState {
  const own = codeState(code, now)
  if (code.spent && own !== 'recycled') return 'disabled'
  if (record === undefined || own === 'disabled' || own === 'recycled') return own
  if (record.disabled) return 'disabled'
  if (record.vip > now) return 'in_use'
  return own === 'used_up' ? own : 'expired'
}

function expiryOf(code: Code): number | null {
  if (code.useTime === null) return null
  return isForEver(code) ? PERMANENT_VIP : code.endTime
}
