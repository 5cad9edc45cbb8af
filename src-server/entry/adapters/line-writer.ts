import { fstatSync, writeSync } from 'node:fs'

/** A standard stream of this process, as far as it is written to. */
export interface LineStream {
  readonly fd: number
  write(text: string): unknown
  on(event: 'error', listener: () => void): unknown
}

/**
 * Writes to a standard stream as long as somebody takes it: that whoever read a pipe went away, or that the disk of a file is
 * full, is no reason to end. What can't be written is lost, and the next line is tried anew.
 */
export function createLineWriter(stream: LineStream): (text: string) => void {
  stream.on('error', ignore)
  // Node's own stream for a file is closed for good by the first error.
  if (isFile(stream.fd))
    return (text) => {
      try {
        writeSync(stream.fd, text)
      } catch {
        ignore()
      }
    }
  return (text) => {
    stream.write(text)
  }
}

function isFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile()
  } catch {
    // Closed before this process began.
    return false
  }
}

/** There is nowhere to tell it. */
function ignore(): void {
  // Nothing to do.
}
