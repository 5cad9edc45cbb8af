import { findInPath } from './find-in-path.ts'
import { installOnDebian } from '../../../build/launch/debian-packages.ts'
import { type PreparedElectron, prepareElectron } from '../../../build/runtime/prepare-electron.ts'

/**
 * Command and Debian package: a display without a screen, a window manager, input, and a tool that turns root
 * into an ordinary user.
 */
const TOOLS = { Xvfb: 'xvfb', openbox: 'openbox', xdotool: 'xdotool', setpriv: 'util-linux' }

const missingTools = (): string[] => Object.keys(TOOLS).filter((command) => !findInPath(command))

/**
 * The real Electron with all that its tests need, where it is available; or a short reason why they are
 * skipped.
 */
export async function wantedElectron(): Promise<PreparedElectron> {
  if (process.env['PULSEKEY_REAL_ELECTRON'] !== '1') {
    return { missing: 'PULSEKEY_REAL_ELECTRON=1 asks for it' }
  }
  const electron = await prepareElectron()
  if ('missing' in electron) return electron
  if (missingTools().length > 0) installOnDebian(Object.values(TOOLS))
  const still = missingTools()
  return still.length > 0 ? { missing: `${still.join(', ')} can't be found` } : electron
}
