import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { startLoadProcess } from './load/load-process.ts'
import { createApp, createAccounts, type Guard } from './fixture.ts'
import { signIn } from './server/console-session.ts'
import { startServer } from './server/start-server.ts'
import { kmlogonSubject, mt5Subject, sampleOf } from './subjects.ts'
const [what = 'rc4', accounts = '1000', dur = '3000'] = process.argv.slice(2)
const dir = mkdtempSync('/tmp/sp/prof-')
const server = await startServer(mkdtempSync('/tmp/sp/data-'), { nodeArgs: ['--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${dir}`] })
const session = await signIn(server.console)
const load = startLoadProcess()
const app = await createApp(session, (['plain','signed','rc4'].includes(what) ? what : 'plain') as Guard)
await createAccounts(session, app.app, Number(accounts))
const subject = what.startsWith('mt5') ? mt5Subject('mt5pulse', server, app.app, { accounts: Number(accounts) }) : kmlogonSubject(server, app)
for (let i = 0; i < 2; i++) {
const m = await load.measure({ ...sampleOf(subject, i), connections: 64, keepAlive: true, warmUpMs: 300, measureMs: Number(dur) })
console.log(what, Math.round(m.calls / m.seconds), 'loop us', (m.loopSeconds! / m.calls * 1e6).toFixed(1), 'all us', (m.serverSeconds! / m.calls * 1e6).toFixed(1), 'p99', m.p99Ms)
}
session.close(); load.stop()
await server.stop()
for (const f of readdirSync(dir)) {
  const p = JSON.parse(readFileSync(`${dir}/${f}`, 'utf8'))
  const self = new Map<string, number>(); const byId = new Map<number, any>()
  for (const n of p.nodes) byId.set(n.id, n)
  let total = 0
  p.samples.forEach((id: number, i: number) => { const n = byId.get(id); const d = p.timeDeltas[i]; const k = `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').slice(-2).join('/')}:${n.callFrame.lineNumber + 1}`; self.set(k, (self.get(k) ?? 0) + d); if (!k.startsWith('(idle)')) total += d })
  const top = [...self].sort((a, b) => b[1] - a[1]).slice(0, 45)
  console.log(f, (total / 1e6).toFixed(1) + ' s')
  for (const [k, t] of top) console.log((100 * t / total).toFixed(1).padStart(6), k)
}
