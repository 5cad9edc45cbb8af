import process from 'node:process'
import { join, resolve } from 'node:path'
import { moveData, type MoveReport, type MoveResult } from '../../store/moving/move-data.ts'
import type { MoveSource, MoveTarget } from '../../store/moving/move-end.ts'
import { readMigrations } from '../../store/migrations.ts'
import { openByMachines } from '../../store/sealing/data-key.ts'
import { openSqliteSource, openSqliteTarget, type FolderParts } from '../../store/sqlite/moving/ends.ts'
import { lookUpMachineKeys, machineKeyFile } from '../machine-key.ts'
import { findNamedPlace, findTelemetryPlace, isStoreName } from '../store-place.ts'
import { CommandRefused, outcome, type Command, type CommandHost, type CommandOptions } from './command.ts'
import { migrationsOf, sealingOf } from './data.ts'

interface Sides {
  readonly source: MoveSource
  readonly target: MoveTarget
}

/** Moves the data of a stopped server to the other engine, and compares both sides before the old one is closed. */
export const move: Command = async (options, host) => {
  const { from, to } = options
  if (from === undefined || to === undefined) throw new CommandRefused('Name both sides with --from and --to')
  if (isStoreName(from) === isStoreName(to))
    throw new CommandRefused('One side is a folder, and the other one is postgres. take-data moves a folder')
  const begun = performance.now()
  const { source, target } = await open(options, host)
  try {
    host.say(`From ${source.name} to ${target.name}`)
    const result = await moveData(source, target, reportTo(host))
    const seconds = (performance.now() - begun) / 1000
    const facts = {
      ...{ from: source.name, to: target.name, same: result.isSame, differences: result.differences },
      ...{ rows: result.rows, accounts: result.accounts, steps: result.steps, seconds },
      changed: Object.fromEntries(result.changed),
    }
    if (!result.isSame) return outcome(2, failed(result, target.name), facts)
    const opens = await opensSecrets(target, host)
    return outcome(
      result.soundness.auditBreak === undefined && result.soundness.wrongBalances === 0 ? 0 : 1,
      [
        `All ${grouped(result.rows)} rows and ${grouped(result.steps)} steps of ${grouped(result.accounts)} accounts are the same at both sides. ${seconds.toFixed(1)} s`,
        ...changedLines(result),
        ...soundnessLines(result),
        ...nextLines(isStoreName(to), target.name, opens, options, host),
      ],
      { ...facts, secrets_open: opens },
    )
  } finally {
    await source.close()
    await target.close()
  }
}

async function open(
  { from = '', to = '', folder, move: given }: CommandOptions,
  host: CommandHost,
): Promise<Sides> {
  const option = isStoreName(to) ? '--to' : '--from'
  const place = findNamedPlace(option, isStoreName(to) ? to : from, given.storeFile, process.env)
  const telemetry = findTelemetryPlace(given.telemetryStoreFile, process.env) ?? place
  const drizzle = migrationsOf(host)
  const now = host.now()
  const database = {
    ...{ main: place, telemetry, now },
    migrations: {
      main: readMigrations(join(drizzle, 'postgres')),
      telemetry: readMigrations(join(drizzle, 'postgres-telemetry')),
    },
  }
  const parts: FolderParts = {
    ...{ folder: resolve(folder), migrations: drizzle, pid: host.pid, now },
    sealing: sealingOf(host),
    utcOffset: -new Date(now * 1000).getTimezoneOffset(),
  }
  // A source that was marked just before its move was killed may move again.
  const againTo = given.again ? (isStoreName(to) ? place.name : parts.folder) : undefined
  // The desktop has no PostgreSQL, and never loads this.
  const { openPostgresSource, openPostgresTarget } = await import('../../store/postgres/moving/ends.ts')
  const source = isStoreName(from)
    ? await openPostgresSource(database, given.force, againTo)
    : await openSqliteSource(parts, given.force, againTo)
  try {
    const target = isStoreName(to)
      ? await openPostgresTarget(database, source.name, given.again)
      : await openSqliteTarget(parts, source.name, given.again)
    return { source, target }
  } catch (error) {
    await source.close()
    throw error
  }
}

/** A line for each table with rows: its name, its rows, and the time that it took. */
function reportTo(host: CommandHost): MoveReport {
  let last = performance.now()
  const line = (what: string, count: number, end = '') => {
    const now = performance.now()
    const seconds = ((now - last) / 1000).toFixed(1)
    last = now
    if (count > 0)
      host.say(`  ${what.padEnd(22)} ${grouped(count).padStart(12)} ${seconds.padStart(8)} s${end}`)
  }
  return {
    step: (text) => {
      host.say(text)
    },
    moved: line,
    compared: (what, count, isSame) => {
      line(what, isSame ? count : Math.max(count, 1), isSame ? '  same' : '  DIFFERENT')
    },
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}

async function opensSecrets({ reader }: MoveTarget, host: CommandHost): Promise<boolean> {
  const key = await reader.dataKey()
  return key !== undefined && openByMachines(key, lookUpMachineKeys(host.machineKey)) !== undefined
}

function failed({ differences, changed }: MoveResult, target: string): string[] {
  return [
    `These differ: ${differences.join(', ')}. ${target} stays unusable, and the source is as it was`,
    ...(changed.has('main.audit')
      ? [
          'Rows of the audit log hold a character (NUL) that PostgreSQL does not store: their chain would break',
        ]
      : []),
  ]
}

function changedLines({ changed }: MoveResult): string[] {
  return Array.from(
    changed,
    ([table, rows]) =>
      `${grouped(rows)} rows of ${table} held a character (NUL) that PostgreSQL does not store. U+FFFD is there now`,
  )
}

function soundnessLines({ soundness: { auditBreak, wrongBalances } }: MoveResult): string[] {
  return [
    ...(auditBreak === undefined
      ? []
      : [
          `The audit log is ${auditBreak.reason} from row ${auditBreak.brokenAt} on, as it was before the move`,
        ]),
    ...(wrongBalances === 0
      ? []
      : [`${wrongBalances} balances of the ledger differ from their transfers, as they did before the move`]),
  ]
}

function nextLines(
  isToStore: boolean,
  target: string,
  opens: boolean,
  { folder }: CommandOptions,
  host: CommandHost,
): string[] {
  const key = machineKeyFile(host.machineKey)
  const locked = 'The stored secrets are locked until somebody enters the recovery key in the console'
  if (!isToStore)
    return [
      `Start the server with --data ${target}`,
      ...(opens ? [] : [`${locked}, or until ${key} has the key of a copy`]),
    ]
  return [
    `Start the copies with --store-file, each with a data folder of its own: ${folder} opens only with --force now`,
    opens ? `Give each copy this machine's key: --machine-key ${key}` : locked,
  ]
}
