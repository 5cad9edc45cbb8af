import type { ConsoleClient, ConsoleReply } from '../support/console-client.ts'
import { addOperator, signIn } from './operators.ts'
import { RequestWorld } from './request-world.ts'

/** People who decide requests, and two people without access to them. */
export class ReviewWorld {
  readonly world: RequestWorld
  readonly developer: ConsoleClient
  readonly otherDeveloper: ConsoleClient
  readonly agent: ConsoleClient
  readonly otherAgent: ConsoleClient
  readonly agentId: number
  readonly otherAgentId: number

  private constructor(
    world: RequestWorld,
    people: Pick<
      ReviewWorld,
      'developer' | 'otherDeveloper' | 'agent' | 'otherAgent' | 'agentId' | 'otherAgentId'
    >,
  ) {
    this.world = world
    this.developer = people.developer
    this.otherDeveloper = people.otherDeveloper
    this.agent = people.agent
    this.otherAgent = people.otherAgent
    this.agentId = people.agentId
    this.otherAgentId = people.otherAgentId
  }

  static async start(): Promise<ReviewWorld> {
    const world = await RequestWorld.start()
    const { server } = world
    for (const name of ['developer', 'other developer']) await addOperator(server, name, 'developer')
    const agentId = await addOperator(server, 'agent', 'agent')
    const otherAgentId = await addOperator(server, 'other agent', 'agent')
    return new ReviewWorld(world, {
      developer: await signIn(server, 'developer'),
      otherDeveloper: await signIn(server, 'other developer'),
      agent: await signIn(server, 'agent'),
      otherAgent: await signIn(server, 'other agent'),
      agentId,
      otherAgentId,
    })
  }

  /** An application of the developer, where both agents decide. */
  async application(): Promise<number> {
    const { app } = await this.developer.call('app_create', { name: 'Reviewed' })
    await this.developer.call('app_update', { app, sign: false, window: 0, mt5: { enabled: true } })
    for (const agent of [this.agentId, this.otherAgentId])
      await this.world.owner.call('agent_rights_set', { agent, app, unbind: true, rebind: true })
    return app
  }

  /** A code of the agent's customer, and its request. */
  ofAgent(app: number) {
    return this.world.unbind(app, { code: { type: 'permanent', agent: this.agentId } })
  }

  handle(by: ConsoleClient, id: number, more: object = {}): Promise<ConsoleReply> {
    return by.try('auth_request_handle', { id, decision: 'approve', ...more })
  }
}
