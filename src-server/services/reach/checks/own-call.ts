import type { Check } from '../probes.ts'

/** No program answers at the address, or something on the way answers for it. */
const CLOSED: readonly string[] = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH']
const NO_NAME: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA']

export const ownCall: Check<'own_call'> = ({ address: { url, isSet }, ownCall: call, externalPort }) => {
  if (!isSet || call === undefined) return { fact: 'unset' }
  const values = { url, port: externalPort }
  if (call.arrived) return { fact: 'arrived', values }
  const { outcome } = call
  if (!('failed' in outcome)) return { fact: 'other', values: { ...values, status: outcome.status } }
  const { failed: reason } = outcome
  const named = { ...values, reason }
  if (NO_NAME.includes(reason)) return { fact: 'no_name', values: named }
  if (CLOSED.includes(reason)) return { fact: 'closed', values: named }
  return { fact: reason === 'timeout' || reason === 'ETIMEDOUT' ? 'silent' : 'tls', values: named }
}
