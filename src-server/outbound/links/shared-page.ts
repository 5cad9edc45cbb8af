import { readJsonObject } from '../read-json-object.ts'

/** The request with which a shared page asks for its file's address. */
export interface DownloadRequest {
  /** Relative to the page. */
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Reads pages of the Lanzou kind. The page, or a frame in it when there is no password, holds a script that
 * POSTs to `ajaxm.php` with a signature. The answer names the file's host and path.
 */

/** @returns the frame's address, if the page has a frame */
export function findFrame(html: string): string | undefined {
  return /<iframe[^>]+src="(\/fn\?[^"]+)"/i.exec(withoutComments(html))?.[1]
}

export function findDownloadRequest(html: string, password: string): DownloadRequest | undefined {
  const script = withoutComments(html)
  const call = /url\s*:\s*['"](\/?ajaxm\.php[^'"]*)['"]/.exec(script)
  const path = call?.[1]
  if (call === null || path === undefined) return undefined
  const after = script.slice(call.index)
  const object = /data\s*:\s*\{([^}]*)\}/.exec(after)?.[1]
  if (object !== undefined) return { path, fields: readObject(object, script, password) }
  const form = /data\s*:\s*['"]([^'"]*)['"]\s*\+/.exec(after)?.[1]
  if (form === undefined) return undefined
  return { path, fields: { ...Object.fromEntries(new URLSearchParams(form)), p: password } }
}

export function isUnshared(html: string): boolean {
  return html.includes('文件取消分享了')
}

/** Reads the answer of `ajaxm.php`: the file's address, or the reason why there is none. */
export function readDownloadAnswer(json: string): { readonly url: string } | { readonly failed: string } {
  const answer = readJsonObject(json)
  if (answer === undefined) return { failed: 'the page gave no address' }
  const { zt, dom, url, inf } = answer
  if (zt === 1 && typeof dom === 'string' && typeof url === 'string' && URL.canParse(dom)) {
    return { url: `${dom.replace(/\/+$/, '')}/file/${url}` }
  }
  return { failed: typeof inf === 'string' && inf !== '' ? inf.slice(0, 100) : 'the page gave no address' }
}

/** `'name':'text'`, `'name':1`, or `'name':variable`, whose text is set elsewhere in the script. */
function readObject(object: string, script: string, password: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, name = '', single, double, word] of object.matchAll(
    /['"]?(\w+)['"]?\s*:\s*(?:'([^']*)'|"([^"]*)"|(\w+))/g,
  )) {
    if (name === 'p') fields[name] = password
    else fields[name] = single ?? double ?? valueOf(word ?? '', script)
  }
  return fields
}

function valueOf(word: string, script: string): string {
  if (/^[0-9]+$/.test(word)) return word
  return new RegExp(`\\b${word}\\s*=\\s*['"]([^'"]*)['"]`).exec(script)?.[1] ?? ''
}

/** Such pages hold outdated copies of the script in comments. */
function withoutComments(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
}
