import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describeSize, download, DownloadFailed, type Progress } from './download.ts'
import { electronSource, mirrorHint } from './electron-source.ts'
import { root } from './tool.ts'

const STALL_MS = 30_000
const TRIES = 3
/** Without a terminal, a line after so many bytes. */
const STEP = 20_000_000

/**
 * Downloads Electron and unpacks it where the package electron looks for it.
 * @param folder of the package electron
 * @param binary the program's path in the archive
 * @returns why it could not be had, or undefined
 */
export async function installElectron(folder: string, binary: string): Promise<string | undefined> {
  const source = electronSource(folder, process.platform, process.arch, process.env)
  if (source === undefined) return `Electron has no program for ${process.platform} on ${process.arch}`
  const file = join(root, '.cache', 'electron', source.name)
  try {
    if (!existsSync(file)) {
      const { url, sha256 } = source
      await download({ url, file, sha256, stallMs: STALL_MS, tries: TRIES, report: progressLine(url) })
      if (process.stderr.isTTY) process.stderr.write('\n')
    }
    await unpack(file, folder, binary)
    rmSync(file)
    return undefined
  } catch (error) {
    if (process.stderr.isTTY) process.stderr.write('\n')
    const why = error instanceof Error ? error.message : String(error)
    return error instanceof DownloadFailed
      ? `Electron could not be downloaded: ${why}. ${mirrorHint(process.platform, process.env)}`
      : `Electron could not be installed: ${why}`
  }
}

/** Unpacks beside the place and renames, so that a half unpacked Electron is never used. */
async function unpack(file: string, folder: string, binary: string): Promise<void> {
  const { extract } = (await import('@electron-internal/extract-zip')) as {
    extract: (zip: string, options: { dir: string }) => Promise<void>
  }
  const [fresh, dist] = [join(folder, 'dist.new'), join(folder, 'dist')]
  rmSync(fresh, { recursive: true, force: true })
  await extract(file, { dir: fresh })
  const types = join(fresh, 'electron.d.ts')
  if (existsSync(types)) renameSync(types, join(folder, 'electron.d.ts'))
  rmSync(dist, { recursive: true, force: true })
  renameSync(fresh, dist)
  writeFileSync(join(folder, 'path.txt'), binary)
}

function progressLine(url: string): (progress: Progress) => void {
  let shown = -1
  return ({ received, total }) => {
    const step = process.stderr.isTTY ? Math.floor(received / 1_000_000) : Math.floor(received / STEP)
    if (step === shown) return
    shown = step
    const of = total === undefined ? '' : ` of ${describeSize(total)}`
    const line = `Getting Electron, this once, from ${new URL(url).host}: ${describeSize(received)}${of}`
    process.stderr.write(process.stderr.isTTY ? `\r${line}` : `${line}\n`)
  }
}
