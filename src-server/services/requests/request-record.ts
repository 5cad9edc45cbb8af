import { picturePath } from '../../domain/aftersales/picture-path.ts'
import type { CodeEvent, CodeEventKind } from '../../contract/records/code-event.ts'
import type { PolicyRecord, RequestRecord, RiskRecord } from '../../contract/records/request.ts'
import { onWire } from '../../contract/spelling.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import { reversibleUntil } from '../../domain/aftersales/decide-request.ts'
import { showNumber } from '../../domain/aftersales/number.ts'
import { codeState, type Code } from '../../domain/code/code.ts'
import { deviceState } from '../../domain/device/device.ts'
import type { AlikeRequest, ResponsibleRequest } from '../../store/repositories/requests.ts'
import { telemetryRecord, type LiveDevice } from '../../telemetry/live-device.ts'

/** Everything shown about a request, as it is now. */
export interface Evidence {
  readonly appName: string
  readonly agentName: string
  readonly images: readonly string[]
  /** An unbind's code, or the code that the trading account has its licence from. */
  readonly code: Code | undefined
  readonly oldAccount: LiveDevice | undefined
  readonly newAccount: LiveDevice | undefined
  /** Other requests with the same subject, contact or address, the newest first. */
  readonly alike: readonly AlikeRequest[]
  readonly addresses: RequestRecord['addresses']
  readonly policy: PolicyRecord | null
}

const HOUR = 3600
/** Rows of a kind shown with a request. */
export const EVIDENCE_SHOWN = 10
/** Acts of a client on a code that show its address. */
const USES: readonly CodeEventKind[] = ['login', 'bind', 'move', 'activate']

/** @param now Unix seconds */
export function requestRecord(
  actor: Actor,
  request: ResponsibleRequest,
  evidence: Evidence,
  { risk, serviceHours, now }: { risk: RiskRecord; serviceHours: number; now: number },
): RequestRecord {
  const { appId, agentId, codeId: _, deviceId: __, ...fields } = request
  const { code } = evidence
  return {
    ...onWire<Omit<RequestRecord, keyof ReturnType<typeof views> | 'app' | 'agent' | 'number' | 'code'>>(
      fields,
    ),
    number: showNumber(request.number),
    app: appId,
    agent: agentId,
    code: code === undefined ? null : codeEvidence(code, now),
    ...views(actor, request, evidence, { risk, serviceHours, now }),
  }
}

function views(
  actor: Actor,
  request: ResponsibleRequest,
  evidence: Evidence,
  { risk, serviceHours, now }: { risk: RiskRecord; serviceHours: number; now: number },
) {
  const isRebind = request.kind === 'rebind'
  return {
    app_name: evidence.appName,
    agent_name: evidence.agentName,
    due_at: request.createdAt + serviceHours * HOUR,
    reversible_until: reversibleUntil(request, now),
    images: evidence.images.map(picturePath),
    risk,
    policy: evidence.policy,
    old_account: isRebind ? accountEvidence(actor, request.subject, evidence.oldAccount, now) : null,
    new_account: isRebind ? accountEvidence(actor, request.newKey, evidence.newAccount, now) : null,
    addresses: evidence.addresses,
    earlier: evidence.alike.slice(0, EVIDENCE_SHOWN).map(earlierRequest),
  }
}

/** The addresses that a code is bound to, in readable form. */
export function placesOf({ ip, ip6 }: Pick<Code, 'ip' | 'ip6'>): string {
  return [ip, ip6 === '' ? '' : `${ip6}::/64`].filter((place) => place !== '').join(' ')
}

function codeEvidence(code: Code, now: number): RequestRecord['code'] {
  return {
    id: code.id,
    kami: code.kami,
    type: code.type,
    state: codeState(code, now),
    markcode: code.markcode,
    ip: placesOf(code),
    use_time: code.useTime,
    end_time: code.endTime,
    left: code.left,
    created_at: code.createdAt,
  }
}

/** Of a request that the reviewer may not see, it shows only that it exists. */
function accountEvidence(
  actor: Actor,
  accountKey: string,
  live: LiveDevice | undefined,
  now: number,
): RequestRecord['old_account'] {
  const isSeen = live !== undefined && seesAccount(scopeOf(actor), live)
  const state = live === undefined ? null : deviceState(live.device, now)
  if (!isSeen)
    return {
      id: null,
      account_key: accountKey,
      label: '',
      state,
      vip: null,
      license: '',
      telemetry: null,
      created_at: null,
    }
  const { device, pulse } = live
  return {
    id: device.id,
    account_key: accountKey,
    label: device.label,
    state,
    vip: device.vip,
    license: device.license,
    telemetry: pulse === undefined ? null : telemetryRecord(pulse),
    created_at: device.createdAt,
  }
}

function earlierRequest(request: AlikeRequest): RequestRecord['earlier'][number] {
  const { id, kind, state, subject, newKey, contact, createdAt, decidedByName } = request
  return {
    id,
    kind,
    state,
    subject,
    new_key: newKey,
    contact,
    created_at: createdAt,
    decided_by_name: decidedByName,
  }
}

/** Each address once, the last used one first. */
export function addressesOf(
  events: readonly CodeEvent[],
  pulse: { readonly ip: string; readonly at: number } | undefined,
): RequestRecord['addresses'] {
  const byIp = new Map<string, RequestRecord['addresses'][number]>()
  const uses = events.filter(({ kind }) => USES.includes(kind))
  for (const { ip, at, times } of [...uses, ...(pulse === undefined ? [] : [{ ...pulse, times: 1 }])]) {
    if (ip === '') continue
    const known = byIp.get(ip) ?? { ip, at, times: 0 }
    byIp.set(ip, { ip, at: Math.max(at, known.at), times: known.times + times })
  }
  return [...byIp.values()].sort((a, b) => b.at - a.at).slice(0, EVIDENCE_SHOWN)
}
