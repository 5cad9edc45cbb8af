import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { listPackage } from '@electron/asar'
import { type AfterPackContext, Arch } from 'app-builder-lib'

import { whyIncomplete } from './native-files.ts'
import { whyForeignFiles, whyNoticesMissing } from './shipped-files.ts'

/**
 * electron-builder's hook. It refuses a package without its platform's libraries, without the notices, or
 * with our sources, before a customer gets it.
 */
export default function afterPack({
  packager,
  appOutDir,
  electronPlatformName,
  arch,
}: AfterPackContext): void {
  const resources = packager.getResourcesDir(appOutDir)
  const unpacked = readdirSync(join(resources, 'app.asar.unpacked'), { recursive: true, encoding: 'utf8' })
  const archived = listPackage(join(resources, 'app.asar'), { isPack: false })
  const why =
    whyIncomplete(unpacked, electronPlatformName, Arch[arch]) ??
    whyNoticesMissing(unpacked) ??
    whyForeignFiles(archived)
  if (why !== undefined) throw new Error(why)
}
