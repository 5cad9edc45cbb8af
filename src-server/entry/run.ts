import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import process from 'node:process'
import type { Log } from '../contract/ports.ts'
import { cryptoRandom, systemClock, systemScheduler } from './adapters/system.ts'
import { readKitsFrom } from './adapters/kit-folder.ts'
import { createJsonLog } from './adapters/json-log.ts'
import { createFirewallReader } from './adapters/firewall/firewall-reader.ts'
import { machineNetwork } from './adapters/machine-network.ts'
import { createLineWriter } from './adapters/line-writer.ts'
import { createProofPort } from './adapters/proof-port.ts'
import type { ServeArguments } from './arguments.ts'
import { ConsolePort } from './console-port.ts'
import { removeRecoverySheet } from './recovery-sheet.ts'
import { startServer, type RunningServer } from './start-server.ts'
import type { ListenerSettings } from '../services/platform/listeners.ts'
import { createLinkResolver } from '../outbound/link-resolver.ts'
import { createOutsidePoster } from '../outbound/outside-poster.ts'
import { FeishuInbound } from '../outbound/bridge/feishu-inbound.ts'
import { FeishuMessenger } from '../outbound/feishu-messenger.ts'
import { addressCaller } from '../outbound/reach/address-caller.ts'
import { createNameLookup } from '../outbound/reach/name-lookup.ts'
import { HomeRouter } from '../outbound/router/home-router.ts'
import { OutsideAlertServices } from '../outbound/alert-services.ts'
import { SmtpMailer } from '../outbound/smtp-mailer.ts'
import type { DataKeyRing } from '../store/sealing/data-key-ring.ts'
import { spreadLastNet } from './last-net.ts'
import { PieceFile } from './bring-over/piece-file.ts'
import { createMoveHost } from './move/create-move-host.ts'
import { findMachineKeys, type MachineKeyPlaces } from './machine-key.ts'
import { createEngine } from './create-engine.ts'
import { findStorePlace, findTelemetryPlace } from './store-place.ts'
import { findOwnerPassword } from './owner-password.ts'

/** The paths of this program's own files: the sources and the bundle differ. */
export interface Places {
  /** The folder of package.json, drizzle/ and out/. */
  readonly root: string
  readonly telemetryWorker: string
  readonly postgresTelemetryWorker: string
  readonly backupWorker: string
}

/** The arguments, with the data folder that was found where they name none. */
export type PlacedArguments = ServeArguments & { readonly data: string }

export interface Started {
  readonly server: RunningServer
  readonly log: Log
  /**
   * The address where the owner sets the first password, or another password if the command line asks for it; else
   * undefined.
   */
  readonly setupUrl: string | undefined
  readonly sealing: DataKeyRing
  readonly folder: string
  /** Whether the server may have other copies. */
  readonly isShared: boolean
}

/** Authorities look for proofs here. */
const PROOF_PORT = 80
/** The kernel spreads connections over several listening sockets on Linux only. */
const SOCKETS = process.platform === 'linux' ? 8 : 1

/**
 * Opens the data folder, starts the server, and makes sure that an owner exists or can be created.
 * @param keychain this machine's key from the desktop, which keeps it in the system's keychain
 */
export async function run(args: PlacedArguments, places: Places, keychain?: string): Promise<Started> {
  const log = createJsonLog(systemClock, createLineWriter(process.stderr))
  const folder = resolve(args.data)
  const migrations = resolve(places.root, 'drizzle')
  const version = readVersion(places.root)
  const place = findStorePlace(args.storeFile, process.env)
  const telemetryPlace = findTelemetryPlace(args.telemetryStoreFile, process.env)
  if (args.sharePort && process.platform !== 'linux') throw new Error('--share-port works on Linux only')
  const { sealing, ...engine } = await createEngine(
    {
      folder,
      migrations,
      ...places,
      version,
      keys: {
        machineKeys: () => findMachineKeys(machineKeyPlaces(args, folder, keychain), cryptoRandom),
        random: cryptoRandom,
      },
      clock: systemClock,
      random: cryptoRandom,
      log,
      utcOffset,
      // A service manager starts it again, and it reads everything anew.
      lost: (why) => {
        log.error('copies.lost', why)
        process.exit(1)
      },
      isForced: args.force,
    },
    place && { ...place, telemetry: telemetryPlace ?? place },
  )
  let started: RunningServer | undefined
  spreadLastNet(log, () => started)
  try {
    const server = await startServer({
      ...engine,
      moveHost: createMoveHost({ root: places.root, data: folder }),
      bringFile: new PieceFile(folder, cryptoRandom),
      sealing,
      recoveryKeyStored: () => {
        removeRecoverySheet(folder)
      },
      clock: systemClock,
      scheduler: systemScheduler,
      random: cryptoRandom,
      log,
      messenger: new FeishuMessenger({
        fetch,
        clock: systemClock,
        bases: readMessengerBases(),
      }),
      inbound: new FeishuInbound({ fetch, bases: readMessengerBases(), log }),
      mailer: new SmtpMailer(),
      alertServices: new OutsideAlertServices({ fetch, clock: systemClock }),
      links: createLinkResolver({ allowLoopback: false }),
      poster: createOutsidePoster({ allowLoopback: false }),
      reachWorld: {
        network: machineNetwork,
        router: new HomeRouter({ gateway: () => machineNetwork.gateway(), fetch }),
        firewall: createFirewallReader(),
        names: createNameLookup(),
        caller: addressCaller,
        fetch,
      },
      kitSources: readKitsFrom(places.root),
      consoleFolder: resolve(places.root, 'out/renderer/console'),
      version,
      demo: args.demo,
      ...(args.movePort !== undefined && { movePort: args.movePort }),
      fixed: fixedBy(args),
      sockets: SOCKETS,
      sharesPort: args.sharePort,
      consoleListener: {
        host: '127.0.0.1',
        port: args.consolePort ?? new ConsolePort(folder, cryptoRandom, log),
        sockets: 1,
      },
      readFile: (path) => readFileSync(path),
      openProofPort: createProofPort('0.0.0.0', PROOF_PORT, log),
      tlsPassPhrase: process.env['PULSEKEY_TLS_PASS_PHRASE'] ?? '',
      utcOffset,
      // A service manager or the desktop starts it again; that start finishes the restore.
      restoreFailed: () => process.exit(1),
    })
    started = server
    const setupUrl = await prepareOwner(server, args)
    if (args.demo) {
      log.warn('demo.server', { data: folder })
      await server.beginDemo()
    }
    return { server, log, setupUrl, sealing, folder, isShared: place !== undefined }
  } catch (error) {
    await started?.stop()
    throw error
  }
}

export function machineKeyPlaces(
  { machineKey }: Pick<ServeArguments, 'machineKey'>,
  folder: string,
  fromKeychain?: string,
): MachineKeyPlaces {
  const named = machineKey ?? process.env['PULSEKEY_MACHINE_KEY_FILE']
  return {
    folder,
    fromKeychain,
    file: named === undefined || named === '' ? undefined : resolve(named),
    credentials: process.env['CREDENTIALS_DIRECTORY'],
  }
}

async function prepareOwner(
  { sessions, consoleUrl }: RunningServer,
  { recoverOwner }: ServeArguments,
): Promise<string | undefined> {
  const setUp = `${consoleUrl}/console/#/setup`
  if (await sessions.hasOwner())
    return recoverOwner ? `${setUp}?recover=1&token=${await sessions.beginRecovery()}` : undefined
  const password = findOwnerPassword(process.env, (path) => readFileSync(path, 'utf8'))
  if (password === undefined) return `${setUp}?token=${await sessions.issueSetupToken()}`
  await sessions.createOwner(password)
  return undefined
}

/** Addresses of messenger services that are allowed in addition, separated by commas. */
function readMessengerBases(): string[] {
  const bases = process.env['PULSEKEY_MESSENGER_BASES'] ?? ''
  return bases.split(',').filter((base) => base.trim() !== '')
}

/** The console can't change what the command line fixes. */
function fixedBy(args: ServeArguments): Partial<ListenerSettings> {
  return {
    ...(args.host !== undefined && { public_host: args.host }),
    ...(args.port !== undefined && { public_port: args.port }),
    ...(args.consolePublic && { console_public: true }),
    ...(args.tlsCert !== undefined && {
      tls_cert: resolve(args.tlsCert),
      tls_key: args.tlsKey === undefined ? '' : resolve(args.tlsKey),
    }),
  }
}

export function readVersion(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : ''
  return typeof version === 'string' ? version : ''
}

/** Minutes the server's wall clock is ahead of UTC. */
function utcOffset(at: number): number {
  return -new Date(at * 1000).getTimezoneOffset()
}
