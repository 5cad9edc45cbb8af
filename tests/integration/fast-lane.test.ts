import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { RawConnection } from './raw-connection.ts'

let server: TestServer
let app: number
let connection: RawConnection

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application({ free_mode: true })
})
afterEach(() => {
  connection.close()
})
afterAll(() => server.end())

const head = (length: number, headers = '') =>
  `POST /api.php?api=kmlogon&app=${app} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${length}\r\n\r\n`
const plain = (body: string, headers = '') => head(body.length, headers) + body
const kamiOf = ({ body }: { body: string }) => (JSON.parse(body) as { msg: { kami: string } }).msg.kami
const withoutDate = ({ head: text }: { head: string }) => text.replace(/\r\nDate: [^\r]+/, '')

/** The same call in one packet, which the fast lane answers, and in two packets, which node:http answers. */
async function bothWays(headers = '') {
  const body = 'kami=K&markcode=1'
  connection = await RawConnection.open(server.running.publicUrl)
  await connection.write(plain(body, headers))
  const fast = await connection.reply()
  connection.close()
  connection = await RawConnection.open(server.running.publicUrl)
  await connection.write(head(body.length, headers))
  await connection.write(body)
  return { fast, slow: await connection.reply() }
}

describe('the fast lane and node:http', () => {
  it.each(['', 'Connection: close\r\n', 'Connection: keep-alive\r\n'])(
    'answer alike: %j',
    async (headers) => {
      const { fast, slow } = await bothWays(headers)
      expect([withoutDate(fast), fast.body]).toEqual([withoutDate(slow), slow.body])
      expect(fast.head).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/)
    },
  )

  it.each(['/yz', '/', '/a/b'])('serve any folder: %s', async (folder) => {
    const body = 'kami=K&markcode=1'
    const first = head(body.length).replace('/api.php', `${folder}/api.php`)
    connection = await RawConnection.open(server.running.publicUrl)
    for (const packets of [[first + body], [first, body]]) {
      for (const packet of packets) await connection.write(packet)
      expect(kamiOf(await connection.reply())).toBe('K')
    }
  })

  it('take turns on a connection', async () => {
    connection = await RawConnection.open(server.running.publicUrl)
    const bodies = ['kami=A&markcode=1', 'kami=B&markcode=1', 'kami=C&markcode=1']
    await connection.write(plain(bodies[0]!))
    expect(kamiOf(await connection.reply())).toBe('A')
    await connection.write(head(bodies[1]!.length))
    await connection.write(bodies[1]!)
    expect(kamiOf(await connection.reply())).toBe('B')
    await connection.write(plain(bodies[2]!))
    expect(kamiOf(await connection.reply())).toBe('C')
  })

  it('answer calls sent without waiting in their order', async () => {
    connection = await RawConnection.open(server.running.publicUrl)
    const kamis = ['A', 'B', 'C', 'D']
    await connection.write(plain('kami=first&markcode=1'))
    await connection.write(kamis.map((kami) => plain(`kami=${kami}&markcode=1`)).join(''))
    const answers: string[] = []
    for (let i = 0; i < 5; i++) answers.push(kamiOf(await connection.reply()))
    expect(answers).toEqual(['first', ...kamis])
  })

  it('serve the console beside it', async () => {
    connection = await RawConnection.open(server.running.consoleUrl)
    await connection.write(plain('kami=A&markcode=1'))
    expect(kamiOf(await connection.reply())).toBe('A')
    await connection.write('GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    expect((await connection.reply()).status).toBe(404)
  })
})
