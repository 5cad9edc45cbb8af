// 示例：node sample-node.mjs 卡密 [unbind]
// Sample: node sample-node.mjs CODE [unbind]
import { Licence } from './pulsekey.mjs'

const [code = '', act = ''] = process.argv.slice(2)
const licence = new Licence({ code, onChange: show })

function show({ status, allowed, end, code, message, update }) {
  const until = end > 0 ? ` -> ${new Date(end * 1000).toISOString()}` : ''
  console.log(`${allowed ? 'OK' : '--'} ${status}${until} ${code > 0 ? code : ''} ${message}`.trim())
  if (update) console.log(`新版本 / new version ${update.version}: ${update.text} ${update.url}`)
}

if (act === 'unbind') {
  const { done, message } = await licence.unbind()
  console.log(done ? '已解绑 / unbound' : message)
} else {
  licence.start()
  // 您的程序：每次工作前看 licence.allowed。 Your program looks at licence.allowed before each piece of work.
  setInterval(() => {
    if (licence.allowed) work()
  }, 1000)
}

function work() {}
