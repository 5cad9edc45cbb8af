/** The login of an account key, `<login>@<server>`. */
export function loginOf(accountKey: string): string {
  return accountKey.slice(0, accountKey.indexOf('@'))
}

/** The server part of an account key. Case and spaces count. */
export function serverOf(accountKey: string): string {
  return accountKey.slice(accountKey.indexOf('@') + 1)
}
