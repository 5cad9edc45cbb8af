import express from 'express'
import { answerTo } from './form.ts'

/** The same echo, as Express's documentation writes it. */
const app = express()
app.use(express.urlencoded())
app.post('/api.php', (request, response) => {
  const { account_key: accountKey, value } = request.body as { account_key: string; value: string }
  response.json(answerTo(accountKey, value))
})
const server = app.listen(Number(process.argv[2]), '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') console.log(`ready ${address.port}`)
})
