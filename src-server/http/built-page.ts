import { readFileSync } from 'node:fs'
import type { Response } from 'express'
import type { Random } from '../contract/ports.ts'
import { pagePolicy } from './security-headers.ts'

const NONCE_PLACEHOLDER = '__CSP_NONCE__'
const NOT_BUILT =
  '<!doctype html><meta charset="utf-8"><title>Pulsekey</title><p>This page is not built. Run <code>npm run build</code>.'

/** A page of the built renderer. Each response has a new nonce. */
export function createBuiltPage(path: string, random: Random): (response: Response) => void {
  const page = readPage(path)
  return (response) => {
    const nonce = Buffer.from(random.bytes(16)).toString('base64url')
    response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': pagePolicy(nonce) })
    response.type('html').send(page.replaceAll(NONCE_PLACEHOLDER, nonce))
  }
}

function readPage(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return NOT_BUILT
  }
}
