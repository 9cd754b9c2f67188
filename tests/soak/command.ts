/** `npm run soak`: what `npm test` does a few times, done until it would show. See `USAGE`. */
import { runCommand, UsageError, wholeNumber } from '#server/platform/command.ts'
import type { Numbers, PARTS } from './parts.ts'

const USAGE = `Usage: npm run soak [-- PART...] [OPTIONS]
Runs what "npm test" does a few times until it would show. Without a PART it runs all of them, which takes hours.
  kills    a browser is killed under scanning            --kills N (200)
  scans    a storm of scans in 20 settings               --scans N (1000), of each setting
  replay   unsent edits against a server that dies       --edits N (25000)  --deaths N (10)
  api      calls made up from the OpenAPI document       --requests N (20000)
  prices   random orders, calculated a second time       --orders N (2000)
  acts     random acts on a few orders, each checked     --acts N (5000)
  money    random histories of payments, each checked    --steps N (20000)
  pairs    every two acts at once on one invoice         --pairs N (200), of each two
  files    random files, read as they were written       --files N (2000)
  load     a warehouse at work                           --people N (200)  --seconds N (30)  --every N (5)
  bounds   a customer orders more than one may, beside a warehouse at work: --people, --seconds and --every as for load
  lists    ten people read all orders at once            --rows N (200000)
  hostile  bodies made to stop the server                --bodies N (200)
  nodes    each Node that Larder supports, out of npm's registry
  --seed N (1)  the seed of what is random
  --help        prints this`

const text = (of: string) => ({ type: 'string', default: of }) as const
/** Each with its default. */
const OPTIONS = {
  kills: text('200'),
  scans: text('1000'),
  edits: text('25000'),
  deaths: text('10'),
  requests: text('20000'),
  acts: text('5000'),
  steps: text('20000'),
  pairs: text('200'),
  files: text('2000'),
  bodies: text('200'),
  rows: text('200000'),
  people: text('200'),
  every: text('5'),
  orders: text('2000'),
  seconds: text('30'),
  seed: text('1'),
}
type PartName = keyof typeof PARTS
const PART_NAMES: PartName[] = [
  'kills',
  'scans',
  'replay',
  'api',
  'prices',
  'acts',
  'money',
  'pairs',
  'files',
  'load',
  'bounds',
  'lists',
  'hostile',
  'nodes',
]
const isPart = (name: string): name is PartName => PART_NAMES.some((part) => part === name)

async function runParts(names: PartName[], numbers: Numbers): Promise<void> {
  // They read the whole product, which the usage and a refusal do without.
  const [{ PARTS }, { endAll }] = await Promise.all([import('./parts.ts'), import('../process/server.ts')])
  let findings = 0
  for (const name of names) {
    console.log(`${name}, seed ${numbers.seed} …`)
    const began = performance.now()
    try {
      const report = await PARTS[name](numbers)
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
  const unknown = words.filter((name) => !isPart(name))
  if (unknown.length > 0)
    throw new UsageError(`There is no part ${unknown.join(', ')}. The parts are ${PART_NAMES.join(', ')}.`)
  const numbers = Object.fromEntries(
    Object.entries(values).map(([name, given]) => [name, wholeNumber(name, given)]),
  ) as Record<keyof Numbers, number>
  const named = words.filter(isPart)
  await runParts(named.length > 0 ? named : PART_NAMES, numbers)
})
process.exit()
