import type { Session } from 'electron'

/** The only permission ever granted: copy buttons write text to the clipboard, for which Chromium asks. */
const GRANTED = 'clipboard-sanitized-write'

export function isGranted(permission: string, url: string, consoleUrl: string | undefined): boolean {
  if (permission !== GRANTED || consoleUrl === undefined || !URL.canParse(url)) return false
  return new URL(url).origin === new URL(consoleUrl).origin
}

/** Replaces Electron's default, which grants everything. */
export function denyPermissions(
  session: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
  >,
  consoleUrl: () => string | undefined,
): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(isGranted(permission, details.requestingUrl, consoleUrl()))
  })
  session.setPermissionCheckHandler((_contents, permission, origin) =>
    isGranted(permission, origin, consoleUrl()),
  )
  session.setDevicePermissionHandler(() => false)
}
