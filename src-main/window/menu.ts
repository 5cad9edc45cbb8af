import type { MenuItemConstructorOptions } from 'electron'

/** The roles alone: without a menu the system's shortcuts for copy, paste and zoom would be missing. */
export function menuTemplate(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const roles: MenuItemConstructorOptions[] = [
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { role: 'viewMenu' },
    { role: 'windowMenu' },
  ]
  return platform === 'darwin' ? [{ role: 'appMenu' }, ...roles] : roles
}
