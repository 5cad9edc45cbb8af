import { chmod, copyFile, rename, stat } from 'node:fs/promises'

export interface Installers {
  readonly platform: NodeJS.Platform
  /** The AppImage that this program runs from. Undefined for another kind of installation. */
  readonly appImage: string | undefined
  /**
   * Electron's function that opens a file as a double click does.
   * @returns the reason of a failure, or an empty text
   */
  readonly openPath: (path: string) => Promise<string>
  /** Starts a program as soon as this one has ended. */
  readonly startAfter: (program: string, args: readonly string[]) => void
}

/** Of electron-builder's NSIS: install without a window over the present version, then start the program. */
const SILENTLY = ['--updated', '/S', '--force-run']

/**
 * Passes a downloaded file to its installer. On Windows, and for an AppImage, the new version starts by
 * itself, so that the server runs again. A .dmg and a .deb are opened for a person to finish.
 * @param byUser a person is present; otherwise the system ends, and only a file is exchanged
 * @throws Error when that fails
 */
export async function handOver(path: string, byUser: boolean, installers: Installers): Promise<void> {
  const { platform, appImage, openPath, startAfter } = installers
  if (appImage !== undefined) {
    await replace(appImage, path)
    if (byUser) startAfter(appImage, [])
    return
  }
  if (!byUser) return
  if (platform === 'win32') {
    startAfter(path, SILENTLY)
    return
  }
  const failure = await openPath(path)
  if (failure !== '') throw new Error(failure)
}

async function replace(appImage: string, path: string): Promise<void> {
  // Run from where it is, it would lie in the folder that the next download empties.
  const beside = `${appImage}.new`
  await copyFile(path, beside)
  await chmod(beside, (await stat(appImage)).mode)
  await rename(beside, appImage)
}
