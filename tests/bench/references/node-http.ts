import { createServer } from 'node:http'
import { answerTo, parseForm } from './form.ts'

/** The fastest form echo that node:http allows: no routing, no storage. */
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const pairs = parseForm(Buffer.concat(parts).toString())
    const text = JSON.stringify(answerTo(pairs.get('account_key') ?? '', pairs.get('value') ?? ''))
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
    })
    response.end(text)
  })
})
server.listen(Number(process.argv[2]), '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`ready ${address.port}`)
})
