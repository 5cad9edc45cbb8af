import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The data folder of `npm start` without a window: each system's usual place for application data. */
export function defaultDataFolder(platform: NodeJS.Platform, home: string, env: Environment): string {
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'pulsekey')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'pulsekey')
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'pulsekey')
}
