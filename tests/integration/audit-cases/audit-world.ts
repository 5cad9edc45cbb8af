import { ConsoleClient } from '../../support/console-client.ts'
import { OWNER_PASSWORD, type TestServer } from '../../support/test-server.ts'
import { signIn } from '../operators.ts'

export const FOREVER = 4_102_243_200
export const PASSWORD = 'chosen for this test'

/** Makes the data of a case. Each case gets new data and shares none with other cases. */
export class AuditWorld {
  readonly server: TestServer
  /** The password was entered recently, so dangerous acts are allowed. */
  readonly owner: ConsoleClient
  #made = 0

  private constructor(server: TestServer, owner: ConsoleClient) {
    this.server = server
    this.owner = owner
  }

  static async of(server: TestServer): Promise<AuditWorld> {
    const owner = await server.owner()
    await owner.call('step_up', { password: OWNER_PASSWORD })
    return new AuditWorld(server, owner)
  }

  /** A caller without a session. */
  get nobody(): ConsoleClient {
    return new ConsoleClient(this.server.running.consoleUrl, '', '')
  }

  /** A number that no other case has. */
  next(): number {
    return ++this.#made
  }

  name(what: string): string {
    return `${what} ${this.next()}`
  }

  app(): Promise<number> {
    return this.server.application()
  }

  async account(app?: number): Promise<number> {
    const n = this.next()
    const order = { app: app ?? (await this.app()), user: `user_${n}`, password: 'secret-1', qq: `${n}` }
    return (await this.owner.call('account_create', order)).id
  }

  async device(app?: number): Promise<number> {
    const key = `${this.next()}@Server`
    const order = { app: app ?? (await this.app()), account_key: key, vip: FOREVER - 1 }
    return (await this.owner.call('device_create', order)).id
  }

  /** An unused permanent code. */
  async code(): Promise<{
    readonly app: number
    readonly id: number
    readonly kami: string
    readonly batch: number
  }> {
    const app = await this.app()
    const { kamis, batch } = await this.owner.call('code_generate', { app, type: 'permanent', count: 1 })
    const { rows } = await this.owner.call('code_list', { filter: { app } })
    return { app, id: rows[0]!.id, kami: kamis[0]!, batch }
  }

  async file(): Promise<number> {
    const url = 'https://example.com/first.zip'
    return (await this.owner.call('file_create', { app: await this.app(), url })).id
  }

  async developer(): Promise<{ readonly id: number; readonly name: string }> {
    const { developer } = await this.owner.call('developer_create', {
      name: this.name('developer'),
      password: PASSWORD,
    })
    return developer
  }

  async agent(): Promise<number> {
    const { agent } = await this.owner.call('agent_create', { name: this.name('agent'), password: PASSWORD })
    return agent.id
  }

  async staff(): Promise<number> {
    const { staff } = await this.owner.call('staff_create', { name: this.name('staff'), password: PASSWORD })
    return staff.id
  }

  /** A person without a password yet, and the link to set it. */
  async invited(): Promise<{ readonly id: number; readonly invitation: number; readonly token: string }> {
    const { developer, invitation } = await this.owner.call('developer_create', {
      name: this.name('invited'),
    })
    return { id: developer.id, invitation: developer.invitation!.id, token: invitation!.token }
  }

  /** Another person who just signed in, with a password. */
  async someone(): Promise<ConsoleClient> {
    const client = await signIn(this.server, (await this.developer()).name, PASSWORD)
    await client.call('step_up', { password: PASSWORD })
    return client
  }
}
