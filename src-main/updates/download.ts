import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { ReleaseFile } from './feed.ts'

/** Electron's `net.fetch`, which uses the system's proxy. */
export type Fetch = (url: string) => Promise<Response>

/** `incomplete`: the connection broke or the server refused. `altered`: the file isn't the signed one. */
export type DownloadRefusal = 'incomplete' | 'altered'

/**
 * Downloads a release's file, and gives it its name only when it is the signed one.
 * @param folder for updates only; everything else in it is deleted
 * @returns the file's path
 */
export async function download(
  fetch: Fetch,
  file: ReleaseFile,
  folder: string,
): Promise<{ readonly path: string } | DownloadRefusal> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const path = join(folder, basename(new URL(file.url).pathname))
  const partial = `${path}.part`
  const result = await save(fetch, file, partial)
  if (result === undefined) {
    await rename(partial, path)
    return { path }
  }
  await rm(partial, { force: true })
  return result
}

async function save(fetch: Fetch, file: ReleaseFile, path: string): Promise<DownloadRefusal | undefined> {
  const hash = createHash('sha512')
  let size = 0
  try {
    const { ok, body } = await fetch(file.url)
    if (!ok || body === null) return 'incomplete'
    const measured = Readable.fromWeb(body as never).map((chunk: Uint8Array) => {
      size += chunk.length
      // Otherwise a server could fill the disk.
      if (size > file.size) throw new RangeError('longer than was signed')
      hash.update(chunk)
      return chunk
    })
    await pipeline(measured, createWriteStream(path, { mode: 0o700 }))
  } catch (error) {
    return error instanceof RangeError ? 'altered' : 'incomplete'
  }
  if (size < file.size) return 'incomplete'
  return hash.digest('base64') === file.sha512 ? undefined : 'altered'
}
