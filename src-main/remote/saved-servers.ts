import type { ShellApi } from '../contract/shell.ts'
import type { SavedServer, ShellSettings } from '../settings/shell-settings.ts'

/** Adds a server to the list. A known address gets the new name and certificate. */
export function withServer(
  servers: readonly SavedServer[],
  given: ShellApi['servers.add']['input'],
  newId: () => string,
): SavedServer[] {
  const known = servers.find(({ origin }) => origin === given.origin)
  const server = { id: known?.id ?? newId(), ...given }
  return [...servers.filter(({ id }) => id !== server.id), server]
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
