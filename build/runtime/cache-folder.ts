import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The folder outside the project where downloads for tests stay between runs. For root it is a folder that
 * everybody may read, because the real runtime runs as another user, who can't read root's home.
 * @param home the user's home folder
 */
export function cacheFolder(home: string, env: Environment, isRoot: boolean): string {
  const chosen = env['PULSEKEY_CACHE']
  if (chosen) return chosen
  if (isRoot) return '/var/cache/pulsekey'
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'pulsekey')
}
