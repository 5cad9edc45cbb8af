import type { ShellApi } from '../contract/shell.ts'
import type { SavedServer, ShellSettings } from '../settings/shell-settings.ts'
import type { SeenCertificate } from './pin.ts'

/** Adds a server to the list. A known address gets the new name and key. */
export function withServer(
  servers: readonly SavedServer[],
  given: ShellApi['servers.add']['input'],
  newId: () => string,
): SavedServer[] {
  const known = servers.find(({ origin }) => origin === given.origin)
  const isOther = known !== undefined && known.key !== given.key && known.fingerprint !== given.fingerprint
  const turn = (known?.turn ?? 0) + (isOther ? 1 : 0)
  const server = { id: known?.id ?? newId(), ...given, turn }
  return [...servers.filter(({ id }) => id !== server.id), server]
}

/** Completes a server that was saved by its certificate alone. @returns undefined when nothing changes */
export function withSeenKey(
  servers: readonly SavedServer[],
  id: string,
  { fingerprint, key, isPublic }: SeenCertificate,
): SavedServer[] | undefined {
  const isMeant = (server: SavedServer): boolean =>
    server.id === id && server.key === undefined && server.fingerprint === fingerprint
  if (!servers.some(isMeant)) return undefined
  return servers.map((server) => (isMeant(server) ? { ...server, key, isPublic } : server))
}

/** Removes a server from the list, unless it is shown. */
export function withoutServer(
  { servers, attached }: Pick<ShellSettings, 'servers' | 'attached'>,
  id: string,
): SavedServer[] {
  return servers.filter((server) => server.id !== id || server.id === attached)
}

/** The origin of an address that a person typed. Undefined for anything but an https address. */
export function originOf(address: string): string | undefined {
  const trimmed = address.trim()
  const url = URL.parse(/^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  return url.origin
}
