/** The order matters: most browsers name themselves beside those they descend from. */
const PROGRAMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Pulsekey\/([\d.]+)/i, 'Pulsekey'],
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari/, 'Safari'],
]
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/Linux/, 'Linux'],
]

/** A browser as people call it: "Chrome 131, Windows"; what isn't known as it calls itself. */
export function describeAgent(userAgent: string): string {
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  for (const [pattern, name] of PROGRAMS) {
    const version = pattern.exec(userAgent)?.[1]
    if (version !== undefined) return [`${name} ${version}`, system].filter(Boolean).join(', ')
  }
  return userAgent
}
