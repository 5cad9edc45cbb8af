import type { SettledFolder } from './settle-folder.ts'

/** Says where the data is, and names data that this server does not use. */
export function describeFolder({ folder, takenFrom, isEarlier, others }: SettledFolder): string[] {
  return [
    takenFrom === undefined
      ? `The data is in ${folder}`
      : `The data of an earlier version was in ${takenFrom}. It was moved to ${folder}`,
    ...(isEarlier ? ['An earlier version put it there. It stays, because its disk is another one'] : []),
    ...others.map(
      (other) =>
        `There is other data in ${other.folder}, last changed ${new Date(other.changedAt).toISOString()}. This server does not use it. To use that data instead, stop the server and run: npm run cli -- take-data --from "${other.folder}"`,
    ),
  ]
}
