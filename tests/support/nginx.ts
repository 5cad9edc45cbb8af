import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** Debian keeps it where only root looks. */
const program = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'nginx'))
  .find(existsSync)

export interface Nginx {
  /** One `http://127.0.0.1:port` for each server block, in their order. */
  readonly urls: readonly string[]
  stop(): Promise<void>
}

/**
 * A real nginx with one server for each text, on free ports, in a temporary folder.
 * @param servers the content of a server block without `listen`
 * @param http what all blocks share
 */
export async function startNginx(servers: readonly string[], http = ''): Promise<Nginx> {
  if (program === undefined) throw new Error('nginx is missing: apt-get install nginx-light')
  const folder = mkdtempSync(join(tmpdir(), 'pulsekey-nginx-'))
  const ports = await Promise.all(servers.map(() => freePort()))
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const config = `
    daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 256; }
    http {
      access_log off;
      ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
      ${http}
      ${servers.map((server, i) => `server { listen 127.0.0.1:${ports[i] ?? 0}; ${server} }`).join('\n')}
    }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', `${folder}/error.log`])
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  await until(async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    return existsSync(join(folder, 'pid')) && (await Promise.all(urls.map(answers))).every(Boolean)
  }, 'nginx')
  return {
    urls,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/nothing-is-here`).then(
    () => true,
    () => false,
  )
}
