import type { ShellApi } from '../contract/shell.ts'
import type { SavedServer, ShellSettings } from '../settings/shell-settings.ts'

/** The list with one more. An address that is in it already gets the new name and the new certificate. */
export function withServer(
  servers: readonly SavedServer[],
  given: ShellApi['servers.add']['input'],
  newId: () => string,
): SavedServer[] {
  const known = servers.find(({ origin }) => origin === given.origin)
  const server = { id: known?.id ?? newId(), ...given }
  return [...servers.filter(({ id }) => id !== server.id), server]
}

/** The list without one; the one that is shown stays. */
export function withoutServer(
  { servers, attached }: Pick<ShellSettings, 'servers' | 'attached'>,
  id: string,
): SavedServer[] {
  return servers.filter((server) => server.id !== id || server.id === attached)
}

/** The origin that a person means who writes an address; undefined for what is no https address. */
export function originOf(address: string): string | undefined {
  const trimmed = address.trim()
  const url = URL.parse(/^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  return url.origin
}
