/**
 * `npm run audit`: whether a package that runs in production has a known vulnerability of a high or critical grade. A registry that does
 * not answer fails nothing: the check is made wherever the next one answers.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), range: z.string(), fixAvailable: z.unknown() }),
  ),
})
/** What `npm audit --json` writes where the registry does not answer. */
const Unanswered = z.object({ message: z.string() })

const GRADES = ['high', 'critical']

interface Verdict {
  passed: boolean
  words: string
}

/** @param written what `npm audit --json` has written */
export function verdictOf(written: string): Verdict {
  let json: unknown
  try {
    json = JSON.parse(written)
  } catch {
    return { passed: true, words: 'The audit was not made: npm has written no report.' }
  }
  const report = Report.safeParse(json).data
  if (!report) {
    const why = Unanswered.safeParse(json).data?.message ?? 'the report cannot be read'
    return { passed: true, words: `The audit was not made: ${why}` }
  }
  const found = Object.entries(report.vulnerabilities).filter(([, { severity }]) => GRADES.includes(severity))
  if (found.length === 0)
    return { passed: true, words: 'No package that runs in production has a known grave vulnerability.' }
  const lines = found.map(
    ([name, { severity, range, fixAvailable }]) =>
      `${name} ${range}: ${severity}${fixAvailable ? ', fixed in a later version' : ''}`,
  )
  return { passed: false, words: lines.join('\n') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync(
    'npm',
    ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=15000'],
    { encoding: 'utf8' },
  )
  const { passed, words } = verdictOf(stdout)
  console.log(words)
  process.exitCode = passed ? 0 : 1
}
