/**
 * `npm run bench` measures everything, `npm run bench -- api scan` only some. One table: each figure beside a floor or
 * a peer measured in the same run, on the loopback, with fsync on. It needs nothing but `npm ci`.
 */
import os from 'node:os'
import { api } from './api.ts'
import { bulk } from './bulk.ts'
import { bytes } from './bytes.ts'
import { drain } from './drain.ts'
import { edits } from './edits.ts'
import { invoices } from './invoices.ts'
import { list } from './list.ts'
import { live } from './live.ts'
import { placing, typing } from './ordering.ts'
import { pdf } from './pdf.ts'
import { pull } from './pull.ts'
import { scan } from './scan.ts'
import { search } from './search.ts'
import { openStack, type Stack } from './stack.ts'
import { note, printTable, type Figure } from './table.ts'
import { visits } from './visits.ts'

const PARTS: Record<string, (stack: Stack) => Promise<Figure[]>> = {
  api,
  pull,
  scan,
  visits,
  bytes,
  drain,
  edits,
  live,
  list,
  search,
  invoices,
  typing,
  placing,
  pdf,
  bulk,
}

/** A part that takes longer than this hangs. */
const MOST_MS = 200_000

const names = process.argv.slice(2)
const unknown = names.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}

const stack = await openStack()
const stop = (code: number) => void stack.stop().finally(() => process.exit(code))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(130))

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${ms / 1_000} s`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const figures: Figure[] = []
let failed = false
for (const name of names.length > 0 ? names : Object.keys(PARTS)) {
  console.error(`${name} …`)
  const busy = os.loadavg()[0]!
  try {
    figures.push(...(await within(MOST_MS, PARTS[name]!(stack))))
  } catch (error) {
    failed = true
    console.error(error)
    figures.push({ ...note(name, 'failed', String(error).split('\n')[0]), met: false })
  }
  if (busy > os.availableParallelism())
    console.error(
      `${name}: the machine was busy with something else (load ${busy.toFixed(1)}); measure again.`,
    )
}
printTable(figures)
stop(failed ? 1 : 0)
