import type { Grade, ProtectionCheck, PROTECTION_STATES } from '../../contract/protection-names.ts'
import type { CallUses, ProtectionItem } from '../../contract/records/protection.ts'
import type { Application } from './application.ts'
import { hasAnswerKey, isRotating } from './answer-key.ts'
import type { Grant } from './capability.ts'
import type { ExposedKeys } from '../risk/weak-settings.ts'

/** With a longer time window, an intercepted call can be sent again at leisure, seconds. */
const WIDE_WINDOW = 300
const MOST = 0.9
const SOME = 0.5
const YEAR = 365 * 86_400
const BASE64 = 2
const RSA = 4

/** The facts that the grades of an application depend on. */
export interface Protected {
  readonly application: Application
  readonly grants: ReadonlyMap<string, Grant>
  readonly exposed: readonly ExposedKeys[]
  /** The public address begins with https. */
  readonly isHttps: boolean
  /** Trading accounts with the debug switch. */
  readonly debugAccounts: number
  /** When the keys were replaced last, or made, Unix seconds. */
  readonly keysSince: number
  readonly week: CallUses
  readonly now: number
}

type State<C extends ProtectionCheck> = (typeof PROTECTION_STATES)[C][number]
type Judged<C extends ProtectionCheck> = readonly [Grade, State<C>, ProtectionItem['facts']?]

/** Grades an application. Each state has words that say what to do next. */
export function gradeProtection(about: Protected): ProtectionItem[] {
  const judged: { readonly [C in ProtectionCheck]: Judged<C> } = {
    address: about.isHttps ? ['good', 'https'] : ['weak', 'http'],
    signature: ofSignature(about),
    window: ofWindow(about.application),
    encryption: ofEncryption(about),
    check: ofCheck(about.week),
    answers: ofAnswers(about),
    machine: ofMachine(about.application),
    handout: ofHandout(about.exposed),
    debug: about.debugAccounts === 0 ? ['good', 'none'] : ['fair', 'some', { accounts: about.debugAccounts }],
    key_age: ofKeyAge(about),
  }
  return (Object.keys(judged) as ProtectionCheck[]).map((check) => {
    const [grade, state, facts = {}] = judged[check]
    return { check, grade, state, facts }
  })
}

function ofSignature({ application, grants }: Protected): Judged<'signature'> {
  const { sign, encrypt, miType } = application
  if (!sign) {
    const isSecret = encrypt && miType !== 0 && miType !== BASE64
    return isSecret ? ['fair', 'off_encrypted'] : ['weak', 'off']
  }
  const off = [...grants]
    .filter(([, grant]) => grant.granted && grant.switchedOn && grant.sign === false)
    .map(([api]) => api)
  return off.length === 0 ? ['good', 'on'] : ['fair', 'some_off', { apis: off.sort().join(', ') }]
}

function ofWindow({ window }: Application): Judged<'window'> {
  if (window === 0) return ['weak', 'off']
  return window > WIDE_WINDOW ? ['fair', 'wide', { seconds: window }] : ['good', 'short', { seconds: window }]
}

/** HTTPS encrypts better than every mode of the protocol. */
function ofEncryption({ application, isHttps }: Protected): Judged<'encryption'> {
  if (isHttps) return ['good', 'https']
  const { encrypt, miType } = application
  if (!encrypt || miType === 0) return ['weak', 'none']
  if (miType === BASE64) return ['weak', 'base64']
  return miType === RSA ? ['fair', 'rsa'] : ['fair', 'rc4']
}

function ofCheck({ calls, valued }: CallUses): Judged<'check'> {
  if (calls === 0) return ['unknown', 'no_calls']
  const share = valued / calls
  if (share >= MOST) return ['good', 'most']
  return share >= SOME ? ['fair', 'some'] : ['weak', 'few']
}

function ofAnswers({ application, now }: Protected): Judged<'answers'> {
  if (!application.signAnswers) return ['weak', 'off']
  if (!hasAnswerKey(application)) return ['weak', 'no_key']
  return isRotating(application, now)
    ? ['good', 'rotating', { until: application.previousAnswerKeyUntil }]
    : ['good', 'on']
}

function ofMachine({ freeMode, deviceCheck, ipCheck }: Application): Judged<'machine'> {
  if (freeMode) return ['weak', 'free']
  if (deviceCheck) return ['good', 'machine']
  return ipCheck ? ['fair', 'address'] : ['weak', 'none']
}

function ofHandout(exposed: readonly ExposedKeys[]): Judged<'handout'> {
  if (exposed.length === 0) return ['good', 'none']
  const facts = { apis: exposed.map(({ api }) => api).join(', ') }
  return exposed.some(({ level }) => level === 'high') ? ['weak', 'open', facts] : ['fair', 'password', facts]
}

function ofKeyAge({ keysSince, now }: Protected): Judged<'key_age'> {
  const facts = { since: keysSince }
  const age = now - keysSince
  if (age < YEAR) return ['good', 'young', facts]
  return age < 3 * YEAR ? ['fair', 'old', facts] : ['weak', 'very_old', facts]
}
