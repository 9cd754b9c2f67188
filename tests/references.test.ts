/**
 * Every reference resolves inside the repository: what a comment or a page cites of `docs/` is there, under that name, and
 * decision records say when they were taken and whether they still hold.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const checkout = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(checkout, file), 'utf8')

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: checkout,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:tsx?|css|md|sql|jsonc?)$/.test(file) && existsSync(path.join(checkout, file)))
  .filter(
    (file) =>
      !/^(?:docs\/requirements|server\/schema\/migrations\/meta)\/|^package-lock|^tests\/references/.test(
        file,
      ),
  )

/** A comment on one line: a citation may go on below. */
const joined = (text: string) => text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|--)?\s*/g, ' ')

/** What can be cited of a page: its headings, what it begins a passage with in bold, and the numbers of its lists. */
const anchorsOf = (page: string) =>
  new Set(
    [...page.matchAll(/^#+ (.+)$|\*\*([^*]+?)[.:]?\*\*|^(\d+)\. /gm)].map((found) =>
      found.slice(1).find(Boolean),
    ),
  )
const PAGES = ['readings', 'scanning', 'toolchain', 'ux', 'style', 'architecture'] as const
const anchors = Object.fromEntries(PAGES.map((page) => [page, anchorsOf(read(`docs/${page}.md`))]))

/** `readings, "Offline"`, `Readings ("Offline")`, `style, 5`. */
const CITATION = new RegExp(
  String.raw`\b(${PAGES.join('|')}),? \(?(?:"([^"]{1,60})"|(?<=, )(\d+)(?=[);,]))`,
  'gi',
)
const citationsIn = (text: string) =>
  [...joined(text).matchAll(CITATION)].map(([, page = '', name, number]) => ({
    page: page.toLowerCase(),
    anchor: name ?? number,
  }))
const isThere = ({ page, anchor }: { page: string; anchor: string | undefined }) =>
  anchors[page]?.has(anchor) ?? false

/** A path in backticks, from the checkout or from one of the folders below. `sync/push` and `sync/changes` are calls of the API. */
const CODE_PATH =
  /`((?:src|server|contract|tests|bench|scripts|sw|kit|ui|features|picking|api|db|device|sync(?!\/(?:push|changes)`))\/[\w./-]*\w)\/?`/g
const isCode = (cited: string) =>
  ['', 'src', 'server', 'contract'].some((folder) =>
    ['', '.ts', '.tsx'].some((ending) => existsSync(path.join(checkout, folder, cited + ending))),
  )

const INDEX = 'README.md'
const decisions = readdirSync(path.join(checkout, 'docs/decisions')).filter((file) => file !== INDEX)
const numbers = new Set(decisions.map((file) => file.slice(0, 4)))
const DECISION = /(?:\bdecisions? |docs\/decisions\/)(\d{4})\b/gi

describe('a reference', () => {
  it('to a passage of docs/ names one that is there', () => {
    const lost = files.flatMap((file) =>
      citationsIn(read(file))
        .filter((citation) => !isThere(citation))
        .map(({ page, anchor }) => `${file}: ${page}, "${anchor}"`),
    )
    expect(lost).toEqual([])
  })

  it('is found over two lines and in each of its forms, and missed where its passage is not there', () => {
    const cited = citationsIn('By (readings, "People\n * and roles"), readings ("Offline") and (style, 5).')
    expect(cited.map(({ anchor }) => anchor)).toEqual(['People and roles', 'Offline', '5'])
    expect(cited.every(isThere)).toBe(true)
    expect(citationsIn('(readings, "No such passage")').some(isThere)).toBe(false)
  })

  it('to a file or folder of the code names one that is there', () => {
    const lost = files
      .filter((file) => file.endsWith('.md') && file !== 'docs/readings.md')
      .flatMap((file) =>
        [...read(file).matchAll(CODE_PATH)]
          .filter(([, to = '']) => !isCode(to))
          .map(([, to]) => `${file}: ${to}`),
      )
    expect(lost).toEqual([])
    expect(isCode('src/ui/use-read.ts')).toBe(false)
  })

  it('stands in a file that was merged to its end', () => {
    expect(files.filter((file) => /^(?:<{7}|>{7}|\|{7}) /m.test(read(file)))).toEqual([])
  })

  it('to a decision names one that was taken', () => {
    const lost = files.flatMap((file) =>
      [...joined(read(file)).matchAll(DECISION)]
        .filter(([, number = '']) => !numbers.has(number))
        .map(([found]) => `${file}: ${found}`),
    )
    expect(lost).toEqual([])
  })

  it('from one page of docs/ to another leads to a file', () => {
    const lost = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
          .filter(([, to = '']) => !existsSync(path.join(checkout, path.dirname(file), to)))
          .map(([, to]) => `${file}: ${to}`),
      )
    expect(lost).toEqual([])
  })
})

describe('a decision record', () => {
  const HEAD = /^# \D.+\n\nDate: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by \d{4})(; .+)?\.(?: |\n)/

  it('has a title, its date and its status', () => {
    expect(decisions.filter((file) => !HEAD.test(read(`docs/decisions/${file}`)))).toEqual([])
  })

  it('stands in the index once, with its title', () => {
    const lines = [
      ...read(`docs/decisions/${INDEX}`).matchAll(/\[(\d{4})\]\((.+?)\) (.+?)(?:\*\*)?(?: \(.*)?$/gm),
    ]
    const listed = lines.map(([, number, file, title]) => `${number} ${file} ${title}`)
    const there = decisions.map(
      (file) => `${file.slice(0, 4)} ${file} ${/^# (.+)/.exec(read(`docs/decisions/${file}`))![1]}`,
    )
    expect(listed.toSorted()).toEqual(there)
  })

  it('has a number of its own', () => {
    expect(numbers.size).toBe(decisions.length)
  })

  it('that is superseded is so by one that says it', () => {
    const said = (verb: RegExp) =>
      decisions.flatMap((file) => {
        const [, , status = ''] = read(`docs/decisions/${file}`).split('\n')
        return status
          .split(';')
          .filter((clause) => verb.test(clause))
          .flatMap((clause) =>
            [...clause.matchAll(/\d{4}(?!-)/g)].map(([other]) => [file.slice(0, 4), other]),
          )
          .filter(([, other]) => numbers.has(other ?? ''))
      })
    const pairs = (list: (string | undefined)[][]) => list.map((pair) => pair.join(' by ')).sort()
    expect(pairs(said(/superseded by|and by/))).toEqual(
      pairs(said(/supersedes/).map(([newer, older]) => [older, newer])),
    )
  })
})
