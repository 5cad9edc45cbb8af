import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Where what was fetched for tests is kept between runs, outside the project. Root's own home is closed to the user
 * that the real runtime runs as, so there it is a folder everybody may read.
 *
 * @param home the user's home folder
 */
export function cacheFolder(home: string, env: Environment, isRoot: boolean): string {
  const chosen = env['PULSEKEY_CACHE']
  if (chosen) return chosen
  if (isRoot) return '/var/cache/pulsekey'
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'pulsekey')
}
