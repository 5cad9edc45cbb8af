/** `node build/runtime/prepare.ts`: gets the real Electron for the tests, and prints its folder. */
import { prepareElectron } from './prepare-electron.ts'

const electron = await prepareElectron()
if ('missing' in electron) {
  console.error(`No real Electron: ${electron.missing}`)
  process.exitCode = 1
} else {
  console.log(electron.folder)
}
