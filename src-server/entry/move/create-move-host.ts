import type { MoveHost } from '../../services/move/move-host.ts'
import { lookForServer } from '../../outbound/move-look.ts'
import { makeBundle, whyNoBundle, type BundleParts } from './make-bundle.ts'
import { readMove, writeMove } from './move-file.ts'

/** @param parts the folders of program and data */
export function createMoveHost(parts: BundleParts): MoveHost {
  return {
    kept: {
      read: () => readMove(parts.data),
      write: (move) => {
        writeMove(parts.data, move)
      },
    },
    whyNoBundle: () => whyNoBundle(parts),
    makeBundle: (order) => makeBundle(parts, order),
    look: (url, mark) => lookForServer(fetch, url, mark),
  }
}
