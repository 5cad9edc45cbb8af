import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { closeLoopback, openLoopback, urlOf } from './loopback.ts'

const FILE_PASSWORD = 'k7xw'

/**
 * A file-sharing service on the loopback: a file, redirects, dead pages, and pages whose script asks for the
 * file's address, like those of Lanzou. `/p…` asks for the password k7xw.
 */
export class ShareStub {
  readonly requests: string[] = []
  /** Shared files that lead to `/file/<name>`; a file is unshared when it is taken out. */
  readonly shared = new Map<string, string>([
    ['open', 'a.apk'],
    ['pword', 'b.apk'],
    ['pform', 'c.apk'],
  ])
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<ShareStub> {
    const server = createServer()
    const stub = new ShareStub(server)
    server.on('request', (request, response) => {
      void readAll(request).then((body) => {
        stub.#answer(request, new URLSearchParams(body), response)
      })
    })
    await openLoopback(server)
    return stub
  }

  get url(): string {
    return urlOf(this.#server)
  }

  async stop(): Promise<void> {
    await closeLoopback(this.#server)
  }

  #answer(request: IncomingMessage, body: URLSearchParams, response: ServerResponse): void {
    const url = new URL(request.url ?? '', this.url)
    this.requests.push(`${request.method ?? ''} ${url.pathname}`)
    const name = url.pathname.slice(1)
    if (name.startsWith('to/')) redirect(response, decodeURIComponent(name.slice(3)))
    else if (/^hop[0-9]$/.test(name))
      redirect(response, name === 'hop0' ? '/raw.zip' : `/hop${Number(name[3]) - 1}`)
    else if (name === 'raw.zip') send(response, 'application/zip', 'PK')
    else if (name === 'attached') {
      response.setHeader('content-disposition', 'attachment; filename="a.txt"')
      send(response, 'text/plain', 'x')
    } else if (name === 'nothing') send(response, 'text/html', '<p>Welcome</p>')
    else if (name === 'gone') send(response, 'text/html', '<p>gone</p>', 404)
    else if (name === 'endless') endless(response)
    else if (name === 'hang') return
    else if (name === 'fn') send(response, 'text/html', script(`'sign':sig,'kd':1`, `var sig = 'sign-open';`))
    else if (name === 'ajaxm.php') this.#giveAddress(request, body, response)
    else if (name.startsWith('file/')) redirect(response, `/cdn/${url.search.slice(1)}`)
    else this.#page(name, response)
  }

  #page(name: string, response: ServerResponse): void {
    if (!this.shared.has(name)) send(response, 'text/html', '<div>文件取消分享了</div>')
    else if (name === 'open')
      send(response, 'text/html', '<iframe class="ifr2" src="/fn?abcdefghijklmnop"></iframe>')
    else if (name === 'pword') send(response, 'text/html', script(`'sign':'sign-pword','kd':1,'p':pwd`, ''))
    else
      send(
        response,
        'text/html',
        `<script>$.ajax({url:'/ajaxm.php?file=1',data:'action=downprocess&sign=sign-pform&p='+pwd,})</script>`,
      )
  }

  #giveAddress(request: IncomingMessage, body: URLSearchParams, response: ServerResponse): void {
    const name = (body.get('sign') ?? '').replace('sign-', '')
    const file = this.shared.get(name)
    const isRight = name === 'open' || body.get('p') === FILE_PASSWORD
    const knowsPage = (request.headers.referer ?? '').startsWith(this.url)
    if (file === undefined || !knowsPage || body.get('action') !== 'downprocess')
      json(response, { zt: 0, inf: 'sign error' })
    else if (!isRight) json(response, { zt: 0, inf: '密码不正确' })
    else json(response, { zt: 1, dom: this.url, url: `?${file}`, inf: file })
  }
}

const script = (fields: string, before: string) => `<script>
// data : { 'action':'downprocess','sign':'an old one' },
${before}
$.ajax({ type : 'post', url : '/ajaxm.php?file=1', data : { 'action':'downprocess',${fields} }, dataType : 'json' })
</script>`

function send(response: ServerResponse, type: string, body: string, status = 200): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

function json(response: ServerResponse, body: unknown): void {
  send(response, 'text/json', JSON.stringify(body))
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location, 'set-cookie': 'a=b' }).end()
}

/** A page that never ends. */
function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' })
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', more)
  more()
}

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
