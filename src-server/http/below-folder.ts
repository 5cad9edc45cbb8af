import type { NextFunction, Request, Response } from 'express'

/**
 * Serves everything below the folder of the public address as well as at the root: a proxy may pass the folder on, or
 * remove it.
 * @param folderOf `/`, `/yz/`, or undefined where no public address is set
 */
export function belowFolder(folderOf: () => string | undefined) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const folder = folderOf() ?? '/'
    if (folder !== '/') {
      const [path = ''] = request.url.split('?')
      if (path.startsWith(folder)) request.url = request.url.slice(folder.length - 1)
      else if (`${path}/` === folder) {
        // Relative addresses in the page need the slash at the end of the folder.
        response.redirect(302, `${folder.split('/').at(-2) ?? ''}/`)
        return
      }
    }
    next()
  }
}
