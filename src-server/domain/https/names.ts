import { isIP } from 'node:net'
import { isSharedAddress } from '../../contract/network.ts'

/** Ends of names that no public authority certifies. */
const PRIVATE = /(?:^|\.)(?:localhost|local|lan|home|internal|intranet|test|example|invalid|arpa)$/

/**
 * The names of the certificate to order: those of the settings, else the public name.
 * @param host the host of the public address. Empty: not set
 * @returns sorted; empty where no authority certifies them
 */
export function wantedNames(chosen: readonly string[], host: string): string[] {
  if (chosen.length > 0) return [...new Set(chosen)].sort()
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (isIP(name) !== 0) return isSharedAddress(name) ? [] : [name]
  return name.includes('.') && !PRIVATE.test(name) ? [name] : []
}
