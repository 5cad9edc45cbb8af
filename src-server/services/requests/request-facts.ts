import { freshnessOf } from '../../contract/health.ts'
import { openPositions } from '../../contract/open-positions.ts'
import type { Request } from '../../domain/aftersales/request.ts'
import type { RiskFacts } from '../../domain/aftersales/risk.ts'
import type { Code } from '../../domain/code/code.ts'
import type { LatestPulse } from '../../store/latest-pulse.ts'
import type { AlikeRequest } from '../../store/repositories/requests.ts'
import type { Evidence } from './request-record.ts'

/** The age of a recent request at most, seconds. */
const LATELY = 30 * 86_400

/** The evidence for and against a request; of other requests only earlier ones count. */
export function factsOf(request: Request, evidence: Evidence, now: number): RiskFacts {
  const { code, oldAccount, policy, images, addresses } = evidence
  const before = evidence.alike.filter(
    ({ id, createdAt }) => id < request.id && createdAt > request.createdAt - LATELY,
  )
  const others = before.filter((other) => !isSameSubject(other, request))
  return {
    askedBefore: before.length - others.length,
    contactSubjects: subjectsAmong(others.filter(({ contact }) => contact === request.contact)),
    addressSubjects: subjectsAmong(others.filter(({ ip }) => ip === request.ip)),
    isAddressUnknown: addresses.length > 0 && addresses.every(({ ip }) => ip !== request.ip),
    ...pulseFacts(oldAccount?.pulse, now),
    ...moveFacts(request),
    isNewTaken: evidence.newAccount !== undefined && evidence.newAccount.device.id !== request.deviceId,
    ...subjectFacts(request, evidence, now),
    machineDiffers: code !== undefined && differs(request.oldMachine, code.markcode),
    policyRefuses: policy !== null && policy.outcome !== 'unbound',
    pictures: images.length,
  }
}

function isSameSubject(a: AlikeRequest, b: Request): boolean {
  return a.codeId === null ? a.deviceId !== null && a.deviceId === b.deviceId : a.codeId === b.codeId
}

function subjectsAmong(requests: readonly AlikeRequest[]): number {
  return new Set(requests.map(({ kind, appId, subject }) => `${kind} ${appId} ${subject}`)).size
}

/** Machine codes as people write them. */
function differs(said: string, bound: string): boolean {
  return said !== '' && bound !== '' && said.trim().toLowerCase() !== bound.trim().toLowerCase()
}

function pulseFacts(
  pulse: Pick<LatestPulse, 'at' | 'interval' | 'positions' | 'buyPos' | 'sellPos'> | undefined,
  now: number,
): Pick<RiskFacts, 'isOldLive' | 'oldPositions' | 'oldSilence'> {
  if (pulse === undefined) return { isOldLive: false, oldPositions: NaN, oldSilence: undefined }
  const freshness = freshnessOf(pulse, now)
  return {
    isOldLive: freshness === 'live' || freshness === 'late',
    oldPositions: openPositions(pulse),
    oldSilence: now - pulse.at,
  }
}

function moveFacts({ kind, subject, newKey }: Request): Pick<RiskFacts, 'serverChanges' | 'isSimilar'> {
  if (kind !== 'rebind') return { serverChanges: false, isSimilar: false }
  const [oldLogin, oldServer] = subject.split('@')
  const [newLogin, newServer] = newKey.split('@')
  return {
    serverChanges: oldServer !== newServer,
    isSimilar: oldLogin === newLogin || oldServer === newServer,
  }
}

/** The age of an unbind's code, or of a rebind's trading account. A deleted one counts as the oldest. */
function subjectFacts(
  { kind }: Request,
  { code, oldAccount }: Evidence,
  now: number,
): Pick<RiskFacts, 'age' | 'timeLeft'> {
  const subject =
    kind === 'unbind'
      ? code && { createdAt: code.createdAt, end: endOf(code) }
      : oldAccount && { createdAt: oldAccount.device.createdAt, end: oldAccount.device.vip }
  return subject === undefined
    ? { age: Infinity, timeLeft: 0 }
    : { age: now - subject.createdAt, timeLeft: subject.end - now }
}

function endOf({ type, endTime }: Code): number {
  return type === 'permanent' ? Infinity : (endTime ?? 0)
}
