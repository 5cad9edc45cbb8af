import { createReadStream, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  BRING_ANSWERS,
  BRING_CODES,
  BRING_SYSTEMS,
  type BringAnswer,
} from '../../contract/bring-over-names.ts'
import type { BringReport } from '../../contract/records/bring-over.ts'
import { permissionsOf } from '../../contract/permissions.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { Followers } from '../../copies/followers.ts'
import { followApplications } from '../../services/following.ts'
import { ApplicationRegistry } from '../../services/applications/application-registry.ts'
import type { BringOrder } from '../../services/bring-over/bring-parts.ts'
import { bringOver as bring } from '../../services/bring-over/bring-run.ts'
import { beginNote, endNote } from '../../services/bring-over/unfinished.ts'
import { audit } from '../../services/platform/audit-trail.ts'
import { Passwords } from '../../services/session/passwords.ts'
import type { Store } from '../../store/store.ts'
import { CommandRefused, outcome, type Command, type CommandOptions } from './command.ts'
import { openData, requireData, requireStopped, sealingOf } from './data.ts'

/** Rows that were not taken, on the screen. All of them are in the output for machines. */
const MOST_SHOWN = 50

/** Brings the data of another licence system over, from a file of any size. With --check it only says what it would do. */
export const bringOver: Command = async (options, host) => {
  const { folder, from } = options
  if (from === undefined || !existsSync(resolve(from))) throw new CommandRefused('Name the file with --from')
  requireData(folder)
  requireStopped(folder, 'While it runs, bring the file over in the console (Platform, Backups).')
  const order = orderOf(options)
  const stores = await openData(folder, host, sealingOf(host))
  try {
    const { store } = stores
    const registry = await loadApplications(store)
    if (order.app !== undefined && registry.find(order.app) === undefined)
      throw new CommandRefused(`There is no application ${order.app}`)
    const actor = await findOwner(store)
    const clock = { now: host.now, nowMs: () => host.now() * 1000 }
    const parts = {
      store,
      registry,
      passwords: new Passwords(),
      clock,
      random: host.random,
    }
    const file = resolve(from)
    const open = () => createReadStream(file)
    const checked = await bring(parts, actor, { ...order, dryRun: true }, open)
    const isOpen = openConflicts(checked.report, order.answers).length > 0
    if (options.bring.check || isOpen) return report(checked, order, isOpen && !options.bring.check ? 2 : 0)
    const at = host.now()
    await store.write(
      async (unit) => {
        await beginNote(unit, { file, at })
        await audit(unit, actor, at, {
          action: 'bring_over',
          subject: { kind: 'settings', id: 'platform', label: file },
          after: { file, system: order.system, by: 'command line' },
        })
      },
      { durable: true },
    )
    const done = await bring(parts, actor, order, open)
    await store.write((unit) => endNote(unit), { durable: true })
    return report(done, order, 0)
  } finally {
    await stores.close()
  }
}

/** The applications follow what the file adds. */
async function loadApplications(store: Store): Promise<ApplicationRegistry> {
  const registry = new ApplicationRegistry()
  await registry.load(store)
  const followers = new Followers(store, (error) => {
    throw error
  })
  followApplications(followers, registry, () => undefined)
  store.onChanged((changes) => followers.followOwn(changes))
  return registry
}

function orderOf({ bring: { system, app, answers, codes } }: CommandOptions): BringOrder {
  const known = BRING_SYSTEMS.find((name) => name === system)
  if (known === undefined) throw new CommandRefused(`--system is one of ${BRING_SYSTEMS.join(', ')}`)
  if ((app === undefined) !== (known === 'php'))
    throw new CommandRefused(
      '--app names the application for codes of keyauth and keygen; a dump has its own',
    )
  const how = BRING_CODES.find((name) => name === codes)
  if (how === undefined) throw new CommandRefused(`--codes is one of ${BRING_CODES.join(', ')}`)
  return {
    system: known,
    app: app === undefined ? undefined : Number(app),
    answers: new Map(answers.map(readAnswer)),
    codes: how,
    dryRun: false,
  }
}

function readAnswer(text: string): [number, BringAnswer] {
  const [app = '', answer] = text.split('=')
  const known = BRING_ANSWERS.find((name) => name === answer)
  if (!/^\d+$/.test(app) || known === undefined)
    throw new CommandRefused(`--answer is NUMBER=WHAT, with WHAT one of ${BRING_ANSWERS.join(', ')}`)
  return [Number(app), known]
}

/** The command line acts as the owner. */
async function findOwner(store: Store): Promise<Actor> {
  const owner = await store.read((unit) => unit.operators.owner())
  if (owner === undefined) throw new CommandRefused('There is no owner yet: start the server to set one up')
  const { id, name } = owner
  return { operatorId: id, personId: id, name, role: 'owner', permissions: permissionsOf('owner'), ip: '' }
}

function openConflicts({ applications }: BringReport, answers: BringOrder['answers']) {
  return applications.filter(({ app, here }) => here?.same === false && !answers.has(app))
}

type Result = Awaited<ReturnType<typeof bring>>

function report({ report: facts, left }: Result, { answers }: BringOrder, exit: 0 | 2) {
  const width = Math.max(...facts.tables.map(({ table }) => table.length), 0)
  return outcome(
    exit,
    [
      'table: rows read, taken, here already, left',
      ...facts.tables.map(
        ({ table, read, taken, same, left: not }) =>
          `${table.padEnd(width)}  ${read}  ${taken}  ${same}  ${not}`,
      ),
      ...facts.left.map(({ table, reason, count }) => `left: ${table}, ${reason}: ${count}`),
      ...facts.remarks.map(({ table, remark, count }) => `differs: ${table}, ${remark}: ${count}`),
      ...left
        .slice(0, MOST_SHOWN)
        .map(({ table, line, label, reason, detail }) =>
          ['line', line, table, JSON.stringify(label), reason, detail]
            .filter((part) => part !== '')
            .join(' '),
        ),
      ...(left.length > MOST_SHOWN ? [`and ${left.length - MOST_SHOWN} more; --json names them`] : []),
      ...openConflicts(facts, answers).map(
        ({ app, here }) =>
          `Number ${app} is that of ${JSON.stringify(here?.name)} here: say --answer ${app}=leave, ${app}=merge or ${app}=new_number`,
      ),
    ],
    { ...facts, rows: left, ...(exit === 2 && { error: 'a number is taken here' }) },
  )
}
