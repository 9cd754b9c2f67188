/**
 * `npm run sim -- --seeds N --ops M [--seed S] [--planted [--bug A,B]]`: seeds in as many processes as there are cores, each with a
 * PostgreSQL of its own, so that nothing of one seed is seen by another.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import setup from '../setup/global.ts'
import { BUGS } from './bugs.ts'
import { runSeed, shorten, type Outcome } from './run.ts'
import { SimServer } from './server.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    ops: { type: 'string', default: '150' },
    seed: { type: 'string' },
    bug: { type: 'string' },
    planted: { type: 'boolean', default: false },
    /** Seeds that each planted bug gets. */
    limit: { type: 'string', default: '1000' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    /** A process of a run with several: every n-th seed, beginning with the k-th. */
    part: { type: 'string' },
    trace: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
  },
})
const ops = Number(values.ops)
const first = Number(values.seed ?? 1)
const count = values.seed === undefined ? Number(values.seeds) : 1

function tell({ seed, violation, trace }: Outcome, bug?: string): void {
  console.log(`\nseed ${seed}: ${violation!.message}`)
  console.log(
    trace
      .slice(-60)
      .map((line) => `  ${line}`)
      .join('\n'),
  )
  console.log(`again: npm run sim -- --seed ${seed} --ops ${ops}${bug ? ` --bug ${bug}` : ''}`)
}

interface Report {
  steps: number
  failed: number
  kills: number
  commits: number
  acknowledged: number
}

async function part(from: number, by: number): Promise<Report> {
  const report: Report = { steps: 0, failed: 0, kills: 0, commits: 0, acknowledged: 0 }
  const bug = values.bug ? (BUGS.find(({ name }) => name === values.bug) ?? null) : null
  const server = await SimServer.make()
  for (let seed = from; seed < first + count; seed += by) {
    const outcome = await runSeed(server, { seed, ops, bug })
    report.steps += outcome.steps
    report.kills += outcome.counts.kills
    report.commits += outcome.counts.commits
    report.acknowledged += outcome.counts.acknowledged
    if (values.trace && !outcome.violation) console.log(outcome.trace.join('\n'))
    if (!outcome.violation) continue
    report.failed++
    if (report.failed <= 3)
      tell(values.whole ? outcome : await shorten(server, outcome, { seed, ops, bug }), values.bug)
  }
  await server.close()
  return report
}

/** Each bug until a seed finds it: the table of docs/simulation.md. */
async function planted(from: number, by: number): Promise<void> {
  const server = await SimServer.make()
  const bugs = BUGS.filter(({ name }) => !values.bug || values.bug.split(',').includes(name))
  for (const [n, bug] of bugs.entries()) {
    if (n % by !== from) continue
    let found: Outcome | null = null
    for (let seed = 1; seed <= Number(values.limit) && !found?.violation; seed++)
      found = await runSeed(server, { seed, ops, bug })
    const { seed, violation } = found!
    console.log(
      violation
        ? `| ${bug.name} | ${bug.words} | ${seed} | ${violation.check} |`
        : `| ${bug.name} | ${bug.words} | not found in ${values.limit} | |`,
    )
  }
  await server.close()
}

async function work(): Promise<void> {
  // Whoever started it is gone: nobody reads the result.
  process.on('disconnect', () => process.exit(1))
  const [from = 0, by = 1] = (values.part ?? '0/1').split('/').map(Number)
  const stop = await setup()
  try {
    if (values.planted) await planted(from, by)
    else process.send?.(await part(first + from, by))
  } finally {
    await stop()
  }
}

async function share(): Promise<void> {
  const jobs = Math.min(Number(values.jobs), values.planted ? 99 : count)
  const began = performance.now()
  const reports: Report[] = []
  const ends = await Promise.all(
    Array.from({ length: jobs }, (_, n) => {
      const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--part', `${n}/${jobs}`])
      child.on('message', (report) => reports.push(report as Report))
      return new Promise<number | null>((resolve) => child.on('exit', resolve))
    }),
  )
  if (ends.some((code) => code !== 0)) process.exitCode = 1
  if (values.planted) return
  const sum = (key: keyof Report) => reports.reduce((total, one) => total + one[key], 0)
  const minutes = (performance.now() - began) / 60_000
  console.log(
    `\n${count} seeds, ${sum('steps')} operations (${sum('commits')} edits, ${sum('acknowledged')} acknowledged, ` +
      `${sum('kills')} processes killed), ${sum('failed')} failed, ${Math.round(sum('steps') / minutes)} operations a minute`,
  )
  if (sum('failed') > 0) process.exitCode = 1
}

await (values.part === undefined ? share() : work())
process.exit()
