/** Builds the server: plugins, the error rule, the calls, and the files of the web app. It listens in `main.ts`. */
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import type pg from 'pg'
import type { Env } from './env.ts'
import { auditRoutes } from './orders/audit-routes.ts'
import { orderRequestRoutes } from './orders/request-routes.ts'
import { orderRoutes, orderRowRoutes } from './orders/routes.ts'
import { mergeRoutes } from './orders/merge.ts'
import { priceRefreshRoutes } from './orders/price-refresh.ts'
import { feeRoutes } from './fees/routes.ts'
import { openOutbox } from './mail/outbox.ts'
import { mailRoutes } from './mail/routes.ts'
import { locationRoutes } from './people/locations.ts'
import { creditRoutes } from './invoices/credit-routes.ts'
import { exportRoutes } from './invoices/export-routes.ts'
import { invoiceSummaryRoutes } from './invoices/summary-routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { accessRoutes } from './people/access.ts'
import { accountRoutes } from './people/account-routes.ts'
import { forgottenRoutes } from './people/forgotten.ts'
import { peopleRoutes } from './people/routes.ts'
import { addApiPage } from './platform/api-page.ts'
import { peopleOf } from './platform/auth/people.ts'
import { addAuthentication, guard } from './platform/auth/plugin.ts'
import { authRoutes } from './platform/auth/routes.ts'
import { oidcRoutes } from './platform/auth/oidc-routes.ts'
import { passkeyRoutes } from './platform/auth/passkey-routes.ts'
import { secondFactorRoutes } from './platform/auth/second-factor-routes.ts'
import { sessionRoutes } from './platform/auth/session-routes.ts'
import { hasCrossed, isBusy, levelOf } from './platform/busy.ts'
import type { Context } from './platform/context.ts'
import { diskFull, isAnsweredWhileFull, isDiskFull, NO_DISK, type Disk } from './platform/disk.ts'
import { addHealth } from './platform/health.ts'
import { addHostRule } from './platform/hosts.ts'
import { addJsonBodies } from './platform/json-body.ts'
import { Problem } from './platform/problem.ts'
import { addProxyWarning } from './platform/proxy-warning.ts'
import { addRefusalEvents, makeRefusals } from './platform/refusal-events.ts'
import type { App, Routes } from './platform/routes.ts'
import { isReachedByHttps, tlsOptions } from './platform/tls.ts'
import { validatorCompiler } from './platform/validation.ts'
import { makeLimits } from './platform/limits.ts'
import { addMetrics } from './platform/metrics.ts'
import { readFrom, type Reader } from './platform/reader.ts'
import { busy, makeShares } from './platform/shares.ts'
import { addWebApp } from './platform/web-app.ts'
import { itemCodeRoutes } from './products/item-codes.ts'
import { recallRoutes } from './products/recalls.ts'
import { addPhotoFiles, photoRoutes } from './products/photos.ts'
import { barcodeRoutes, productEditRoutes, productRoutes } from './products/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { supplierInvoiceRoutes } from './receipts/supplier-routes.ts'
import { addPublicPage } from './order-lists/public-page.ts'
import { operationRoutes } from './operations/routes.ts'
import { glanceRoutes } from './customers/glance.ts'
import { figureRoutes } from './reports/figures.ts'
import { settingRoutes } from './settings/routes.ts'
import { orderListEditRoutes } from './order-lists/edit-routes.ts'
import { orderListRoutes } from './order-lists/routes.ts'
import { stagedRoutes } from './ordering/staged.ts'
import { usualRoutes } from './ordering/usual.ts'
import { announcer } from './platform/announce.ts'
import { watchDiscounts } from './invoices/payments/expire.ts'
import { isPaymentSetUp, makeProvider } from './invoices/payments/provider.ts'
import { paymentOfficeRoutes } from './invoices/payments/office-routes.ts'
import { paymentRoutes, webhookRoutes } from './invoices/payments/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { distributorRoutes } from './distributor/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { ledgerRoutes } from './invoices/ledger.ts'
import { priceHistoryRoutes } from './products/price-history.ts'
import { securityRoutes } from './security/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { editRoutes } from './edits/routes.ts'
import { feedRoutes } from './feed/routes.ts'
import { warehouseRoutes } from './warehouses/routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What every part of the server receives. */
    larder: Context
  }
}

export interface AppOptions {
  pool: pg.Pool
  /** Connections for pushes and for identifying callers, which no other call takes. By default those of `pool`. */
  pushPool?: pg.Pool
  env: Env
  /** Fastify's logger option; false keeps quiet. */
  log?: FastifyBaseLogger | false
  clock?: () => Date
  /** The database that reports and search read; without it, the one that everything else reads. */
  reader?: Reader
  /** The disk of the database; without it the server knows of none. */
  disk?: Disk
}

/** The hosts of the payment form's script, its frames, and its calls: only where invoices can be paid online. */
const PAYMENT_FORM = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
} as const
const NO_PAYMENT_FORM = { scripts: [], frames: [], calls: [] } as const

/** Half a year. */
const HSTS_SECONDS = 180 * 86_400

/** The scripts, styles and connections that the app needs, and no others (toolchain, "Policy"). */
const security = (
  { scripts, frames, calls }: typeof PAYMENT_FORM | typeof NO_PAYMENT_FORM,
  isHttps: boolean,
) => ({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...scripts],
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Product pictures may come from a supplier's host.
      imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", ...calls],
      // The preview of a PDF that was made here.
      frameSrc: ["'self'", 'blob:', ...frames],
      fontSrc: ["'self'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      // Text becomes markup or a script's address only through `src/app/trusted-types.ts` (decision 0173).
      requireTrustedTypesFor: ["'script'"],
      // A warehouse's server may speak plain HTTP on its own network.
      upgradeInsecureRequests: null,
    },
  },
  // A browser remembers a host, not a port: Larder cannot promise HTTPS for other services below this name.
  strictTransportSecurity: isHttps && { maxAge: HSTS_SECONDS, includeSubDomains: false },
  crossOriginEmbedderPolicy: false,
})

/** The device features that the browser may use: the camera for barcodes. A defect can add nothing to them. */
const PERMISSIONS_POLICY = [
  'camera=(self)',
  ...['microphone', 'geolocation', 'display-capture', 'usb', 'serial', 'hid', 'midi'].map(
    (feature) => `${feature}=()`,
  ),
].join(', ')

/** A262 readings: one rule for every error. Never a stack trace; never a 500 for something that a client sent. */
function addErrorRule(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Problem>((error, request, reply) => {
    if (error instanceof Problem) return reply.headers(error.headers).code(error.status).send(error.body)
    const badValue = badValueIn(error)
    if (badValue) return reply.code(400).send({ message: badValue })
    if (isBusy(error) || hasCrossed(error)) {
      request.log[levelOf(error)](error, 'a call could not be answered just now')
      const { status, headers, body } = isDiskFull(error) ? diskFull() : busy()
      return reply.headers(headers).code(status).send(body)
    }
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send({ message: error.message })
    request.log.error(error, 'a call failed')
    return reply.code(500).send({ message: 'Something went wrong on the server. Please try again.' })
  })
}

/**
 * Returns the message for a value that PostgreSQL cannot take (SQLSTATE class 22): a client sent it, however it passed
 * the call's schema. Null for any other error.
 */
function badValueIn({ code = '' }: { code?: string }): string | null {
  if (code === '22021' || code === '22P05') return 'The text holds a character that cannot be stored.'
  return code.startsWith('22') ? 'A value is none that can be stored.' : null
}

/** Makes Fastify, with its limits and its TLS. */
function makeServer(env: Env, log: AppOptions['log']): FastifyInstance {
  const slowestMs = env.SLOWEST_REQUEST_S * 1000
  const options: FastifyServerOptions = {
    ...(log ? { loggerInstance: log } : { logger: false }),
    // Fastify accepts a number of proxies as well; its type omits it.
    trustProxy: env.TRUST_PROXY as boolean | string,
    // Calls answer with and without a trailing slash.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    bodyLimit: 1024 * 1024,
    // Unique among all processes and starts, because an event names the request that caused it.
    genReqId: () => randomUUID(),
    requestTimeout: slowestMs,
    connectionTimeout: slowestMs,
    // The hook below writes one line per request.
    logController: new LogController({ disableRequestLogging: true }),
    // A stream never ends by itself; a stop must not wait for it.
    forceCloseConnections: true,
  }
  // One type of app for both: TLS changes how bytes travel, and nothing above it.
  const tls = tlsOptions(env)
  // Set on Node's server as well: Node then bounds the head by no more than this, and otherwise never notices
  // a slow body. It looks for slow requests every 30 s, or more often where the limit is shorter.
  const http = { requestTimeout: slowestMs, connectionsCheckingInterval: Math.min(30_000, slowestMs / 4) }
  return Fastify({ ...options, http, https: tls && { ...tls, ...http } } as FastifyServerOptions)
}

/** The secrets that the payment provider and the identity provider write into the address to which they return. */
const SECRETS_OF_ADDRESS = /((?:client_secret|[?&]code|[?&]state)=)[^&]+/g

/**
 * Logs one line per request. Tokens travel in headers and bodies, which are not logged. Secrets in its address are
 * masked.
 */
function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: request.url.replace(SECRETS_OF_ADDRESS, '$1…'),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        // The person whose token it carried. The id of the request is on each of its lines.
        ...(request.person && { person: request.person.id }),
      },
      'request',
    )
  })
}

async function addSecurityHeaders(app: FastifyInstance, env: Env): Promise<void> {
  await app.register(
    helmet,
    security(isPaymentSetUp(env) ? PAYMENT_FORM : NO_PAYMENT_FORM, isReachedByHttps(env)),
  )
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS_POLICY)
  })
}

async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: 1_400,
    // Up to this size, that of the answer to a whole batch, compressed in one step: it takes a few ms, where
    // a stream passes the data from thread to thread.
    syncThreshold: 1024 * 1024,
    encodings: ['br', 'gzip'],
    // The default quality of 11 costs seconds for an answer that is sent once; files are compressed when built.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    // A compressed body is decompressed only for a push, which needs it, and only for a signed-in person.
    globalDecompression: false,
  })
}

async function makeContext(
  app: FastifyInstance,
  { pool, pushPool, env, clock, reader, disk }: Required<Omit<AppOptions, 'log'>>,
): Promise<Context> {
  const parts = { env, pool, pushPool, clock, log: app.log }
  return {
    ...parts,
    disk,
    reader,
    metrics: addMetrics(app, { env, pool, pushPool, disk }),
    outbox: openOutbox(parts),
    people: peopleOf(pushPool, clock, env),
    limits: makeLimits(env),
    shares: makeShares(env),
    refusals: makeRefusals(parts),
    announcer: announcer(pool, (error) => app.log.warn(error, 'devices could not be notified of a change')),
    stripe: await makeProvider(env, app.log),
  }
}

const ROUTES: readonly Routes[] = [
  authRoutes,
  sessionRoutes,
  secondFactorRoutes,
  passkeyRoutes,
  oidcRoutes,
  forgottenRoutes,
  accessRoutes,
  accountRoutes,
  peopleRoutes,
  locationRoutes,
  orderRoutes,
  orderRowRoutes,
  auditRoutes,
  orderRequestRoutes,
  mergeRoutes,
  priceRefreshRoutes,
  productRoutes,
  productEditRoutes,
  photoRoutes,
  barcodeRoutes,
  itemCodeRoutes,
  recallRoutes,
  feeRoutes,
  warehouseRoutes,
  reportRoutes,
  invoiceRoutes,
  creditRoutes,
  exportRoutes,
  invoiceSummaryRoutes,
  mailRoutes,
  orderListRoutes,
  orderListEditRoutes,
  receiptRoutes,
  supplierInvoiceRoutes,
  stagedRoutes,
  usualRoutes,
  distributorRoutes,
  paymentRoutes,
  paymentOfficeRoutes,
  webhookRoutes,
  editRoutes,
  feedRoutes,
  deviceRoutes,
  searchRoutes,
  securityRoutes,
  operationRoutes,
  settingRoutes,
  figureRoutes,
  glanceRoutes,
  ledgerRoutes,
  priceHistoryRoutes,
  demoRoutes,
]

/** Adds the calls below `/api`. */
async function addApi(api: App, context: Context): Promise<void> {
  await addAuthentication(api, context)
  await addApiPage(api, context)
  await api.register(async (guarded) => {
    guard(guarded, context)
    addRefusalEvents(guarded, context.refusals)
    guarded.addHook('onRequest', async ({ method, routeOptions }) => {
      if (context.disk.isFull() && !isAnsweredWhileFull(method, routeOptions.url)) throw diskFull()
    })
    for (const routes of ROUTES) await guarded.register(async (scope) => routes(scope as App, context))
  })
}

export async function buildApp({
  pool,
  pushPool = pool,
  env,
  log,
  clock = () => new Date(),
  reader = readFrom(pool),
  disk = NO_DISK,
}: AppOptions): Promise<FastifyInstance> {
  const app = makeServer(env, log)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  addErrorRule(app)
  addHostRule(app, env)
  addProxyWarning(app, env)
  addJsonBodies(app)
  addRequestLog(app)
  await addSecurityHeaders(app, env)
  await addCompression(app)

  const context = await makeContext(app, { pool, pushPool, env, clock, reader, disk })
  app.addHook('onClose', () => context.announcer.flush().catch((error: unknown) => app.log.warn(error)))
  app.decorate('larder', context)
  app.addHook('onReady', () => context.outbox.start())
  app.addHook('onClose', () => context.outbox.close())
  if (context.stripe) {
    const timer = watchDiscounts(context)
    app.addHook('onClose', async () => clearInterval(timer))
  }
  app.addHook('onClose', async () => {
    disk.close()
    await reader.close()
  })
  addHealth(app, context)
  await app.register(async (api: App) => addApi(api, context), { prefix: '/api' })
  addPhotoFiles(app, context)
  const page = await addWebApp(app)
  if (page) addPublicPage(app, context, page)
  return app
}
