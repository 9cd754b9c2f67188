/**
 * `npm run bench` measures everything, `npm run bench -- api scan` only some. One table: each figure beside a floor or
 * a peer measured in the same run, on the loopback, with fsync on. It needs nothing but `npm ci`. With `--tiny` each part
 * only shows that it works.
 */
import { readOptions, usage } from './options.ts'
import { fill, PARTS } from './parts.ts'
import { quietness } from './quiet.ts'
import { FULL, TINY } from './sizes.ts'
import { openStack } from './stack.ts'
import { note, printTable, type Figure } from './table.ts'

/** A part that takes longer than this hangs. */
const MOST_MS = 200_000

const asked = readOptions(process.argv.slice(2), Object.keys(PARTS))
if (asked.kind === 'help') {
  console.log(usage(PARTS))
  process.exit(0)
}
if (asked.kind === 'refused') {
  console.error(asked.reason)
  process.exit(2)
}
const { tiny, names } = asked

const stack = await openStack(tiny ? TINY : FULL)
const stop = (code: number) => void stack.stop().finally(() => process.exit(code))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(130))

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${ms / 1_000} s`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const isQuiet = tiny ? () => Promise.resolve(true) : quietness()
const filled = new Map<string, Figure[]>()
const failed: string[] = []
const disturbed: string[] = []

async function measure(name: string): Promise<void> {
  if (!(await isQuiet())) disturbed.push(name)
  console.error(`${name} …`)
  try {
    const part = PARTS[name]!
    filled.set(name, await within(part.mostMs ?? MOST_MS, fill(part, stack)))
  } catch (error) {
    failed.push(name)
    console.error(error)
    filled.set(name, [{ ...note(name, 'failed', String(error).split('\n')[0]), met: false }])
  }
}

/** Each lane does its own parts first and then takes from those that are left. Figures that count need one lane. */
async function measureAll(lanes: string[][], left: string[]): Promise<void> {
  const work = async (own: string[]) => {
    for (let name = own.shift() ?? left.shift(); name; name = own.shift() ?? left.shift()) await measure(name)
  }
  await Promise.all(lanes.map((own) => work(own)))
}

const needsDevice = (name: string) => PARTS[name]!.device === true
await (tiny
  ? measureAll(
      [names.filter(needsDevice), []],
      names.filter((name) => !needsDevice(name)),
    )
  : measureAll([[...names]], []))

const figures = names.flatMap((name) => filled.get(name)!)
// A tiny figure meets no goal and misses none.
printTable(tiny ? figures.map((figure) => ({ ...figure, goal: '', met: null })) : figures)
if (disturbed.length > 0)
  console.error(`The machine was busy with something else: measure ${disturbed.join(', ')} again.`)
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}.`)
stop(failed.length > 0 ? 1 : 0)
