import { GUARDS, type Guard, type InspectedCall, type Verdict } from '../contract/records/inspected-call.ts'
import { readText } from '../wire/read-text.ts'
import { findSignature, signatureText } from '../wire/signature.ts'
import { readSeconds } from '../wire/time-window.ts'
import type { LoggedCall } from '../contract/raw-call.ts'
import { encrypts, sentSignature, signs } from './guards.ts'
import type { RequestContext } from './request-context.ts'

/** Parameters whose values the inspector masks. Nobody needs these values to understand a call. */
const SECRET_NAMES: ReadonlySet<string> = new Set(['password', 'pass', 'secret'])
const MASK = '••••••••'

/** Describes a call: the parameters read, and the result of each guard. Leaves `outcome` out. */
export function explain(call: LoggedCall, context: RequestContext): InspectedCall {
  const { raw, refusal } = call
  return {
    at: call.at,
    ip: raw.ip,
    method: raw.method,
    api: context.api,
    query: maskPairs(raw.query),
    body: maskPairs(readBody(raw.body)),
    cut: call.cut,
    guards: GUARDS.map((guard) => ({ guard, verdict: verdictOf(guard, context, refusal?.guard) })),
    refused: refusal?.code ?? null,
    outcome: null,
    parameters: Array.from(context.given, ([name, value]) => ({
      name,
      value: SECRET_NAMES.has(name) ? MASK : value,
      inside: context.signed !== context.outer,
    })),
    signature: explainSignature(context),
    skew: explainSkew(context),
  }
}

function verdictOf(guard: Guard, context: RequestContext, refusedAt: Guard | undefined): Verdict {
  if (guard === refusedAt) return 'refused'
  if (refusedAt !== undefined && GUARDS.indexOf(guard) > GUARDS.indexOf(refusedAt)) return 'unreached'
  return isNeeded(guard, context) ? 'passed' : 'skipped'
}

/** The last four guards apply only to endpoints off the whitelist, and each has a switch. */
function isNeeded(guard: Guard, { app, endpoint }: RequestContext): boolean {
  if (app === undefined || endpoint === undefined) return true
  const guarded = !endpoint.whitelisted
  switch (guard) {
    case 'decryption':
      return guarded && encrypts(app.settings)
    case 'signature':
      return guarded && signs(app, endpoint.name)
    case 'time':
      return guarded && app.settings.window > 0
    case 'replay':
      return guarded && signs(app, endpoint.name) && app.settings.window > 0
    default:
      return true
  }
}

/**
 * Tries both orders, whichever the application demands, because the developer wants to know which order fits.
 */
function explainSignature(context: RequestContext): InspectedCall['signature'] {
  const { settings, signed, outer } = context
  if (settings === undefined || !isNeeded('signature', context)) return null
  const { appkey, signOrder } = settings
  const given = sentSignature(signed, outer)
  const masked = Array.from(signed.texts, ([name, value]): [string, string] => [
    name,
    SECRET_NAMES.has(name) ? MASK : value,
  ])
  const match = findSignature(given, signed, appkey, 'either')
  return {
    given,
    hashed: signatureText(masked, MASK, signOrder === 'sorted' ? 'sorted' : 'received'),
    matches: match?.order ?? null,
    reading: match?.reading ?? null,
  }
}

function explainSkew({ given, now }: RequestContext): number | null {
  const sent = readSeconds((given.get('t') ?? '').trim())
  return sent === undefined ? null : sent - now
}

/** The body as readable text, whatever bytes it holds. */
function readBody(body: Uint8Array): string {
  return readText(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'))
}

/** Masks secrets in a raw form or query. */
function maskPairs(text: string): string {
  return text.replaceAll(
    /(^|[&?])(password|pass|secret)=[^&]*/g,
    (_, before: string, name: string) => `${before}${name}=${MASK}`,
  )
}
