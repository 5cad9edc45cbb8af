import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import type { AjaxReply, AjaxRequest, Live } from '../ajax/console/dispatch.ts'
import type { PublicReply, PublicRequest } from '../ajax/selfservice/dispatch.ts'
import { CONSOLE } from '../contract/error-codes.ts'
import type { ServerAddress } from '../contract/public-address.ts'
import type { Clock, Log, Random } from '../contract/ports.ts'
import type { ServedImage } from '../contract/records/image.ts'
import { belowFolder } from './below-folder.ts'
import { createAjaxHandler } from './ajax-handler.ts'
import type { Bodies } from './body-budget.ts'
import type { ClientAddresses } from './client-address.ts'
import { compressAnswers } from './compress-answers.ts'
import { createConsoleFiles } from './console-files.ts'
import { answerProofs, preferHttps, type HttpsDoors } from './https-doors.ts'
import { createImageHandler } from './image-handler.ts'
import { createLiveHandler } from './live-handler.ts'
import { answerReady, createMonitoring, type Monitoring } from './monitoring.ts'
import { createPublicPage, type PublicAssets } from './public-page.ts'
import { answerOwnCall, noteCaller, type ReachDoor } from './reach-door.ts'
import { requireLoopbackName, securityHeaders } from './security-headers.ts'
import { createSelfServiceHandler, createUnknownActionHandler } from './self-service-handler.ts'

export interface AppParts {
  readonly runtime: (request: IncomingMessage, response: ServerResponse) => void
  readonly answerConsole: (request: AjaxRequest) => Promise<AjaxReply | undefined>
  readonly answerPublic: (request: PublicRequest) => Promise<PublicReply | undefined>
  readonly live: Live
  readonly serveImage: (id: string) => Promise<ServedImage | undefined>
  readonly monitoring: Monitoring
  /** What everybody may know of a move of this server. */
  readonly moveMark: () => object | undefined
  readonly addresses: ClientAddresses
  readonly https: HttpsDoors
  readonly reach: ReachDoor
  /** The public address that the owner set. */
  readonly chosenAddress: () => ServerAddress | undefined
  readonly bodies: Bodies
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** The folder of the built renderer. */
  readonly consoleFolder: string
  /** The assets of the customers' page, which every listener serves. */
  readonly publicAssets: PublicAssets
}

/**
 * In any folder, because deployed programs and pages have a folder compiled in. Console actions have none.
 */
const RUNTIME = /\/api\.php\/?$/i
const OWN_CALL = /\/reach\/([\w-]{22})$/
const PUBLIC_ACTIONS = /\/ajax\.php\/?$/i

/**
 * The app of one listener. It always serves api.php. The loopback listener serves the console, and another
 * listener serves it when the owner switches that on.
 */
export function createApp(
  parts: AppParts,
  door: { readonly console: boolean; readonly loopbackOnly: boolean },
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  // A proxy trusted about addresses is also trusted about the scheme, on which the console's origin and
  // cookie depend.
  app.set('trust proxy', (address: string, hop: number) => hop === 0 && parts.addresses.trusts(address))
  app.all(RUNTIME, parts.runtime)
  app.get('/ready', answerReady(parts.monitoring))
  app.use(securityHeaders)
  app.use(noteCaller(parts.reach, parts.addresses))
  app.get(OWN_CALL, answerOwnCall(parts.reach))
  if (!door.loopbackOnly) {
    app.get('/.well-known/acme-challenge/:token', answerProofs(parts.https))
    app.use(preferHttps(parts.https, parts.addresses))
  }
  app.use(compressAnswers(parts.random, parts.log))
  if (door.loopbackOnly) app.use(requireLoopbackName(parts))
  app.use(belowFolder(() => parts.chosenAddress()?.folder))
  app.get('/.well-known/pulsekey', (_request, response) => {
    response.set('Cache-Control', 'no-store').json(parts.moveMark() ?? {})
  })
  app.get('/images/:id', createImageHandler(parts.serveImage, parts.addresses, parts.bodies.pictures))
  // The printed address of the console leads to the console. Customers never come to this door.
  if (door.loopbackOnly && door.console)
    app.get('/', (_, response) => {
      response.redirect(302, '/console/')
    })
  app.use(createPublicPage(parts.consoleFolder, parts.publicAssets, parts.random))
  const selfService = { answer: parts.answerPublic, addresses: parts.addresses, bodies: parts.bodies }
  app.all(PUBLIC_ACTIONS, createSelfServiceHandler(selfService, door.console))
  if (door.console) {
    app.use(createMonitoring(parts.monitoring, door))
    mountConsole(app, parts, door)
  }
  app.all(PUBLIC_ACTIONS, createUnknownActionHandler(selfService, door.console))
  app.use((_request, response) => {
    response
      .status(404)
      .json({ code: CONSOLE.notFound, msg: 'There is nothing here', time: parts.clock.now() })
  })
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    parts.log.error('http.request', error)
    if (response.headersSent) {
      next(error)
      return
    }
    response
      .status(500)
      .json({ code: CONSOLE.internal, msg: 'Something went wrong on the server', time: parts.clock.now() })
  })
  return app
}

function mountConsole(app: Express, parts: AppParts, door: { readonly loopbackOnly: boolean }): void {
  const live = createLiveHandler(parts.live, parts.clock, parts.log)
  app.get('/ajax.php', async (request, response, next) => {
    if (request.query['act'] === 'live') await live(request, response)
    else next()
  })
  app.post('/ajax.php', createAjaxHandler(parts.answerConsole, parts.addresses, parts.bodies.console, door))
  app.use('/console', createConsoleFiles(parts.consoleFolder, parts.random))
}
