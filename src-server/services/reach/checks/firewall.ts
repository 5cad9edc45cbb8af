import type { Check } from '../probes.ts'

export const firewall: Check<'firewall'> = ({ firewall: { tool, state, command }, listening }) => {
  const values = { tool, port: listening.port }
  if (tool === 'none' && state === 'off') return { fact: 'none', values }
  return { fact: state, values, ...(state !== 'open' && state !== 'off' && { command }) }
}
