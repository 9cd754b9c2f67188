/**
 * A class that another file composes is in `@layer shared`. The build writes composed rules again into each chunk that uses them, so a
 * chunk that loads later would otherwise take back what a screen says of its own class (docs/decisions/0284).
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const source = path.resolve(import.meta.dirname, '../src')

const COMPOSES = /composes:\s*([\w\s]+?)\s+from\s+'([^']+)'/g
const COMMENT = /\/\*[\s\S]*?\*\//g
/** A layer to its closing brace, which is the first one at the beginning of a line. */
const LAYER = /^@layer shared \{\n[\s\S]*?^\}\n/gm

const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-z]\w*)/gi)].map(([, name]) => name!))

/** Whether the rules of a class are all in the layer. */
function isLayered(stylesheet: string, name: string): boolean {
  const css = stylesheet.replaceAll(COMMENT, '')
  const layers = (css.match(LAYER) ?? []).join('')
  return classesIn(layers).has(name) && !classesIn(css.replaceAll(LAYER, '')).has(name)
}

/** The file that a stylesheet names: from itself or from the source's root. */
const fileOf = (by: string, from: string) =>
  from.startsWith('#src/')
    ? path.join(source, from.slice('#src/'.length))
    : path.join(source, path.dirname(by), from)

/** Each class that one file composes from another: both files, and its name. */
async function composed(): Promise<{ by: string; file: string; name: string }[]> {
  const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.module.css'))
  const found = await Promise.all(
    files.map(async (by) => {
      const css = await readFile(path.join(source, by), 'utf8')
      return [...css.matchAll(COMPOSES)].flatMap(([, names = '', from = '']) =>
        names.split(/\s+/).map((name) => ({ by, file: fileOf(by, from), name })),
      )
    }),
  )
  return found.flat()
}

describe('classes that another file composes', () => {
  it('are in the shared layer', async () => {
    const classes = await composed()
    expect(classes.length).toBeGreaterThan(20)
    const outside = await Promise.all(
      classes.map(async ({ by, file, name }) =>
        isLayered(await readFile(file, 'utf8'), name) ? null : `${by}: ${name}`,
      ),
    )
    expect(outside.filter((line) => line !== null)).toEqual([])
  })

  it.each([
    ['@layer shared {\n  .a {\n    margin: 0;\n  }\n}\n', true],
    ['/* Not .a. */\n@layer shared {\n  .a {\n    margin: 0;\n  }\n}\n.b {\n  margin: 0;\n}\n', true],
    ['@layer shared {\n  .a {\n    margin: 0;\n  }\n}\n.a {\n  color: inherit;\n}\n', false],
    ['.a {\n  margin: 0;\n}\n', false],
    ['@layer shared {\n  .b {\n    margin: 0;\n  }\n}\n', false],
  ])('in %j the class "a" is layered: %s', (css, layered) => {
    expect(isLayered(css, 'a')).toBe(layered)
  })
})
