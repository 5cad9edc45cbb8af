/** The scheme and the host of a target as proxies are sent it. */
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/**
 * A request's target as path and query. `http://host/` and `/api.php` put together have two slashes, which web servers take for
 * one; programs in the field rely on that. A host or a fragment goes: Express would read such a target with `url.parse`, which
 * Node warns of.
 */
export function readTarget(target: string): string {
  const fragment = target.indexOf('#')
  const sent = fragment < 0 ? target : target.slice(0, fragment)
  if (sent.startsWith('/') && !sent.startsWith('//')) return sent
  const path = sent.replace(AUTHORITY, '').replace(/^\/+/, '/')
  return path.startsWith('/') ? path : `/${path}`
}
