import { join } from 'node:path'

export interface IconLook {
  /** Something is to be looked at: a high risk, or a server that doesn't serve. */
  readonly isAlert: boolean
  readonly isDark: boolean
}

/**
 * The picture for the tray; beside it lie those for finer screens.
 *
 * @param folder of the built main script
 */
export function trayIcon(folder: string, platform: NodeJS.Platform, { isAlert, isDark }: IconLook): string {
  // By that ending macOS knows a picture that it colours itself.
  const name =
    platform === 'darwin'
      ? `tray${isAlert ? '-alert' : ''}Template`
      : `tray-on-${isDark ? 'dark' : 'light'}${isAlert ? '-alert' : ''}`
  return join(folder, 'icons', `${name}.png`)
}
