/**
 * `npm run sim`: runs seeds in as many processes as there are cores, each with a PostgreSQL of its own, so that no seed
 * sees data of another. See `USAGE`.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runCommand, UsageError, wholeNumber } from '#server/platform/command.ts'
import { BUGS, type PlantedBug } from './bugs.ts'
import type { Outcome } from './run.ts'

const USAGE = `Usage: npm run sim [-- OPTIONS]
Runs the device engine and the server under seeded faults. A seed that fails prints how to repeat it.
  --seeds N (100)      how many seeds
  --ops N (150)        operations of each seed
  --seed S             this seed alone
  --planted            plants each known bug and says which seed finds it
  --bug A,B            with --planted: these bugs alone; without: one bug that is planted in every seed
  --limit N (1000)     with --planted: the most seeds that a bug gets
  --jobs N (a core's)  processes
  --trace              prints what every seed did
  --whole              does not shorten a seed that fails
  --help               prints this`

const text = (of: string) => ({ type: 'string', default: of }) as const
const flag = { type: 'boolean', default: false } as const
const OPTIONS = {
  seeds: text('100'),
  ops: text('150'),
  seed: { type: 'string' },
  bug: { type: 'string' },
  planted: flag,
  limit: text('1000'),
  jobs: text(String(availableParallelism())),
  /** For one process of a run with several: every n-th seed, beginning with the k-th. */
  part: { type: 'string' },
  trace: flag,
  whole: flag,
} as const

interface Asked {
  ops: number
  first: number
  count: number
  bugs: readonly PlantedBug[]
  limit: number
  jobs: number
  planted: boolean
  trace: boolean
  whole: boolean
}

function tell({ seed, violation, trace }: Outcome, ops: number, bug?: string): void {
  console.log(`\nseed ${seed}: ${violation!.message}`)
  console.log(
    trace
      .slice(-60)
      .map((line) => `  ${line}`)
      .join('\n'),
  )
  console.log(`again: npm run sim -- --seed ${seed} --ops ${ops}${bug ? ` --bug ${bug}` : ''}`)
}

/** Loads the engine and the server, which the usage and a refusal do without. */
const simulation = async () => ({ ...(await import('./run.ts')), ...(await import('./server.ts')) })

interface Report {
  steps: number
  failed: number
  kills: number
  commits: number
  acknowledged: number
}

async function part(asked: Asked, from: number, by: number): Promise<Report> {
  const { first, count, ops, trace, whole } = asked
  const report: Report = { steps: 0, failed: 0, kills: 0, commits: 0, acknowledged: 0 }
  const bug = asked.bugs[0] ?? null
  const { runSeed, shorten, SimServer } = await simulation()
  const server = await SimServer.make()
  for (let seed = from; seed < first + count; seed += by) {
    const outcome = await runSeed(server, { seed, ops, bug })
    report.steps += outcome.steps
    report.kills += outcome.counts.kills
    report.commits += outcome.counts.commits
    report.acknowledged += outcome.counts.acknowledged
    if (trace && !outcome.violation) console.log(outcome.trace.join('\n'))
    if (!outcome.violation) continue
    report.failed++
    if (report.failed <= 3)
      tell(whole ? outcome : await shorten(server, outcome, { seed, ops, bug }), ops, bug?.name)
  }
  await server.close()
  return report
}

/** Runs each bug until a seed finds it: the table of docs/simulation.md. */
async function planted({ bugs, limit, ops }: Asked, from: number, by: number): Promise<void> {
  const { runSeed, SimServer } = await simulation()
  const server = await SimServer.make()
  for (const [n, bug] of bugs.entries()) {
    if (n % by !== from) continue
    let found: Outcome | null = null
    for (let seed = 1; seed <= limit && !found?.violation; seed++)
      found = await runSeed(server, { seed, ops, bug })
    const { seed, violation } = found!
    console.log(
      violation
        ? `| ${bug.name} | ${bug.words} | ${seed} | ${violation.check} |`
        : `| ${bug.name} | ${bug.words} | not found in ${limit} | |`,
    )
  }
  await server.close()
}

async function work(asked: Asked, place: string): Promise<void> {
  // The parent process is gone: the result has no reader.
  process.on('disconnect', () => process.exit(1))
  const [from = 0, by = 1] = place.split('/').map(Number)
  const { default: setup } = await import('../setup/global.ts')
  const stop = await setup()
  try {
    if (asked.planted) await planted(asked, from, by)
    else process.send?.(await part(asked, asked.first + from, by))
  } finally {
    await stop()
  }
}

async function share(asked: Asked): Promise<void> {
  const { count } = asked
  const jobs = Math.min(asked.jobs, asked.planted ? asked.bugs.length : count)
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
  if (asked.planted) return
  const sum = (key: keyof Report) => reports.reduce((total, one) => total + one[key], 0)
  const minutes = (performance.now() - began) / 60_000
  console.log(
    `\n${count} seeds, ${sum('steps')} operations (${sum('commits')} edits, ${sum('acknowledged')} acknowledged, ` +
      `${sum('kills')} processes killed), ${sum('failed')} failed, ${Math.round(sum('steps') / minutes)} operations a minute`,
  )
  if (sum('failed') > 0) process.exitCode = 1
}

/** Returns the named bugs; without names, all of them where they are planted one by one. */
function readBugs(named: string | undefined, isPlanted: boolean): PlantedBug[] {
  if (named === undefined) return isPlanted ? BUGS : []
  const names = named.split(',')
  const unknown = names.filter((name) => !BUGS.some((bug) => bug.name === name))
  if (unknown.length > 0)
    throw new UsageError(
      `There is no bug ${unknown.join(', ')}. The bugs are ${BUGS.map(({ name }) => name).join(', ')}.`,
    )
  if (names.length > 1 && !isPlanted) throw new UsageError('Several bugs need --planted.')
  return BUGS.filter(({ name }) => names.includes(name))
}

await runCommand({ usage: USAGE, options: OPTIONS }, async (values) => {
  const { seed, bug, part: place, planted: isPlanted, trace, whole } = values
  const count = wholeNumber('seeds', values.seeds)
  const asked: Asked = {
    ops: wholeNumber('ops', values.ops),
    first: seed === undefined ? 1 : wholeNumber('seed', seed, 0),
    count: seed === undefined ? count : 1,
    bugs: readBugs(bug, isPlanted),
    limit: wholeNumber('limit', values.limit),
    jobs: wholeNumber('jobs', values.jobs),
    planted: isPlanted,
    trace,
    whole,
  }
  await (place === undefined ? share(asked) : work(asked, place))
})
process.exit()
