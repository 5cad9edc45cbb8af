import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A disk of a few megabytes in memory, which a test fills. */
export class SmallDisk {
  // A socket's path has at most 107 characters.
  readonly folder = mkdtempSync('/tmp/pulsekey-disk-')

  /** @throws where this user may mount nothing: the tests need root, as in a container of Docker with --privileged */
  constructor(megabytes: number) {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'pulsekey', this.folder])
    } catch (cause) {
      throw new Error(
        'A full disk is tested on a small one, and only root mounts it: run the tests as root',
        {
          cause,
        },
      )
    }
  }

  /** Takes all its room. */
  fill(): void {
    const { bavail, bsize } = statfsSync(this.folder)
    try {
      writeFileSync(this.#filler, Buffer.alloc((bavail + 1) * bsize))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }

  /** Gives the room back. */
  empty(): void {
    rmSync(this.#filler)
  }

  get #filler(): string {
    return join(this.folder, 'filler')
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.folder])
    rmSync(this.folder, { recursive: true, force: true })
  }
}
