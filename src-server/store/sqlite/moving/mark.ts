import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { readMark, refuseMoved, type MoveMark } from '../../moving/marks.ts'
import { syncFolder } from '../backups/places.ts'

const markFile = (folder: string): string => join(folder, 'data-move.json')

export function findMark(folder: string): MoveMark | undefined {
  const file = markFile(folder)
  return existsSync(file) ? readMark(readFileSync(file, 'utf8')) : undefined
}

/** Stores the mark of a folder before anything else happens to it. @param mark undefined: none any more */
export function saveMark(folder: string, mark: MoveMark | undefined): void {
  const file = markFile(folder)
  if (mark === undefined) rmSync(file, { force: true })
  else {
    const part = `${file}.part`
    rmSync(part, { force: true })
    const handle = openSync(part, 'wx', 0o600)
    try {
      writeSync(handle, JSON.stringify(mark))
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(part, file)
  }
  syncFolder(folder)
}

/** As refuseMoved, for the data of a folder. */
export function requireNotMoved(folder: string, isForced: boolean): void {
  refuseMoved(findMark(folder), folder, isForced)
}
