import type { ActionInput, ActionName, ActionOutput } from '../../src-server/contract/actions/index.ts'

export interface ConsoleReply {
  readonly code: number
  readonly msg: unknown
  readonly fields?: Record<string, string>
}

/** A signed-in user of the console, as a program: cookie and CSRF token. */
export class ConsoleClient {
  readonly url: string
  readonly cookie: string
  readonly csrf: string

  constructor(url: string, cookie: string, csrf: string) {
    this.url = url
    this.cookie = cookie
    this.csrf = csrf
  }

  static async signIn(url: string, name: string, password: string, otp?: string): Promise<ConsoleClient> {
    const response = await post(url, 'login', { name, password, otp }, {})
    const reply = (await response.json()) as { code: number; msg: { csrf: string } }
    if (reply.code !== 200) throw new Error(`login answered ${JSON.stringify(reply)}`)
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return new ConsoleClient(url, cookie, reply.msg.csrf)
  }

  /** The whole reply, also of a refusal. */
  async try(name: string, input: unknown, headers: Record<string, string> = {}): Promise<ConsoleReply> {
    const response = await post(this.url, name, input, {
      cookie: this.cookie,
      'x-csrf-token': this.csrf,
      ...headers,
    })
    return (await response.json()) as ConsoleReply
  }

  async call<N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionOutput<N>> {
    const reply = await this.try(name, input)
    if (reply.code !== 200) throw new Error(`${name} answered ${JSON.stringify(reply)}`)
    return reply.msg as ActionOutput<N>
  }
}

/** A program that calls with an API token: no cookie, no CSRF token. */
export class TokenClient extends ConsoleClient {
  readonly #token: string

  constructor(url: string, token: string) {
    super(url, '', '')
    this.#token = token
  }

  override async try(
    name: string,
    input: unknown,
    headers: Record<string, string> = {},
  ): Promise<ConsoleReply> {
    const authorization = `Bearer ${this.#token}`
    const response = await post(this.url, name, input, { authorization, ...headers })
    return (await response.json()) as ConsoleReply
  }
}

export function post(
  url: string,
  act: string,
  input: unknown,
  headers: Record<string, string>,
): Promise<Response> {
  return fetch(`${url}/ajax.php?act=${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
}
