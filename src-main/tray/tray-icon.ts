import { join } from 'node:path'

export interface IconLook {
  /** Something needs attention: a high risk, or a server that is down. */
  readonly isAlert: boolean
  readonly isDark: boolean
}

/**
 * The picture for the tray. Pictures for finer screens lie beside it.
 * @param folder of the built main script
 */
export function trayIcon(folder: string, platform: NodeJS.Platform, { isAlert, isDark }: IconLook): string {
  // macOS recognizes a picture that it colours itself by this ending.
  const name =
    platform === 'darwin'
      ? `tray${isAlert ? '-alert' : ''}Template`
      : `tray-on-${isDark ? 'dark' : 'light'}${isAlert ? '-alert' : ''}`
  return join(folder, 'icons', `${name}.png`)
}
