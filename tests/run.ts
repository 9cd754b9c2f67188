/**
 * `npm test`: formats-check, lint, types, unit and flow tests, browser tests; each step runs even where an earlier one
 * failed, and the last line counts them all: `N passed, N failed`.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const checkout = path.resolve(import.meta.dirname, '..')
const bin = (name: string) => path.join(checkout, 'node_modules/.bin', name)

/** What is read of the runners' JSON reports. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  stats: { expected: number; unexpected: number; flaky: number }
}

interface Counts {
  passed: number
  failed: number
}

const title = (command: string, args: string[]) => `\n── ${path.basename(command)} ${args.join(' ')}`

/** Runs a command with its output shown. Answers its exit code. */
function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  console.log(title(command, args))
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: checkout,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** A step that passes or fails as a whole; what it says is shown when it has ended. */
async function check(command: string, ...args: string[]): Promise<boolean> {
  const { ok, output } = await new Promise<{ ok: boolean; output: string }>((resolve) => {
    execFile(bin(command), args, { cwd: checkout, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ ok: !error, output: stdout + stderr || (error?.message ?? '') }),
    )
  })
  console.log(title(command, args))
  if (output) console.log(output.trimEnd())
  return ok
}

/** Checks side by side: none of them keeps two cores busy. */
async function checks(...all: [command: string, ...args: string[]][]): Promise<Counts> {
  const passed = await Promise.all(all.map(([command, ...args]) => check(command, ...args)))
  return { passed: passed.filter(Boolean).length, failed: passed.filter((ok) => !ok).length }
}

/** A test runner's own counts; one that ends badly without counting has failed. */
async function count(
  command: string,
  args: string[],
  report: string,
  read: (report: Report) => Counts,
  env: NodeJS.ProcessEnv = {},
): Promise<Counts> {
  const code = await run(bin(command), args, env)
  const counts = await readFile(report, 'utf8').then(
    (text) => read(JSON.parse(text) as Report),
    () => ({ passed: 0, failed: 1 }),
  )
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const reports = await mkdtemp(path.join(tmpdir(), 'larder-reports-'))
const unit = path.join(reports, 'unit.json')
const browser = path.join(reports, 'browser.json')
const steps: (() => Promise<Counts>)[] = [
  () =>
    checks(
      ['tsc', '-p', '.'],
      ['oxlint', '--type-aware', '--deny-warnings'],
      ['oxfmt', '--check', '.'],
      ['tsc', '-p', 'sw'],
    ),
  () =>
    count(
      'vitest',
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
      unit,
      (json) => ({
        passed: json.numPassedTests,
        failed: json.numFailedTests + json.numFailedTestSuites * Number(json.numFailedTests === 0),
      }),
    ),
  () =>
    count(
      'playwright',
      ['test', '--reporter=list,json'],
      browser,
      (json) => ({ passed: json.stats.expected, failed: json.stats.unexpected + json.stats.flaky }),
      { PLAYWRIGHT_JSON_OUTPUT_FILE: browser },
    ),
]

const total: Counts = { passed: 0, failed: 0 }
for (const step of steps) {
  const counts = await step().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  total.passed += counts.passed
  total.failed += counts.failed
}
await rm(reports, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
