/** An account key's two parts; a key without `@` (a machine code) has no server. Logins stay text: up to 20 digits. */
export interface AccountKeyParts {
  readonly login: string
  readonly server: string
}

export function splitAccountKey(key: string): AccountKeyParts {
  const at = key.indexOf('@')
  return at < 0 ? { login: key, server: '' } : { login: key.slice(0, at), server: key.slice(at + 1) }
}
