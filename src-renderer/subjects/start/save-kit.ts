import type { KitType } from '../../../src-server/contract/application-names.ts'
import { call } from '../../api/console-client.ts'
import { host } from '../../host/host.ts'

/** Saves a client that is filled in for the application. @returns false where the person cancelled */
export async function saveKit(app: number, type: KitType): Promise<boolean> {
  const { name, zip } = await call('kit_get', { app, type })
  return host.saveFile(
    name,
    Uint8Array.from(atob(zip), (letter) => letter.charCodeAt(0)),
  )
}
