/**
 * `npm run soak [-- kills replay api load] [-- --kills 200 --edits 25000 --deaths 10 --requests 20000 --people 200
 * --seconds 30 --seed 1]`: what `npm test` does a few times,
 * done until it would show.
 */
import { parseArgs } from 'node:util'
import { buildScreens, needsBuild } from '#server/screens-build.ts'
import { PASSWORD } from '../factories/app.ts'
import { makeServer, type Server } from '../process/product.ts'
import { endAll } from '../process/server.ts'
import { findBrowser } from '../setup/browser.ts'
import { chanceOf } from '../sim/chance.ts'
import { fuzzApi, type OpenApi } from './api.ts'
import { killUnderScanning } from './kills.ts'
import { loadServer } from './load.ts'
import { replayUnderDeaths } from './replay.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '200' },
    edits: { type: 'string', default: '25000' },
    deaths: { type: 'string', default: '10' },
    requests: { type: 'string', default: '20000' },
    people: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed)
const tell = (words: string) => console.log(words)

const PARTS: Record<string, () => Promise<{ wrong: string[] }>> = {
  async kills() {
    process.env['CHROME_PATH'] = await findBrowser()
    if (needsBuild()) await buildScreens()
    return killUnderScanning(await makeServer(), { kills: Number(values.kills), seed, tell })
  },
  async replay() {
    const [edits, deaths] = [Number(values.edits), Number(values.deaths)]
    return replayUnderDeaths(await makeServer(), { edits, deaths, seed, tell })
  },
  async api() {
    return fuzzServer(await makeServer(), { requests: Number(values.requests), seed })
  },
  async load() {
    const [people, seconds] = [Number(values.people), Number(values.seconds)]
    return loadServer(await makeServer(), { people, seconds, tell })
  },
}

/** The product with the demo distributor, called by the demo people over a socket. */
async function fuzzServer(server: Server, { requests, seed }: { requests: number; seed: number }) {
  const people = ['admin', 'office', 'foreman', 'sales', 'picker', 'buyer', 'chef']
  const tokens = new Map<string, string>()
  const signIn = async (username: string) => {
    const answer = await fetch(`${server.url}/api/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-id': 'fuzz' },
      body: JSON.stringify({ username, password: PASSWORD }),
    })
    tokens.set(username, ((await answer.json()) as { access: string }).access)
  }
  for (const username of people) await signIn(username)
  const document = (await (await fetch(`${server.url}/api/docs/json`)).json()) as OpenApi
  const rows = await server.query<{ key: string }>(
    `(select id::text as key from orders limit 20) union all (select id::text from order_items limit 20)
     union all (select id::text from company_locations limit 5) union all (select upc from products limit 20)`,
  )
  return fuzzApi({
    document,
    requests,
    people,
    keys: rows.map(({ key }) => key),
    chance: chanceOf(seed, 'api'),
    slowest: 5_000,
    async send({ as, method, path, body }) {
      const call = () =>
        fetch(`${server.url}${path}`, {
          method,
          ...(body !== null && { body }),
          headers: {
            ...(as !== null && { authorization: `Bearer ${tokens.get(as)}` }),
            ...(body !== null && { 'content-type': 'application/json' }),
          },
        })
      let answer = await call()
      if (answer.status === 401 && as !== null) {
        // A token lives a quarter of an hour.
        await signIn(as)
        answer = await call()
      }
      return {
        status: answer.status,
        type: answer.headers.get('content-type') ?? '',
        text: await answer.text(),
      }
    },
  })
}

const names = positionals.length > 0 ? positionals : Object.keys(PARTS)
const unknown = names.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}
let findings = 0
for (const name of names) {
  console.log(`${name}, seed ${seed} …`)
  const began = performance.now()
  try {
    const report = await PARTS[name]!()
    console.log({ ...report, seconds: Math.round((performance.now() - began) / 1_000) })
    findings += report.wrong.length
  } finally {
    await endAll()
  }
}
console.log(findings === 0 ? 'Nothing lost, nothing twice.' : `${findings} findings`)
process.exit(findings === 0 ? 0 : 1)
