import type { Check } from '../probes.ts'

export const dynamicDns: Check<'dynamic_dns'> = ({ dynamicDns: state, hostname, address }) => {
  const { provider, name, published, at, detail, nextAt } = state
  if (state.state === 'off') return { fact: 'off' }
  const values = { provider, name, address: published, detail, checked_at: at, next_at: nextAt }
  if (state.state === 'current' && address.isSet && hostname !== name)
    return { fact: 'other_name', values: { ...values, public_name: hostname } }
  return { fact: state.state, values }
}
