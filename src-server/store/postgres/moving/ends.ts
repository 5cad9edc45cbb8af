import { DataFolderError } from '../../data-folder-error.ts'
import { incomplete, refuseMoved } from '../../moving/marks.ts'
import type { MoveSource, MoveTarget } from '../../moving/move-end.ts'
import { loadMain } from './bulk-load.ts'
import { copyIn } from './copy-lines.ts'
import { DatabaseConnections, type DatabaseParts } from './database-end.ts'
import { findMark, saveMark } from './mark.ts'
import { columnList, movedTables, placeOfTable } from './moved-tables.ts'
import { createReader } from './reader.ts'
import { TelemetryWriter } from './telemetry-writer.ts'

export type { DatabaseParts, NamedPlace } from './database-end.ts'

/** An index that a move made before it was ended is there already. */
const AGAIN = (make: string) => make.replace(/^CREATE INDEX /, 'CREATE INDEX IF NOT EXISTS ')

/**
 * Opens a database whose data moves away.
 * @param isForced whether it may have moved away before
 * @param againTo the place to which it may have moved before: that move was killed at its end
 * @throws DataFolderError where copies use it, or where it has no data
 */
export async function openPostgresSource(
  parts: DatabaseParts,
  isForced: boolean,
  againTo: string | undefined,
): Promise<MoveSource> {
  const connections = await DatabaseConnections.open(parts)
  const { main } = connections
  const { name } = parts.main
  try {
    refuseMoved(await findMark(main), name, isForced, againTo)
    const reader = createReader(connections)
    if ((await reader.dataKey()) === undefined)
      throw new DataFolderError(`There is no data in ${name}.`, `${name} 中没有数据。`)
    return {
      name,
      reader,
      markMoved: async (to) => {
        await saveMark(main, { state: 'moved', to, at: parts.now })
      },
      close: () => connections.close(),
    }
  } catch (error) {
    await connections.close()
    throw error
  }
}

/**
 * Opens a database for data that moves there, and marks it as incomplete.
 * @param from where the data comes from, for people
 * @param again whether it may have the rest of a move that did not end
 * @throws DataFolderError where it has other data
 */
export async function openPostgresTarget(
  parts: DatabaseParts,
  from: string,
  again: boolean,
): Promise<MoveTarget> {
  const connections = await DatabaseConnections.open(parts)
  const { main, side, telemetry, pool } = connections
  const { name } = parts.main
  const figures = new TelemetryWriter(pool)
  try {
    const mark = await findMark(main)
    if (mark?.state === 'incomplete' && !again) throw incomplete(name, mark.from)
    const isAgain = mark?.state === 'incomplete'
    if (!isAgain) await requireEmpty(connections)
    // The rest of that move is there alone: figures elsewhere are of another server.
    if (!isAgain || mark.figures !== parts.telemetry.name) await requireNoFigures(connections)
    let searches = isAgain ? (mark.searches ?? []) : []
    const note = { state: 'incomplete', from, at: parts.now, figures: parts.telemetry.name } as const
    await saveMark(main, { ...note, searches })
    let making: Promise<void> = Promise.resolve()
    return {
      name,
      reader: createReader(connections),
      fillMain: async (tables, lastNumbers) => {
        await loadMain(main, tables, lastNumbers, async (statements) => {
          searches = [...new Set([...searches, ...statements])]
          await saveMark(main, { ...note, searches })
        })
        making = (async () => {
          for (const make of searches) await side.query(AGAIN(make))
        })()
        // `finish` waits for it and gets its error.
        making.catch(() => undefined)
      },
      fillTelemetry: async (tables, pages, progress) => {
        await figures.clear()
        for await (const { table, rows } of tables)
          await copyIn(
            telemetry,
            `COPY ${placeOfTable('telemetry', table)} (${columnList(table)}) FROM STDIN`,
            rows,
          )
        await telemetry.query(
          `SELECT setval('telemetry.code_events_id_seq', (SELECT max(id) FROM telemetry.code_events))`,
        )
        await figures.saveProgress(progress)
        for await (const page of pages) await figures.write(page)
        await telemetry.query(`ANALYZE ${FIGURES.map((one) => `telemetry.${one}`).join(', ')}`)
      },
      settle: async () => {
        await making
        // A commit that waits for the disk: the figures before it are on disk too.
        await telemetry.query('SET synchronous_commit = on; UPDATE telemetry.turns SET account = 0')
      },
      finish: async () => {
        await saveMark(main, undefined)
      },
      close: async () => {
        await making.catch(() => undefined)
        await connections.close()
      },
    }
  } catch (error) {
    await connections.close()
    throw error
  }
}

const FIGURES = [
  'latest',
  'programs',
  'code_events',
  'fleet_samples',
  'day_pages',
  'minutes',
  'ten_minutes',
  'hours',
]

/** @throws DataFolderError where a server has kept data there */
async function requireEmpty({ main, parts }: DatabaseConnections): Promise<void> {
  for (const { name } of movedTables('main')) {
    const { rowCount } = await main.query(`SELECT 1 FROM public."${name}" LIMIT 1`)
    if (rowCount !== 0) throw notEmpty(parts.main.name)
  }
}

/** @throws DataFolderError where a server has kept figures there */
async function requireNoFigures({ telemetry, parts }: DatabaseConnections): Promise<void> {
  for (const name of FIGURES) {
    const { rowCount } = await telemetry.query(`SELECT 1 FROM telemetry.${name} LIMIT 1`)
    if (rowCount !== 0) throw notEmpty(parts.telemetry.name)
  }
}

function notEmpty(name: string): DataFolderError {
  return new DataFolderError(
    `There is data in ${name} already. Name an empty database. Nothing was changed.`,
    `${name} 中已有数据。请指定空数据库。未作任何更改。`,
  )
}
