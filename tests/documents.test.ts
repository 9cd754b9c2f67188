/**
 * What README, CONTRIBUTING and the pages of docs/ name is there: paths, commands with their options, environment
 * variables, settings, decisions and headings. `references.test.ts` looks at what comments cite.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { SETTING_WORDS } from '#contract/settings/settings.ts'
import { checkout, ENV_NAMES } from '#server/env.ts'

const read = (file: string) => readFileSync(path.join(checkout, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** The customer's page names what its author had in mind, not what is here. */
const OF_THE_CUSTOMER = 'readings.md'
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(path.join(checkout, 'docs'))
    .filter((file) => file.endsWith('.md') && file !== OF_THE_CUSTOMER)
    .map((file) => `docs/${file}`),
]
const FOLDERS = 'contract|server|src|sw|tests|bench|docs|scripts|public'

const allOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((found) => found.slice(1))

/** Every word in capitals of the code, where a variable that it reads must be among them. */
const wordsOfCode = new Set(
  FOLDERS.split('|').flatMap((folder) =>
    readdirSync(path.join(checkout, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && path.basename(file) !== 'documents.test.ts')
      .flatMap((file) => read(path.join(folder, file)).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []),
  ),
)

/** `tests/e2e/*`, `src/sync/` and `server/app.ts:66` name a folder, a folder and a file. */
const isPath = (named: string) =>
  existsSync(path.join(checkout, named.replace(/:\d+$/, '').replace(/\/?\*.*$/, '')))

const lostPaths = (text: string) =>
  allOf(text, new RegExp(String.raw`\`((?:${FOLDERS})/[\w./*:-]*)\``, 'g'))
    .map(([named = '']) => named)
    .filter((named) => !isPath(named))

/** The file that a command of package.json runs; `server/run.mjs` names the files of its entries. */
function sourceOf(command: string): string | undefined {
  const [, file = '', entry] =
    /((?:server|scripts|tests|bench)\/\S+\.m?[jt]s)(?: ([\w-]+))?$/.exec(scripts[command] ?? '') ?? []
  if (entry === undefined) return file || undefined
  return new RegExp(String.raw`^  '?${entry}'?: '(\S+)',$`, 'm').exec(read(file))?.[1]
}

/** `npm run sim -- --seeds 100` names the command sim and its option seeds. */
function lostCommands(text: string): string[] {
  return allOf(text, /npm run (?:-s )?([\w:-]+)((?: [^`\n|#]*)?)/g).flatMap(([command = '', words = '']) => {
    if (!(command in scripts)) return [command]
    const source = sourceOf(command)
    if (source === undefined) return []
    const known = read(source) + read('server/platform/command.ts')
    return allOf(words, / --([a-z][a-z-]+)/g)
      .map(([option = '']) => option)
      .filter((option) => !new RegExp(String.raw`\b${option}\b`).test(known))
      .map((option) => `${command} --${option}`)
  })
}

const lostVariables = (text: string) =>
  allOf(text, /`([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g)
    .map(([name = '']) => name)
    .filter((name) => !wordsOfCode.has(name))

const decisions = new Set(readdirSync(path.join(checkout, 'docs/decisions')).map((file) => file.slice(0, 4)))
const lostDecisions = (text: string) =>
  allOf(text, /(?<=[( ])(0[01]\d\d)(?=[),.;:]| and | to | in )/g)
    .map(([number = '']) => number)
    .filter((number) => !decisions.has(number))

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

/** A link to a heading, of this page or of another. */
const lostHeadings = (text: string, file: string) =>
  allOf(text, /\]\(([^)#\s:]*)#([\w-]+)\)/g)
    .filter(([page = '', anchor = '']) => {
      const target = page === '' ? text : read(path.join(path.dirname(file), page))
      return !allOf(target, /^#+ (.+)$/gm).some(([heading = '']) => anchorOf(heading) === anchor)
    })
    .map(([page, anchor]) => `${page}#${anchor}`)

const RULES = { lostPaths, lostCommands, lostVariables, lostDecisions, lostHeadings }

describe.each(PAGES)('%s', (file) => {
  it.each(Object.entries(RULES))('names what is there: %s', (_, lost) => {
    expect(lost(read(file), file)).toEqual([])
  })
})

it.each<[keyof typeof RULES, string, string[]]>([
  ['lostPaths', 'see `server/nowhere.ts`, `src/sync/` and `tests/e2e/*`', ['server/nowhere.ts']],
  ['lostCommands', '`npm run simm`, `npm run test:changed`', ['simm']],
  ['lostCommands', '`npm run sim -- --seedz 3 --ops 60`, `npm run demo -- --again`', ['sim --seedz']],
  ['lostVariables', '`DATABASE_URL` and `DATABASE_UR_L=1`', ['DATABASE_UR_L']],
  ['lostDecisions', 'as before (0042, 0100) and (0028)', ['0028']],
  ['lostHeadings', '## Here\n[a](#here) [b](#there)', ['#there']],
])('a planted wrong reference is found: %s', (rule, text, found) => {
  expect(RULES[rule](text, 'README.md')).toEqual(found)
})

describe('README', () => {
  const readme = read('README.md')
  /** The names in the first column of the tables below a heading. */
  const namesBelow = (heading: string) =>
    allOf(readme.split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? '', /^\| (`[^|]+) \|/gm).flatMap(
      ([cell = '']) => allOf(cell, /`([^`]+)`/g).map(([name = '']) => name),
    )
  /** Only a test sets it. */
  const NOT_FOR_OPERATORS = 'STRIPE_API_URL'

  it('has every environment variable and every setting, and no other', () => {
    const expected = [
      ...ENV_NAMES.filter((name) => name !== NOT_FOR_OPERATORS),
      ...Object.keys(SETTING_WORDS),
    ]
    expect(namesBelow('## Settings').sort()).toEqual(expected.sort())
  })

  it('and CONTRIBUTING name every command of package.json', () => {
    const text = readme + read('CONTRIBUTING.md')
    const named = new Set(
      allOf(text, /(?<=`|npm |npm run |npm run -s )([a-z0-9][\w:-]*)/g).map(([name]) => name),
    )
    expect(Object.keys(scripts).filter((name) => !named.has(name))).toEqual([])
  })
})
