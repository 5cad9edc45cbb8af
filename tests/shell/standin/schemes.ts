/**
 * Addresses of a program's own scheme. Chromium without Electron can't be given a scheme, so that it loads
 * `https://name.standin/host/path` for `name://host/path`; the main process sees the latter.
 */
const SUFFIX = '.standin'
const standard = new Set<string>()

/** @param scheme declared with an origin of its own, before Chromium starts */
export function declareScheme(scheme: string): void {
  standard.add(scheme)
}

/** For Chromium. */
export function outward(url: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z-]*):\/\/(.*)$/s.exec(url) ?? []
  return standard.has(scheme) ? `https://${scheme}${SUFFIX}/${rest}` : url
}

/** For the main process. */
export function inward(url: string): string {
  const [, scheme = '', rest = ''] = /^https:\/\/([a-z-]+)\.standin\/(.*)$/s.exec(url) ?? []
  return standard.has(scheme) ? `${scheme}://${rest}` : url
}

/** The scheme of an address, when it is a declared one. */
export function ownScheme(url: string): string | undefined {
  const scheme = url.slice(0, Math.max(0, url.indexOf(':')))
  return standard.has(scheme) ? scheme : undefined
}
