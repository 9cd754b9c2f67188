/** `npm run soak`: what `npm test` does a few times, done until it would show. See `USAGE`. */
import { runCommand, UsageError, wholeNumber } from '#server/platform/command.ts'
import { buildScreens, needsBuild } from '#server/screens-build.ts'
import { PASSWORD } from '../factories/app.ts'
import { makeServer, type Server } from '../process/product.ts'
import { endAll } from '../process/server.ts'
import { findBrowser } from '../setup/browser.ts'
import { chanceOf } from '../sim/chance.ts'
import { fuzzApi, type OpenApi } from './api.ts'
import { sendHostileBodies } from './hostile.ts'
import { killUnderScanning } from './kills.ts'
import { loadServer } from './load.ts'
import { pdfDifference } from '../factories/invoice-pdf.ts'
import { invoicePurely } from './invoices.ts'
import { placePurely, placeThrough, type Shop } from './prices.ts'
import { replayUnderDeaths } from './replay.ts'

const USAGE = `Usage: npm run soak [-- PART...] [OPTIONS]
Runs what "npm test" does a few times until it would show. Without a PART it runs all of them, which takes hours.
  kills    a browser is killed under scanning            --kills N (200)
  replay   unsent edits against a server that dies       --edits N (25000)  --deaths N (10)
  api      calls made up from the OpenAPI document       --requests N (20000)
  prices   random orders, calculated a second time       --orders N (2000)
  load     a warehouse at work                           --people N (200)  --seconds N (30)
  hostile  bodies made to stop the server                --bodies N (200)
  --seed N (1)  the seed of what is random
  --help        prints this`

const text = (of: string) => ({ type: 'string', default: of }) as const
/** Each with its default. */
const OPTIONS = {
  kills: text('200'),
  edits: text('25000'),
  deaths: text('10'),
  requests: text('20000'),
  bodies: text('200'),
  people: text('200'),
  orders: text('2000'),
  seconds: text('30'),
  seed: text('1'),
}
type Numbers = Record<keyof typeof OPTIONS, number>

const tell = (words: string) => console.log(words)

const PARTS: Record<string, (numbers: Numbers) => Promise<{ wrong: string[] }>> = {
  async kills({ kills, seed }) {
    process.env['CHROME_PATH'] = await findBrowser()
    if (needsBuild()) await buildScreens()
    return killUnderScanning(await makeServer(), { kills, seed, tell })
  },
  async replay({ edits, deaths, seed }) {
    return replayUnderDeaths(await makeServer(), { edits, deaths, seed, tell })
  },
  async api({ requests, seed }) {
    return fuzzServer(await makeServer(), { requests, seed })
  },
  async prices({ orders, seed }) {
    return comparePrices(await makeServer(), { orders, seed })
  },
  async load({ people, seconds }) {
    return loadServer(await makeServer(), { people, seconds, tell })
  },
  async hostile({ bodies }) {
    return sendHostileBodies(await makeServer(), { bodies, tell })
  },
}

interface DemoCall {
  /** A demo person; null calls without a token. */
  as: string | null
  method: string
  path: string
  body: string | null
}

/** The product with the demo distributor, called by the demo people over a socket. */
function demoCaller({ url }: Server): (call: DemoCall) => Promise<Response> {
  const tokens = new Map<string, string>()
  async function signIn(username: string): Promise<string> {
    const answer = await fetch(`${url}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-id': `device of ${username}` },
      body: JSON.stringify({ username, password: PASSWORD }),
    })
    const { access } = (await answer.json()) as { access: string }
    tokens.set(username, access)
    return access
  }
  return async ({ as, method, path, body }) => {
    const send = (token: string | null) =>
      fetch(`${url}${path}`, {
        method,
        ...(body !== null && { body }),
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body !== null && { 'content-type': 'application/json' }),
        },
      })
    if (as === null) return send(null)
    const answer = await send(tokens.get(as) ?? (await signIn(as)))
    // A token lives a quarter of an hour.
    return answer.status === 401 ? send(await signIn(as)) : answer
  }
}

async function fuzzServer(server: Server, { requests, seed }: { requests: number; seed: number }) {
  const call = demoCaller(server)
  const document = (await (await fetch(`${server.url}/api/docs/json`)).json()) as OpenApi
  const rows = await server.query<{ key: string }>(
    `(select id::text as key from orders limit 20) union all (select id::text from order_items limit 20)
     union all (select id::text from company_locations limit 5) union all (select upc from products limit 20)`,
  )
  return fuzzApi({
    document,
    requests,
    people: ['admin', 'office', 'foreman', 'sales', 'picker', 'buyer', 'chef'],
    keys: rows.map(({ key }) => key),
    chance: chanceOf(seed, 'api'),
    slowest: 5_000,
    async send(sent) {
      const answer = await call(sent)
      return {
        status: answer.status,
        type: answer.headers.get('content-type') ?? '',
        text: await answer.text(),
      }
    },
  })
}

/** So many times as many orders as go through the database take the pure functions no longer. */
const PURE_A_STORED_ONE = 100
const INVOICES_A_STORED_ONE = 20

async function comparePrices(server: Server, { orders, seed }: { orders: number; seed: number }) {
  const pure = placePurely(orders * PURE_A_STORED_ONE, chanceOf(seed, 'pure prices'))
  tell(`${pure.orders} orders in the pure functions, ${pure.lines} lines: ${pure.wrong.length} differ`)
  const invoiced = invoicePurely(orders * INVOICES_A_STORED_ONE, chanceOf(seed, 'pure invoices'))
  tell(`${invoiced.invoices} invoices in them, ${invoiced.lines} lines: ${invoiced.wrong.length} differ`)
  const call = demoCaller(server)
  const shop: Shop = {
    paper: pdfDifference,
    async call(as, method, path, body) {
      const answer = await call({
        as,
        method,
        path: `/api/${path}`,
        body: body ? JSON.stringify(body) : null,
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      const isJson = answer.headers.get('content-type')?.includes('json')
      return (text === '' ? null : isJson ? JSON.parse(text) : text) as never
    },
  }
  const stored = await placeThrough(shop, orders, chanceOf(seed, 'stored prices'))
  return { ...stored, wrong: [...pure.wrong, ...invoiced.wrong, ...stored.wrong] }
}

async function runParts(names: string[], numbers: Numbers): Promise<void> {
  let findings = 0
  for (const name of names) {
    console.log(`${name}, seed ${numbers.seed} …`)
    const began = performance.now()
    try {
      const report = await PARTS[name]!(numbers)
      console.log({ ...report, seconds: Math.round((performance.now() - began) / 1_000) })
      findings += report.wrong.length
    } finally {
      await endAll()
    }
  }
  console.log(findings === 0 ? 'Nothing lost, nothing twice.' : `${findings} findings`)
  if (findings > 0) process.exitCode = 1
}

await runCommand({ usage: USAGE, options: OPTIONS, mostWords: Infinity }, async (values, words) => {
  const unknown = words.filter((name) => !(name in PARTS))
  if (unknown.length > 0)
    throw new UsageError(
      `There is no part ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`,
    )
  const numbers = Object.fromEntries(
    Object.entries(values).map(([name, given]) => [name, wholeNumber(name, given)]),
  ) as Numbers
  await runParts(words.length > 0 ? words : Object.keys(PARTS), numbers)
})
process.exit()
