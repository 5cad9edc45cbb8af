import { fstatSync, writeSync } from 'node:fs'

/** The part of a standard stream of this process that the writer uses. */
export interface LineStream {
  readonly fd: number
  write(text: string): unknown
  on(event: 'error', listener: () => void): unknown
}

/**
 * Writes to a standard stream. The process does not end when the reader of a pipe went away or the disk of a file is
 * full: a line that can't be written is dropped, and the next one is tried again.
 */
export function createLineWriter(stream: LineStream): (text: string) => void {
  stream.on('error', ignore)
  // The first error closes Node's own stream for a file for good.
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
    // The stream was closed before this process started.
    return false
  }
}

/** There is no other place to report the error. */
function ignore(): void {
  // Nothing to do.
}
