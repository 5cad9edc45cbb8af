import process from 'node:process'
import { ConsoleClient, type ConsoleReply } from '../../support/console-client.ts'
import { MessengerStub } from '../../support/messenger-stub.ts'
import { OWNER_PASSWORD, START, TestServer } from '../../support/test-server.ts'

/** A server for the scenarios: one in this process with a manual clock, or one elsewhere by its address. */
export interface Deployment {
  readonly publicUrl: string
  readonly ownerPassword: string
  /** An action as the owner, who signs in again when the session is over. */
  ask(action: string, input: unknown): Promise<ConsoleReply>
  /** The settings of an MT5 policy that lead to the messenger stub; undefined where there is none. */
  readonly messenger: { readonly messenger_base: string } | undefined
  /** Undefined with the real clock. */
  readonly pass: ((seconds: number) => void) | undefined
  now(): number
  end(): Promise<void>
}

/** PULSEKEY_URL, PULSEKEY_CONSOLE_URL and PULSEKEY_OWNER_PASSWORD name a server elsewhere. */
export function isElsewhere(): boolean {
  return process.env['PULSEKEY_URL'] !== undefined
}

export async function openDeployment(): Promise<Deployment> {
  return isElsewhere() ? reachServer() : startOwn()
}

async function startOwn(): Promise<Deployment> {
  const messenger = await MessengerStub.start()
  const server = await TestServer.start(START, { messengerBases: [messenger.base] })
  return {
    publicUrl: server.running.publicUrl,
    ownerPassword: OWNER_PASSWORD,
    ask: await askAs(server.running.consoleUrl, OWNER_PASSWORD),
    messenger: messenger.settings,
    pass: (seconds) => {
      server.clock.pass(seconds)
    },
    now: () => server.clock.now(),
    end: async () => {
      await server.end()
      await messenger.stop()
    },
  }
}

async function reachServer(): Promise<Deployment> {
  const {
    PULSEKEY_URL: url,
    PULSEKEY_CONSOLE_URL: consoleUrl,
    PULSEKEY_OWNER_PASSWORD: password,
  } = process.env
  if (url === undefined || password === undefined) throw new Error('PULSEKEY_OWNER_PASSWORD is needed too')
  return {
    publicUrl: url,
    ownerPassword: password,
    ask: await askAs(consoleUrl ?? url, password),
    messenger: undefined,
    pass: undefined,
    now: () => Math.floor(Date.now() / 1000),
    end: () => Promise.resolve(),
  }
}

const SIGNED_OUT = 401

async function askAs(url: string, password: string): Promise<Deployment['ask']> {
  let owner = await ConsoleClient.signIn(url, 'owner', password)
  return async (action, input) => {
    const reply = await owner.try(action, input)
    if (reply.code !== SIGNED_OUT) return reply
    owner = await ConsoleClient.signIn(url, 'owner', password)
    return owner.try(action, input)
  }
}
