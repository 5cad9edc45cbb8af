/** The scheme and the host of a target, as clients of proxies send it. */
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/**
 * A request's target as path and query. `http://host/` joined with `/api.php` gives two slashes, which web
 * servers treat as one, and deployed programs rely on that. Removes a host and a fragment, because Express
 * would read such a target with `url.parse`, and Node warns about it.
 */
export function readTarget(target: string): string {
  const fragment = target.indexOf('#')
  const sent = fragment < 0 ? target : target.slice(0, fragment)
  if (sent.startsWith('/') && !sent.startsWith('//')) return sent
  const path = sent.replace(AUTHORITY, '').replace(/^\/+/, '/')
  return path.startsWith('/') ? path : `/${path}`
}
