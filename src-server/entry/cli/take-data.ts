import { resolve } from 'node:path'
import { replaceData } from '../data-folder/replace-data.ts'
import { CommandRefused, outcome, type Command } from './command.ts'

/** Moves the data of another folder to this one, whose own data is set aside. */
export const takeData: Command = async ({ folder, from }, host) => {
  if (from === undefined) throw new CommandRefused('Name the folder with the data by --from')
  const aside = replaceData(from, folder, { pid: host.pid, now: host.now() })
  return outcome(
    0,
    [
      `The data of ${resolve(from)} is in ${folder} now`,
      ...(aside === undefined ? [] : [`The data that was here is set aside in ${aside}`]),
    ],
    { taken: resolve(from), folder, aside: aside ?? null },
  )
}
