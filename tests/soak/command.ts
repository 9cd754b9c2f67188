/**
 * `npm run soak [-- kills replay] [-- --kills 200 --edits 25000 --deaths 10 --seed 1]`: what `npm test` does a few times,
 * done until it would show.
 */
import { parseArgs } from 'node:util'
import { buildScreens, needsBuild } from '#server/screens-build.ts'
import { makeServer } from '../process/product.ts'
import { endAll } from '../process/server.ts'
import { findBrowser } from '../setup/browser.ts'
import { killUnderScanning } from './kills.ts'
import { replayUnderDeaths } from './replay.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '200' },
    edits: { type: 'string', default: '25000' },
    deaths: { type: 'string', default: '10' },
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
