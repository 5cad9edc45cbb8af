/** One window of this browser, out of those that show this console. */
export interface SoleTab {
  /** @param news the name of the news, so that no other window tells it as well @returns whether this window tells it */
  takes(news: string): boolean
  release(): void
}

/** The name that the windows of this console share. Two consoles behind one host are two folders. */
export const nameHere = (what: string) => `pulsekey.${what}:${location.pathname}`

/**
 * Claims to be the window that tells. The next one follows when this one is closed.
 * @param what is told: another window may tell something else
 */
export function claimSoleTab(what: string): SoleTab {
  const name = nameHere(what)
  // Browsers have locks on safe origins only: https, and this machine.
  return 'locks' in navigator ? byLock(name) : byMark(name)
}

function byLock(name: string): SoleTab {
  const claim = new AbortController()
  let release = (): void => undefined
  let isMine = false
  navigator.locks
    .request(name, { signal: claim.signal }, () => {
      isMine = true
      return new Promise<void>((resolve) => (release = resolve))
    })
    // Released before it was this window's turn.
    .catch(() => undefined)
  return {
    takes: () => isMine,
    release() {
      isMine = false
      claim.abort()
      release()
    },
  }
}

/** The window that comes first leaves a mark for the others. */
function byMark(name: string): SoleTab {
  return {
    takes(news) {
      try {
        if (localStorage.getItem(name) === news) return false
        localStorage.setItem(name, news)
      } catch {
        // Without storage each window tells: twice is better than never.
      }
      return true
    },
    release: () => undefined,
  }
}
