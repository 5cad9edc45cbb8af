import { strict } from './strict.ts'

type Handler = (...args: unknown[]) => unknown

/** The handlers that were set. Chromium is not asked to obey them: a test calls them itself. */
const permissionHandlers: Partial<Record<'request' | 'check' | 'device', Handler>> = {}

export const session = strict('session', {
  defaultSession: strict('session', {
    permissionHandlers,
    setPermissionRequestHandler(handler: Handler): void {
      permissionHandlers.request = handler
    },
    setPermissionCheckHandler(handler: Handler): void {
      permissionHandlers.check = handler
    },
    setDevicePermissionHandler(handler: Handler): void {
      permissionHandlers.device = handler
    },
  }),
})
