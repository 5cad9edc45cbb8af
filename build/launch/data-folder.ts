import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Where `npm start` keeps its data when it serves without a window: each system's own place for such things. */
export function defaultDataFolder(platform: NodeJS.Platform, home: string, env: Environment): string {
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'pulsekey')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'pulsekey')
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'pulsekey')
}
