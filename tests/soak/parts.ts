/** The parts of `npm run soak`. `command.ts` reads this file only once it knows what to do: it reads the whole product. */
import { buildScreens, needsBuild } from '#server/screens-build.ts'
import { PASSWORD } from '../factories/app.ts'
import { pdfDifference } from '../factories/invoice-pdf.ts'
import { makeTill, type Till } from '../factories/make-till.ts'
import { makeServer, type Server } from '../process/product.ts'
import { findBrowser } from '../setup/browser.ts'
import startPostgres from '../setup/global.ts'
import { chanceOf } from '../sim/chance.ts'
import { actAtRandom } from './acts.ts'
import { placeBesideLoad } from './bounds.ts'
import { fuzzApi, type OpenApi } from './api.ts'
import { readRandomFiles } from './files.ts'
import { sendHostileBodies } from './hostile.ts'
import { invoicePurely } from './invoices.ts'
import { payAtOnce, payAtRandom } from './money.ts'
import { killUnderScanning } from './kills.ts'
import { readLongLists } from './lists.ts'
import { loadServer } from './load.ts'
import { runOnEachNode } from './nodes.ts'
import { placePurely, placeThrough, type Shop } from './prices.ts'
import { replayUnderDeaths } from './replay.ts'
import { stormOfScans } from './scans.ts'

/** How much each part does, and the seed of what is random. */
export interface Numbers {
  kills: number
  scans: number
  files: number
  edits: number
  deaths: number
  requests: number
  bodies: number
  rows: number
  people: number
  every: number
  orders: number
  acts: number
  steps: number
  pairs: number
  seconds: number
  seed: number
}

/**
 * The number of devices that scan at the same time. A device mostly waits for its scanner. `bigOrder` returns six lines
 * without weights.
 */
const SCANNING_DEVICES = 5

const tell = (words: string) => console.log(words)

/** What each part of `npm run soak` does; a report names what went wrong. */
export const PARTS = {
  async kills({ kills, seed }: Numbers) {
    process.env['CHROME_PATH'] = await findBrowser()
    if (needsBuild()) await buildScreens()
    return killUnderScanning(await makeServer(), { kills, seed, tell })
  },
  async scans({ scans }: Numbers) {
    process.env['CHROME_PATH'] = await findBrowser()
    if (needsBuild()) await buildScreens()
    return stormOfScans(await makeServer(), { scans, devices: SCANNING_DEVICES, tell })
  },
  async replay({ edits, deaths, seed }: Numbers) {
    return replayUnderDeaths(await makeServer(), { edits, deaths, seed, tell })
  },
  async api({ requests, seed }: Numbers) {
    return fuzzServer(await makeServer(), { requests, seed })
  },
  async prices({ orders, seed }: Numbers) {
    return comparePrices(await makeServer(), { orders, seed })
  },
  async acts({ acts, seed }: Numbers) {
    const server = await makeServer()
    const call = jsonCaller(server)
    return actAtRandom(
      {
        async call(as, method, path, body) {
          const { status, said } = await call(as, method, path, body)
          return { status, body: said }
        },
        query: (sql, values) => server.query(sql, values),
      },
      { acts, chance: chanceOf(seed, 'acts'), tell },
    )
  },
  async money({ steps, seed }: Numbers) {
    return withTill((till) => payAtRandom(till, { steps, chance: chanceOf(seed, 'money'), tell }))
  },
  async pairs({ pairs, seed }: Numbers) {
    return withTill((till) => payAtOnce(till, { pairs, chance: chanceOf(seed, 'pairs'), tell }))
  },
  async files({ files, seed }: Numbers) {
    return readRandomFiles(files, chanceOf(seed, 'files'))
  },
  async load({ people, seconds, every }: Numbers) {
    return loadServer(await makeServer(), { people, seconds, every, tell })
  },
  async bounds({ people, seconds, every }: Numbers) {
    const report = await placeBesideLoad(await makeServer(), { people, seconds, every, tell })
    if (report.p99 >= 100) report.wrong.push(`p99 of an edit is ${report.p99} ms`)
    return report
  },
  async lists({ rows }: Numbers) {
    const report = await readLongLists(await makeServer(), { orders: rows, tell })
    const { p99, peakMb, wrong } = report
    if (p99 >= 100) wrong.push(`p99 of an edit is ${p99} ms`)
    if (peakMb >= 400) wrong.push(`the server held ${peakMb} MB`)
    return report
  },
  async nodes() {
    return runOnEachNode({ tell })
  },
  async hostile({ bodies }: Numbers) {
    return sendHostileBodies(await makeServer(), { bodies, tell })
  },
}

/** A house whose invoices are paid online, on a PostgreSQL of its own. */
async function withTill<T>(work: (till: Till) => Promise<T>): Promise<T> {
  const stop = await startPostgres()
  const { till, close } = await makeTill()
  try {
    return await work(till)
  } finally {
    await close()
    await stop()
  }
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

/** Returns a `demoCaller` of bodies as JSON. `said` is what the answer says: its JSON, or else its text. */
function jsonCaller(server: Server) {
  const call = demoCaller(server)
  return async (as: string, method: string, path: string, body?: object) => {
    const answer = await call({ as, method, path: `/api/${path}`, body: body ? JSON.stringify(body) : null })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    const said = text !== '' && isJson ? JSON.parse(text) : text
    return { ok: answer.ok, status: answer.status, text, said }
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
  const call = jsonCaller(server)
  const shop: Shop = {
    paper: pdfDifference,
    async call(as, method, path, body) {
      const { ok, status, text, said } = await call(as, method, path, body)
      if (!ok) throw new Error(`${method} ${path}: ${status} ${text}`)
      return (text === '' ? null : said) as never
    },
  }
  const stored = await placeThrough(shop, orders, chanceOf(seed, 'stored prices'))
  return { ...stored, wrong: [...pure.wrong, ...invoiced.wrong, ...stored.wrong] }
}
