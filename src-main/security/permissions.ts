import type { Session } from 'electron'

/** A copy button writes text to the clipboard; Chromium asks for this first. Nothing else is ever granted. */
const GRANTED = 'clipboard-sanitized-write'

export function isGranted(permission: string, url: string, consoleUrl: string | undefined): boolean {
  if (permission !== GRANTED || consoleUrl === undefined || !URL.canParse(url)) return false
  return new URL(url).origin === new URL(consoleUrl).origin
}

/** Electron grants everything by default. */
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
