/**
 * Nothing but `src/app/tokens.ts` names a colour, so that day, night and contrast are settled in one place (decision 0076).
 * A guard that looks for too little is green for ever: wrong colours are planted here, and each is seen to be refused.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PRIMARY_COLOUR } from '#contract/spec.ts'

const checkout = path.resolve(import.meta.dirname, '..')

/** The tokens themselves, and what is no part of a screen: PDFs on white paper, the ground under a picture that is read. */
const ALLOWED = new Set(['src/app/tokens.ts', 'src/device/scanner/draw.ts', 'src/documents/sheet.ts'])

const LITERAL =
  /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(/gi
const NAMED =
  /(?<![-\w])(?:white|black|gr[ae]y|silver|red|maroon|brown|crimson|tomato|orange|gold|yellow|olive|lime|green|teal|cyan|aqua|blue|navy|purple|violet|magenta|fuchsia|pink)(?![-\w(])/gi
/** Colours of Mantine's palette. They do not follow the scheme, as `--mantine-color-body` and its like do. */
const PALETTE = /--mantine-color-(?:[a-z]+-\d|white|black)/g

const CSS_VALUE = /[-\w]+\s*:([^;{}]+)(?=[;}])/g
/** A colour given to a component or to a style. */
const CODE_VALUE = /\b(?:c|bg|fill|stroke|\w*[cC]olor|background)(?:=|:\s*)(["'])([^"']*)\1/g
/** A string that is a colour, or has one behind a blank or a bracket. */
const CODE_LITERAL = /(["'`])((?:[^"'`\n]*[\s(,:])?(?:#[\da-f]{3,8}|(?:rgb|hsl)a?\([^"'`\n]*))\1/gi

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*/g, '')

/** The colours that a file names. */
function coloursIn(name: string, text: string): string[] {
  const said = withoutComments(text)
  const all = (source: string, ...rules: RegExp[]) => rules.flatMap((rule) => source.match(rule) ?? [])
  if (name.endsWith('.css'))
    return [...said.matchAll(CSS_VALUE)].flatMap(([, value = '']) => all(value, LITERAL, NAMED, PALETTE))
  return [
    ...[...said.matchAll(CODE_VALUE)].flatMap(([, , value = '']) => all(value, LITERAL, NAMED)),
    ...[...said.matchAll(CODE_LITERAL)].flatMap(([, , value = '']) => all(value, LITERAL)),
    ...all(said, PALETTE),
  ]
}

/** What the files below a folder name, as `path: colour`. */
async function named(root: string, folder: string): Promise<string[]> {
  const files = await readdir(path.join(root, folder), { recursive: true })
  const found = await Promise.all(
    files
      .map((file) => path.join(folder, file))
      .filter((file) => /(?<!\.test)\.(?:css|tsx?)$/.test(file) && !ALLOWED.has(file))
      .map(async (file) =>
        [...new Set(coloursIn(file, await readFile(path.join(root, file), 'utf8')))].map(
          (colour) => `${file}: ${colour}`,
        ),
      ),
  )
  return found.flat().toSorted()
}

const WRONG = [
  ['css', '.a { color: #fff; }'],
  ['css', '.a { border: 1px solid #A13127 }'],
  ['css', '.a {\n  box-shadow: 0 1px 4px rgb(0 0 0 / 30%);\n}'],
  ['css', '.a { background: white; }'],
  ['css', '.a { outline: 2px solid red; }'],
  ['css', '.a { background: var(--mantine-color-red-7); }'],
  ['css', '@media print { .a { color: black; } }'],
  ['tsx', 'export const a = <path fill="#000" />'],
  ['tsx', 'export const a = <Button color="gray">b</Button>'],
  ['tsx', "export const a = <p style={{ color: 'red' }} />"],
  ['tsx', 'export const a = <p style={{ border: "1px solid #ccc" }} />'],
  ['ts', "export const LINE = '#495057'"],
  ['ts', 'export const SHADE = `rgba(0, 0, 0, 0.5)`'],
  ['ts', "context.fillStyle = '#123'"],
  ['ts', "export const edge = '1px solid #000'"],
  ['ts', "export const ring = 'var(--mantine-color-blue-4)'"],
] as const
const RIGHT = [
  ['css', '/* #fff */ .red:hover { color: var(--larder-text); border: 1px solid transparent }'],
  ['css', '#content:focus { outline-color: currentcolor; white-space: nowrap; color: inherit }'],
  ['css', '.a { border-color: var(--larder-ok-text); transition: color 1s; background: none }'],
  ['tsx', 'export const a = <Chip tone="ok">The red one, order #21670</Chip> // #fff'],
  ['ts', "import { b } from '#features/b.ts'\nexport const a = `Invoice #${b} of #21670, not #21671`"],
] as const

let folder: string
let refused: string[]
const fileOf = (kind: string, n: number, ext: string) => path.join('src', `${kind}-${n}.${ext}`)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'larder-colours-'))
  await mkdir(path.join(folder, 'src'))
  for (const [kind, cases] of [
    ['wrong', WRONG],
    ['right', RIGHT],
  ] as const)
    for (const [n, [ext, text]] of cases.entries())
      await writeFile(path.join(folder, fileOf(kind, n, ext)), text)
  refused = (await named(folder, 'src')).map((line) => line.split(': ')[0]!)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a colour by its own name', () => {
  for (const [n, [ext, text]] of WRONG.entries())
    it(`is refused in .${ext}: ${text.replaceAll(/\s+/g, ' ')}`, () => {
      expect(refused).toContain(fileOf('wrong', n, ext))
    })
  for (const [n, [ext, text]] of RIGHT.entries())
    it(`is not seen in .${ext}: ${text.replaceAll(/\s+/g, ' ')}`, () => {
      expect(refused).not.toContain(fileOf('right', n, ext))
    })
})

it('only the tokens name colours', async () => {
  expect([...(await named(checkout, 'src')), ...(await named(checkout, 'sw'))]).toEqual([])
})

it('every token that a style or a component asks for is there', async () => {
  const files = await readdir(path.join(checkout, 'src'), { recursive: true })
  const sources = await Promise.all(
    files
      .filter((file) => /\.(?:css|tsx?)$/.test(file))
      .map((file) => readFile(path.join(checkout, 'src', file), 'utf8')),
  )
  const { tokens } = await import('#src/app/tokens.ts')
  const made = new Set(Object.keys(tokens.light).map((token) => `--larder-${token}`))
  for (const source of sources)
    for (const [, name = ''] of source.matchAll(/(--larder-[\w-]+)\s*:/g)) made.add(name)
  const asked = sources.flatMap((source) => source.match(/(?<=var\()--larder-[\w-]+/g) ?? [])
  expect(new Set(asked.filter((name) => !made.has(name)))).toEqual(new Set())
  const used = new Set(asked)
  expect(Object.keys(tokens.light).filter((token) => !used.has(`--larder-${token}`))).toEqual([])
})

it("A348 what the browser shows around the page has the brand's colour", async () => {
  const read = (file: string) => readFile(path.join(checkout, file), 'utf8')
  expect(await read('index.html')).toContain(`<meta name="theme-color" content="${PRIMARY_COLOUR}" />`)
  const { tokens } = await import('#src/app/tokens.ts')
  // The start screen of an installed app is dark: it does not flash in a cold room's dark mode.
  expect(JSON.parse(await read('manifest.webmanifest'))).toMatchObject({
    theme_color: PRIMARY_COLOUR,
    background_color: tokens.light.ink,
  })
})
