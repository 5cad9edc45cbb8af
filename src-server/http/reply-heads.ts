import { STATUS_CODES } from 'node:http'
import type { HttpReply } from '../runtime/call.ts'
import { headersBeforeSignature, SIGNATURE_HEADER } from './reply-headers.ts'

/** Longer replies are rare, and their heads are not kept, bytes. */
const LONGEST_KEPT = 4096

/**
 * Writes the heads of replies as node:http writes them. The heads of one second differ in few ways, and are
 * kept for that second.
 */
export class ReplyHeads {
  readonly #now: () => number
  readonly #keepAlive: string
  #second = -1
  #date = ''
  /** By content type, then by length, by whether the connection stays and a signature follows. */
  readonly #kept = new Map<string, Map<number, string>>()

  /**
   * @param now Unix seconds, for the `Date` header
   * @param keepAliveMs how long an idle connection stays, as announced to clients
   */
  constructor(now: () => number, keepAliveMs: number) {
    this.#now = now
    this.#keepAlive = `keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1000}`
  }

  /** @param length of the body, bytes @param last whether the connection ends with the reply */
  headOf(reply: HttpReply, length: number, last: boolean): string {
    this.#look()
    const head = this.#keptHead(reply, length, last)
    const { signature } = reply
    return signature === undefined ? head : `${head}${SIGNATURE_HEADER}: ${signature}\r\n${this.#end(last)}`
  }

  /** The whole head, or everything before the signature, which is another one in each reply. */
  #keptHead(reply: HttpReply, length: number, last: boolean): string {
    const { status, contentType, fileName, encoding, signature } = reply
    if (status !== 200 || fileName !== undefined || encoding !== undefined || length > LONGEST_KEPT)
      return this.#write(reply, length, last)
    let ofType = this.#kept.get(contentType)
    if (ofType === undefined) this.#kept.set(contentType, (ofType = new Map<number, string>()))
    const key = length * 4 + (last ? 2 : 0) + (signature === undefined ? 0 : 1)
    let head = ofType.get(key)
    // A flat copy: a joined string stays a tree of its parts, and each reply would walk through the tree.
    if (head === undefined)
      ofType.set(key, (head = Buffer.from(this.#write(reply, length, last), 'latin1').toString('latin1')))
    return head
  }

  #look(): void {
    const now = this.#now()
    if (now === this.#second) return
    this.#second = now
    this.#date = new Date(now * 1000).toUTCString()
    this.#kept.clear()
  }

  #write(reply: HttpReply, length: number, last: boolean): string {
    const headers = headersBeforeSignature(reply, length)
    let head = `HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? ''}\r\n`
    for (let i = 0; i < headers.length; i += 2) head += `${headers[i] ?? ''}: ${headers[i + 1] ?? ''}\r\n`
    return reply.signature === undefined ? head + this.#end(last) : head
  }

  #end(last: boolean): string {
    return `Date: ${this.#date}\r\nConnection: ${last ? 'close' : this.#keepAlive}\r\n\r\n`
  }
}
