import type { ProxySetting } from '../contract/shell.ts'

/** A fingerprint in groups for comparison: `AB12 CD34 …`, four groups on a line. */
export function inGroups(fingerprint: string): string {
  const groups = fingerprint.toUpperCase().match(/.{4}/g) ?? []
  const lines: string[] = []
  for (let at = 0; at < groups.length; at += 4) lines.push(groups.slice(at, at + 4).join(' '))
  return lines.join('\n')
}

/** @param mode the value of the chosen button */
export function proxyOf(mode: FormDataEntryValue | null, server: string): ProxySetting {
  if (mode === 'fixed') return { mode, server: server.trim() }
  return { mode: mode === 'direct' ? 'direct' : 'system' }
}
