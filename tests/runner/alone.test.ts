/** The real runners, on a checkout of tests whose titles are easily mistaken for each other. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bin } from './commands.ts'
import { hasPassedAlone, readPlaywright, readVitest, type Ran } from './reports.ts'

const SAMPLE = path.join(import.meta.dirname, 'sample')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'larder-alone-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function report(command: string, args: string[]): Promise<never> {
  const file = path.join(folder, 'report.json')
  await rm(file, { force: true })
  // Workers of a runner take these for their own.
  const { VITEST: _, VITEST_WORKER_ID: __, ...env } = process.env
  await promisify(execFile)(bin(command), args, {
    cwd: SAMPLE,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  return JSON.parse(await readFile(file, 'utf8')) as never
}

const vitest = async (args: string[]) =>
  readVitest(
    await report('vitest', [...args, '--reporter=json', `--outputFile=${folder}/report.json`]),
    SAMPLE,
  )
const playwright = async (args: string[]) => readPlaywright(await report('playwright', args))

/** What was run when each of these tests was to run alone, and whether that counts. */
async function alone(run: (args: string[]) => Promise<Ran[]>, tests: Ran[]) {
  const said: [title: string, ran: string[], counts: boolean][] = []
  for (const test of tests) {
    const again = await run(test.alone!.args)
    const ran = again.filter(({ ended }) => ended !== 'skipped').map(nameOf)
    said.push([nameOf(test), ran, hasPassedAlone(test, again)])
  }
  return said
}
const nameOf = ({ project, title }: Ran) => (project ? `${project}: ${title}` : title)

it('each test of vitest runs alone, whatever its title; a pattern that fits none does not count', async () => {
  const all = await vitest(['run'])
  const titled = (title: string) => all.find((one) => one.title === title)!
  const titles = ['an order of today saves', String.raw`costs $5.20 (or more) [each] a|b ^*? ${'\\'}`]
  expect(await alone(vitest, titles.map(titled))).toEqual(titles.map((title) => [title, [title], true]))
  const gone = titled('saves')
  gone.alone!.args = gone.alone!.args.map((arg) => arg.replace('^saves$', '^saved$'))
  expect(await alone(vitest, [gone])).toEqual([['saves', [], false]])
})

it('each test of Playwright runs alone, in its project only', async () => {
  const all = await playwright(['test'])
  expect(all).toHaveLength(14)
  const titles = ['saves', 'costs $5.20 (or more) a/b']
  const tests = titles.map((title) => all.find((one) => one.title === title && one.project === 'long')!)
  expect(await alone(playwright, tests)).toEqual(
    titles.map((title) => [`long: ${title}`, [`long: ${title}`], true]),
  )
})
