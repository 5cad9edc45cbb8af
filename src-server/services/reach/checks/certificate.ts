import type { SeenCertificate } from '../../../contract/reach-ports.ts'
import type { Check, Found } from '../probes.ts'

/** Renewing tools act a month before the end, seconds. */
const NOTICE = 14 * 86_400
const DAY = 86_400
/** OpenSSL's codes. */
const SELF_MADE = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN)$/
const CHAIN =
  /^(?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/
const TIME = /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/

export const certificate: Check<'certificate'> = ({ address, hostname, certificate: seen, now }) => {
  if (!address.isSet) return { fact: 'unset' }
  if (!address.url.startsWith('https:')) return { fact: 'plain' }
  if (seen === undefined || 'failed' in seen)
    return { fact: 'unseen', values: { reason: seen?.failed ?? '' } }
  return judge(seen, hostname, now)
}

function judge(seen: SeenCertificate, name: string, now: number): Found<'certificate'> {
  const { names, issuer, from, until, refusal, fitsName } = seen
  const values = {
    name,
    names: names.join(', '),
    issuer,
    days: Math.floor((until - now) / DAY),
    until_at: until,
    reason: refusal,
  }
  if (until <= now) return { fact: 'ended', values }
  if (from > now) return { fact: 'early', values }
  if (!fitsName) return { fact: 'wrong_name', values }
  if (SELF_MADE.test(refusal)) return { fact: 'self_made', values }
  if (CHAIN.test(refusal)) return { fact: 'chain', values }
  if (refusal !== '' && !TIME.test(refusal)) return { fact: 'untrusted', values }
  return { fact: until - now < NOTICE ? 'ending' : 'valid', values }
}
