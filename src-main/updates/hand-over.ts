import { chmod, copyFile, rename, stat } from 'node:fs/promises'

export interface Installers {
  /** The AppImage that this program runs from. Undefined for another kind of installation. */
  readonly appImage: string | undefined
  /**
   * Electron's function that opens a file as a double click does.
   * @returns the reason of a failure, or an empty text
   */
  readonly openPath: (path: string) => Promise<string>
}

/**
 * Passes a downloaded file to its installer: the system, or for an AppImage its place on the disk, from which
 * the next start runs.
 * @throws Error when that fails
 */
export async function handOver(path: string, { appImage, openPath }: Installers): Promise<void> {
  if (appImage === undefined) {
    const failure = await openPath(path)
    if (failure !== '') throw new Error(failure)
    return
  }
  // Run from where it is, it would lie in the folder that the next download empties.
  const beside = `${appImage}.new`
  await copyFile(path, beside)
  await chmod(beside, (await stat(appImage)).mode)
  await rename(beside, appImage)
}
