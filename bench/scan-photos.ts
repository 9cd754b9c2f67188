/** `npm run bench:scan`: how many barcode photographs each engine reads. See `USAGE`. */
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { runCommand } from '../server/platform/command.ts'
import { BROWSER_FLAGS, findBrowser } from '../tests/setup/browser.ts'
import { judge, percentile, summarise, type Photograph, type Result } from './scan-photos/score.ts'
import { serveHarness } from './scan-photos/serve.ts'
import type { Measured } from './scan-photos/harness.ts'

const USAGE = `Usage: npm run bench:scan [-- FOLDER]
Reads a folder of barcode photographs in a real browser, with each engine and with the chain that the app uses. Prints how
many were read, how many wrongly, and how long it took.
  FOLDER (../shared/data/barcodes beside the checkout)  holds the photographs and barcodes.tsv with the columns file,
          symbology and expected text; NONE means that there is nothing to read
  --help  prints this`

/** The time of the whole run, for a folder of any size. The run then reports its measurements so far. */
const TIME_LIMIT_MS = 10 * 60_000
/** One photograph in one engine; a hung one counts as not read. */
const PHOTOGRAPH_LIMIT_MS = 10_000
const GOAL = { decoded: 76, wrong: 0.5, p95: 150 }

const checkout = path.resolve(import.meta.dirname, '..')

function photographsIn(folder: string): Photograph[] {
  const lines = readFileSync(path.join(folder, 'barcodes.tsv'), 'utf8').trimEnd().split('\n')
  return lines.slice(1).flatMap((line) => {
    const [file = '', symbology = '', expected = ''] = line.split('\t')
    if (!existsSync(path.join(folder, file))) return []
    return { file, symbology, expected: expected.replaceAll('\\x1d', '\u001d') }
  })
}

interface Bench {
  prepare(): Promise<void>
  measure(engine: string, file: string): Promise<Measured>
  engines: string[]
}

async function run(folder: string): Promise<void> {
  const photographs = photographsIn(folder)
  const began = Date.now()
  const harness = await serveHarness(path.join(checkout, 'bench/scan-photos'), folder)
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error.message))
    await page.goto(harness.address)
    await page.waitForFunction(() => 'bench' in globalThis)
    const engines = await page.evaluate(async () => {
      const { bench } = globalThis as unknown as { bench: Bench }
      await bench.prepare()
      return bench.engines
    })
    let frames: Result[] = []
    const only = process.env['BENCH_ENGINES']?.split(',')
    for (const engine of engines.filter((name) => !only || only.includes(name))) {
      const results: Result[] = []
      for (const photograph of photographs) {
        if (Date.now() - began > TIME_LIMIT_MS) break
        const measured = await page.evaluate(
          ([engine, file, limit]) => {
            const { bench } = globalThis as unknown as { bench: Bench }
            const late = new Promise<Measured>((resolve) => {
              setTimeout(() => resolve({ text: null, symbology: null, ms: limit }), limit)
            })
            return Promise.race([bench.measure(engine, file), late])
          },
          [engine, photograph.file, PHOTOGRAPH_LIMIT_MS] as const,
        )
        results.push({
          ...photograph,
          text: measured.text,
          ms: measured.ms,
          verdict: judge(photograph, measured.text),
        })
      }
      if (engine === 'frame') frames = results
      report(engine, results, photographs.length, frames)
    }
  } finally {
    await browser.close()
    await harness.close()
  }
}

function report(engine: string, results: Result[], asked: number, frames: Result[]): void {
  console.log(`\n${engine}${results.length < asked ? ` (time is up: ${results.length} of ${asked})` : ''}`)
  console.table(summarise(results))
  for (const { file, text, expected } of results.filter(({ verdict }) => verdict === 'wrong')) {
    console.log(`  wrong: ${file}: read ${JSON.stringify(text)}, expected ${JSON.stringify(expected)}`)
  }
  if (process.env['BENCH_VERBOSE']) {
    for (const { file, ms } of results.filter(({ verdict }) => verdict === 'missed')) {
      console.log(`  missed: ${file} (${ms.toFixed(0)} ms)`)
    }
  }
  if (engine !== 'chain' || frames.length === 0) return
  const [load = 0] = loadavg()
  if (load > availableParallelism()) {
    console.log(`  The machine is busy (load ${load.toFixed(1)}): the times are longer than at full speed.`)
  }
  const all = summarise(results).all
  const p95 = percentile(
    frames.map(({ ms }) => ms),
    0.95,
  )
  const holds = all && all['decoded %'] >= GOAL.decoded && all['wrong %'] <= GOAL.wrong && p95 <= GOAL.p95
  console.log(
    `  goal: ≥ ${GOAL.decoded} % decoded, ≤ ${GOAL.wrong} % wrong of the photographs, p95 ≤ ${GOAL.p95} ms a frame (here ${p95.toFixed(0)}): ${holds ? 'reached' : 'MISSED'}`,
  )
}

async function measureFolder(folder: string): Promise<void> {
  if (existsSync(path.join(folder, 'barcodes.tsv'))) await run(folder)
  else
    console.log(
      `There are no barcode photographs in ${folder}: nothing is measured. Name a folder to measure another.`,
    )
}

await runCommand({ usage: USAGE, options: {}, mostWords: 1 }, (_, [folder]) =>
  measureFolder(path.resolve(folder ?? path.join(checkout, '../shared/data/barcodes'))),
)
