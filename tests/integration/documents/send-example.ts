import { expect } from 'vitest'
import { PNG } from '../../support/pictures.ts'
import type { Example } from '../../../build/documents/reference/read-reference.ts'

const PLACEHOLDER = /\{(\w+)\}/g
/** The files that requests send, by their documented names. */
const FILES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = { 'receipt.png': new Uint8Array(PNG) }

/** Sends the request of an example, and compares the answer with the documented one. */
export async function sendExample(
  url: string,
  { request, answer, kind }: Example,
  known: Map<string, string>,
): Promise<void> {
  const { method, target, body, file } = readRequest(fill(request, known))
  const response = await fetch(url + target, {
    method,
    ...(file !== undefined && { body: FILES[file]! }),
    ...(body !== '' && { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  })
  const text = await response.text()
  switch (kind) {
    case 'json':
      compare(text, JSON.stringify(JSON.parse(answer)), known)
      break
    case 'text':
      expect(text).toBe(answer.replaceAll('\n', ''))
      break
    default:
      checkHead(response, answer)
  }
}

/** The first line, and the form behind it. A line that begins with & goes on with the line before. */
function readRequest(text: string) {
  const [head = '', ...rest] = text.trimEnd().split('\n')
  const [, method = '', target = ''] = /^(GET|POST) (\S+)$/.exec(head) ?? []
  const body = rest.join('')
  const file = /^<(\S+)>$/.exec(body)?.[1]
  return { method, target, body: file === undefined ? body : '', file }
}

function fill(text: string, known: ReadonlyMap<string, string>): string {
  return text.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = known.get(name)
    if (value === undefined) throw new Error(`no answer before has {${name}}`)
    return value
  })
}

/** Compares two texts character by character. A placeholder of the documented text takes its value. */
function compare(text: string, documented: string, known: Map<string, string>): void {
  const names: string[] = []
  const pattern = documented
    .split(PLACEHOLDER)
    .map((part, at) => {
      if (at % 2 === 0) return escape(part)
      const value = known.get(part)
      if (value !== undefined) return escape(value)
      if (names.includes(part)) return `\\${names.indexOf(part) + 1}`
      names.push(part)
      return '([^"]+)'
    })
    .join('')
  const found = new RegExp(`^${pattern}$`).exec(text)
  if (found === null) expect(text).toBe(documented)
  for (const [at, name] of names.entries()) known.set(name, found?.[at + 1] ?? '')
}

function escape(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/** The documented lines of the answer's head. */
function checkHead(response: Response, documented: string): void {
  const [status = '', ...lines] = documented.trimEnd().split('\n')
  expect(status).toBe(`HTTP/1.1 ${response.status} ${response.statusText}`)
  for (const line of lines) {
    const [name = '', value] = line.split(': ')
    expect(response.headers.get(name), name).toBe(value)
  }
}
