/** The API's page, `/api/docs`: the OpenAPI document, made of the routes' own schemas and of what holds for all calls. */
import swagger from '@fastify/swagger'
import swaggerPage from '@fastify/swagger-ui'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { OpenAPIV3 } from 'openapi-types'
import { z } from 'zod'
import { checkout } from '../env.ts'
import { EXAMPLES, type Example } from './api-examples.ts'
import type { Context } from './context.ts'
import type { App } from './routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the call answers by status, where its schema does not say so: its answer is not checked again as it is sent. */
    answers?: Record<number, z.ZodType>
    /** The media type of the file that the call answers. */
    answersFile?: string
    /** The parts of the form that the call takes (`multipart/form-data`), which is read without a schema. */
    takesForm?: OpenAPIV3.SchemaObject
    /** The type of the file that is the whole body. */
    takesFile?: string
  }
}

type Operation = OpenAPIV3.OperationObject
type Parameter = OpenAPIV3.ParameterObject

/** What a parameter means: by its call and name, or by its name alone. */
const PARAMETERS: Record<string, string> = {
  no_page: 'Answers the whole list as an array, without paging.',
  limit: 'How many rows the page has: 1 to 1000, 100 by default.',
  offset: 'How many rows come before the page: 0 by default.',
  report: 'The key of the report: `purchase` or `aggregated_purchase`.',
  start_date: 'The first day, `YYYY-MM-DD`.',
  end_date: 'The last day, `YYYY-MM-DD`.',
  order: 'The number of an order. May be repeated where a list is asked for.',
  company_location: 'The id of a location (ship-to).',
  company_location_id: 'The id of a location (ship-to).',
  company_id: 'The id of a company.',
  upc: 'The UPC of a product, as text with its zeros.',
  product: 'The UPC of a product.',
  barcode: 'The barcode, as text with its zeros.',
  code: 'The item code.',
  search: 'Text that a row must contain, in any case.',
  include_inactive: 'Includes inactive products.',
  include_nonprimary: 'Includes products that are not the primary one of their item code.',
  substitution_detail: 'Adds the products that may be substituted, whole.',
  product_detail: 'Adds each item’s product, whole.',
  credit: 'The id of the credit.',
  revision: 'The number of the issued invoice, from 1.',
  confirm_exported: 'Goes on although QuickBooks has the invoice.',
  product_info: 'Adds each line’s product.',
  order_list: 'The id of an order list. May be repeated.',
  warehouse: 'The id of a warehouse.',
  receipt: 'The id of a receipt. May be repeated.',
  pricing_type: 'The pricing type of the receipts.',
  'GET invoicesummaries open': 'Only invoices that are not paid.',
  'GET orderrequests open': 'Only requests without an answer.',
  'GET orders ordering': 'The column that the orders are sorted by; with `-` before it, descending.',
  'GET orders filter_paid': 'Only orders that are paid.',
  'GET orders include_company_location_addresses': 'Accepted and ignored: every order has its ship-to.',
  'GET orders status': 'Only orders of this status.',
  'GET orders picker':
    'Only orders that this person is to pick, by username. Ignored for customers, who do not see pickers.',
  'GET orders unassigned':
    'Only orders that still need a picker: none is assigned, and they are neither picked nor invoiced.',
  'GET orders search':
    'Words, each of which the number, the customer, the location, the status or a day of the order holds.',
  'GET margintemplates kind': 'Margins or surcharges.',
  'GET surchargetemplates kind': 'Margins or surcharges.',
  'POST margintemplates kind': 'Which one is added, where it is not the kind of the path.',
  'POST surchargetemplates kind': 'Which one is added, where it is not the kind of the path.',
  'GET securityevents kind': 'What happened.',
  'GET securityevents search':
    'Words, each of which the person, the subject, the details, the address or the request of the event holds.',
  'GET securityevents ordering': 'The column that the events are sorted by; with `-` before it, descending.',
  'GET ledger kind':
    'What the row is about: an invoice, a credit, a payment, a discount, a card fee or held money.',
  'GET pricehistory kind': 'What changed: a product, a fee, or order lines by a refresh.',
  'GET mails kind': 'What the mail is about.',
  'GET mails state': 'Where the mail stands.',
  'GET mails search':
    'Words, each of which the subject, an address, the order or the answer of the mail server holds.',
  'GET mails ordering': 'The column that the mails are sorted by; with `-` before it, descending.',
  'GET mails delivery_date': 'Only mails about orders of this day of delivery.',
  'GET orderlists visible': 'Only lists that the person may order from.',
  'GET orderlists public': 'Only public lists; these need no token.',
  'POST sharedcartitems force_add': 'Adds to the quantity that is staged already, instead of answering 409.',
  'GET sync/changes since': 'The cursor of the last page; none for everything.',
  'GET sync/changes limit': 'How many rows the page may have.',
  'PATCH settings/{name} name': 'The name of the setting.',
  'GET search q': 'What is searched for, in orders, customers, products and screens.',
}

/** What `{id}` is, by the noun of the path. */
const IDS: Record<string, string> = {
  orders: 'The number of the order.',
  orderitems: 'The id (UUID) of the item.',
  ordersubitems: 'The id (UUID) of the piece.',
  users: 'The id of the user.',
  sessions: 'The id (UUID) of the session.',
  devices: 'The id of the device, as it names itself.',
  passkeys: 'The credential id of the passkey, in base64url.',
  companylocations: 'The id of the location.',
  margintemplates: 'The id of the margin.',
  surchargetemplates: 'The id of the surcharge.',
  warehouses: 'The id of the warehouse.',
  warehousesmaps: 'The id of the mapping.',
  mails: 'The id of the mail.',
  orderlists: 'The id of the order list.',
  receipts: 'The id of the receipt.',
  recalledlots: 'The id of the recall.',
  orderrequests: 'The id of the request.',
  sharedcartitems: 'The id of the staged product.',
  heldpayments: 'The id (UUID) of the payment.',
}

const KEY = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[\x21-\x7e]+$/)
  .describe('Repeating the call with the same key does nothing more and answers the same (see "Once").')
  .optional()
const VERSION = z
  .string()
  .max(64)
  .describe('The `version` that was read. Where the row has another one by now, nothing is done: 412.')
  .optional()
const DEVICE = z
  .string()
  .max(64)
  .describe('Names the device. A refresh must name the device that signed in.')
  .optional()
/** Calls that a session begins or goes on with, and the push, which names the device of its edits. */
const NAMES_DEVICE = new Set(['POST auth', 'POST auth/refresh', 'POST sync/push'])

const PROBLEM: OpenAPIV3.SchemaObject = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'What is wrong, for a person to read.' },
    code: { type: 'string', description: 'What is wrong, for a program; not every error has one.' },
  },
  additionalProperties: {
    description: 'By field: what is wrong with it. Some codes have fields of their own.',
  },
}
const problem = (description: string): OpenAPIV3.ResponseObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
const RESPONSES = {
  Problem: problem('The call cannot be done as it was sent.'),
  SignInNeeded: problem('The caller is not signed in: `sign_in_needed`, or `account_closed`.'),
  TooMany: problem('Too many calls; `Retry-After` says for how many seconds to wait.'),
  Busy: problem('The server is busy; `Retry-After` says for how many seconds to wait.'),
}
const ref = (name: keyof typeof RESPONSES) => ({ $ref: `#/components/responses/${name}` })

/** `GET orders/{id}`: the call as PARAMETERS, tests and people name it. */
const nameOf = (method: string, url: string): string =>
  `${method.toUpperCase()} ${url.replace(/^\/api\//, '')}`

/** `getOrdersIdInvoice`. */
const operationId = (method: string, url: string): string =>
  method +
  url
    .replace(/^\/api\//, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')

function describe(parameter: Parameter, method: string, url: string): void {
  const [noun = ''] = url.replace(/^\/api\//, '').split('/')
  const text =
    PARAMETERS[`${nameOf(method, url)} ${parameter.name}`] ??
    PARAMETERS[parameter.name] ??
    (parameter.name === 'id' ? IDS[noun] : undefined)
  if (text) parameter.description = text
}

/** Shows a call’s example: in each parameter that it names, and as its body. */
function exemplify(operation: Operation, { path = {}, query = {}, body }: Example): void {
  for (const parameter of (operation.parameters ?? []) as Parameter[]) {
    const value = parameter.in === 'path' ? path[parameter.name] : query[parameter.name]
    if (value !== undefined) parameter.example = String(value)
  }
  const { content = {} } = (operation.requestBody ?? {}) as Partial<OpenAPIV3.RequestBodyObject>
  if (body !== undefined) for (const media of Object.values(content)) media.example = body
}

/** Adds what holds for all calls to one. */
function complete(operation: Operation, method: string, url: string): void {
  operation.operationId = operationId(method, url)
  for (const parameter of (operation.parameters ?? []) as Parameter[]) describe(parameter, method, url)
  exemplify(operation, EXAMPLES[nameOf(method, url)] ?? {})
  const isOpen = operation.security?.length === 0
  Object.assign(operation.responses, {
    ...(!isOpen && { '401': ref('SignInNeeded') }),
    '429': ref('TooMany'),
    '4XX': ref('Problem'),
    '503': ref('Busy'),
  })
}

/** Returns the response of a call that answers with a file, which has no schema of ours. */
const fileOf = (type: string): OpenAPIV3.ResponseObject => ({
  description: 'The file',
  content: { [type]: { schema: { type: 'string', format: 'binary' } } },
})

/** Explains what no schema can: `docs/api.md`, which is the head of the page. */
function introduction(): string {
  const file = path.join(checkout, 'docs/api.md')
  return existsSync(file) ? readFileSync(file, 'utf8').replace(/^# .*\n+/, '') : ''
}

/**
 * Registers the document at `/docs/json` and the page at `/docs`, of the calls that are registered afterwards. Reading them
 * counts for the address.
 */
export async function addApiPage(api: App, { limits }: Pick<Context, 'limits'>): Promise<void> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Larder',
        version: '0.1.0',
        description: introduction(),
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
        schemas: { Problem: PROBLEM },
        responses: RESPONSES,
      },
      security: [{ token: [] }],
    },
    transform: (route) => {
      const { takesKey, takesVersion, answers, answersFile, takesForm, takesFile } = route.route.config ?? {}
      const headers = {
        ...(NAMES_DEVICE.has(nameOf(String(route.route.method), route.url)) && { 'X-Device-Id': DEVICE }),
        ...(takesKey && { 'Idempotency-Key': KEY }),
        ...(takesVersion && { 'If-Match': VERSION }),
      }
      const schema = {
        ...route.schema,
        ...(answers && { response: answers }),
        ...(Object.keys(headers).length > 0 && { headers: z.object(headers) }),
      }
      const made = jsonSchemaTransform({ ...route, schema })
      if (answersFile) made.schema.response = { 200: fileOf(answersFile) }
      if (takesForm) Object.assign(made.schema, { consumes: ['multipart/form-data'], body: takesForm })
      if (takesFile)
        Object.assign(made.schema, { consumes: [takesFile], body: { type: 'string', format: 'binary' } })
      return made
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject
      const { openapiObject } = document
      for (const [url, operations] of Object.entries(openapiObject.paths ?? {}))
        for (const [method, operation] of Object.entries(operations ?? {}) as [string, Operation][])
          complete(operation, method, url)
      return openapiObject
    },
  })
  await api.register(async (docs) => {
    docs.addHook('onRequest', async (request) => limits.address(request.ip))
    await docs.register(swaggerPage, {
      routePrefix: '/docs',
      // The page names its files by their whole address, and does not know the prefix of this scope.
      indexPrefix: api.prefix,
      staticCSP: false,
      // The page draws its own markup, and has none of the app's rules for it.
      transformStaticCSP: (policy) => policy.replace(/;require-trusted-types-for [^;]*/, ''),
      theme: {
        title: 'Larder API',
        css: [{ filename: 'larder.css', content: '.topbar { display: none }' }],
      },
      uiConfig: { deepLinking: true },
    })
  })
}
