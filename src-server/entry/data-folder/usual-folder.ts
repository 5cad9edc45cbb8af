import { join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** What decides where a user's folders are. */
export interface UserPlaces {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Environment
}

/** The folder of the desktop's own settings: Electron's folder for a program of this name. */
export function profileFolder({ platform, home, env }: UserPlaces): string {
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Pulsekey')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Pulsekey')
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'Pulsekey')
}

/**
 * The one data folder of every way to start. It is a folder inside the profile and never the profile itself, where
 * Chromium keeps its files.
 */
export const dataFolderOf = (profile: string): string => join(profile, 'data')

/**
 * The data folders of earlier versions. Those started without a window used `pulsekey` beside `Pulsekey`. On a file
 * system that ignores case, this is the profile itself.
 */
export function earlierFolders({ platform, home, env }: UserPlaces): string[] {
  if (platform === 'win32') return [join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'pulsekey')]
  if (platform === 'darwin') return [join(home, 'Library', 'Application Support', 'pulsekey')]
  return [join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'pulsekey')]
}
