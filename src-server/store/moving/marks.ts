import { DataFolderError } from '../data-folder-error.ts'

/** The note of a move in the data. */
export type MoveMark =
  /** The data is on its way here, and not all of it has come. */
  | { readonly state: 'incomplete'; readonly from: string; readonly at: number }
  /** The data is elsewhere now. */
  | { readonly state: 'moved'; readonly to: string; readonly at: number }

export function readMark(text: string | undefined): MoveMark | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as MoveMark)
}

/**
 * Refuses data that a move left behind, or that it has not completed.
 * @param name of the data, for people
 * @param isForced whether data that was moved may be opened all the same
 * @param againTo a place to which it may move once more
 * @throws DataFolderError
 */
export function refuseMoved(
  mark: MoveMark | undefined,
  name: string,
  isForced: boolean,
  againTo?: string,
): void {
  if (mark?.state === 'incomplete') throw incomplete(name, mark.from)
  if (mark === undefined || isForced || mark.to === againTo) return
  const day = new Date(mark.at * 1000).toISOString().slice(0, 10)
  throw new DataFolderError(
    `The data of ${name} was moved to ${mark.to} on ${day} (UTC). What was done since is there: open the console of that server. Only --force opens this old state.`,
    `${name} 中的数据已于 ${day}（UTC）迁移到 ${mark.to}，之后的更改都在那里：请打开那台服务器的控制台。只有 --force 才会打开这份旧数据。`,
  )
}

export function incomplete(name: string, from: string): DataFolderError {
  return new DataFolderError(
    `The data of ${name} is incomplete: a move from ${from} did not end. The data there is whole. Run the move again with --again, or start the server on ${from}.`,
    `${name} 中的数据不完整：从 ${from} 的迁移没有完成，原数据完好。请带 --again 重新迁移，或在 ${from} 上启动服务器。`,
  )
}
