/** `npm run requirements`: which rows of the specification a test names. See `USAGE`. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { runCommand, UsageError } from '../server/platform/command.ts'
import { layerOf } from '../tests/runner/reports.ts'

const USAGE = `Usage: npm run requirements [-- --missing [SCREEN] | --thrice]
Prints the specification's rows by screen, and how many of them a test names. A test names a row when its title carries the
row's id; a skipped test does not count.
  --missing  prints the rows that no test names, of all screens or of SCREEN
  --thrice   prints the rows that tests of three layers or more name, with their files: the cheapest layer and one journey do
  --help     prints this`

interface Row {
  id: string
  screen: string
  requirement: string
}

const checkout = path.resolve(import.meta.dirname, '..')
const TITLE =
  /\b(?:it|test|describe)(?:\.(?!skip|todo|fixme|fails)[a-zA-Z]+(?:\([^)]*\))?)*\s*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g

/** The rows of A, B and C, as the customer numbered them. */
function readRows(): Row[] {
  return ['A', 'B', 'C'].flatMap((document) =>
    readFileSync(path.join(checkout, `docs/requirements/${document}.tsv`), 'utf8')
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map((line) => {
        const [id = '', , , screen = '', requirement = ''] = line.split('\t')
        return { id, screen: `${id[0]} ${screen}`, requirement }
      }),
  )
}

function* testFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && !entry.name.startsWith('.') && !['node_modules', 'dist'].includes(entry.name))
      yield* testFiles(file)
    else if (/\.(test|spec)\.tsx?$/.test(entry.name)) yield file
  }
}

/** The files of the tests whose titles name an id, by id. Paths are from the checkout. */
function filesById(): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>()
  for (const file of testFiles(checkout))
    for (const match of readFileSync(file, 'utf8').matchAll(TITLE))
      for (const id of match[2]?.match(/\b[ABC]\d{3}\b/g) ?? [])
        files.set(id, (files.get(id) ?? new Set()).add(path.relative(checkout, file)))
  return files
}

function printMissing(filter: string): void {
  const named = filesById()
  for (const row of readRows())
    if (!named.has(row.id) && (!filter || row.screen.endsWith(` ${filter}`) || row.id.startsWith(filter)))
      console.log(`${row.id}\t${row.screen}\t${row.requirement}`)
}

function printThrice(): void {
  for (const [id, files] of [...filesById()].toSorted(([a], [b]) => a.localeCompare(b)))
    if (new Set([...files].map(layerOf)).size >= 3) console.log(`${id}\t${[...files].join(' ')}`)
}

function printScreens(): void {
  const rows = readRows()
  const named = filesById()
  const screens = grouped(rows)
  for (const [screen, all] of screens)
    console.log(
      `${screen.padEnd(26)} ${String(all.filter((row) => named.has(row.id)).length).padStart(4)} / ${all.length}`,
    )
  console.log(
    `${'total'.padEnd(26)} ${String(rows.filter((row) => named.has(row.id)).length).padStart(4)} / ${rows.length}`,
  )
}

function grouped(rows: Row[]): Map<string, Row[]> {
  const screens = new Map<string, Row[]>()
  for (const row of rows) screens.set(row.screen, [...(screens.get(row.screen) ?? []), row])
  return screens
}

const OPTIONS = {
  missing: { type: 'boolean', default: false },
  thrice: { type: 'boolean', default: false },
} as const

await runCommand(
  { usage: USAGE, options: OPTIONS, mostWords: 1 },
  async ({ missing, thrice }, [screen = '']) => {
    if (screen !== '' && !missing) throw new UsageError('SCREEN needs --missing.')
    if (thrice) printThrice()
    else if (missing) printMissing(screen)
    else printScreens()
  },
)
