/** What `npm run bench` is asked to do. */
import { parseArgs } from 'node:util'

const OPTIONS = {
  tiny: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export type Asked =
  | { kind: 'help' }
  | { kind: 'refused'; reason: string }
  | { kind: 'run'; tiny: boolean; names: string[] }

/** Reads the arguments; without a name all parts are meant. */
export function readOptions(args: readonly string[], parts: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
    if (values.help) return { kind: 'help' }
    const unknown = positionals.filter((name) => !parts.includes(name))
    if (unknown.length > 0)
      return {
        kind: 'refused',
        reason: `There is no part ${unknown.join(', ')}. The parts are ${parts.join(', ')}.`,
      }
    return {
      kind: 'run',
      tiny: values.tiny,
      names: positionals.length > 0 ? [...new Set(positionals)] : [...parts],
    }
  } catch (error) {
    return { kind: 'refused', reason: `${(error as Error).message.split('\n')[0]} (--help shows the usage)` }
  }
}

/** Returns the text of `--help`. */
export function usage(parts: Readonly<Record<string, { what: string; lines: number }>>): string {
  const lines = Object.entries(parts).map(
    ([name, { what, lines }]) => `  ${name.padEnd(10)}${String(lines).padStart(2)} lines: ${what}`,
  )
  return [
    'usage: npm run bench -- [--tiny] [--help] [part …]',
    '',
    '  --tiny    each part in seconds: shows that it works, and its figures do not count',
    '  --help    prints this',
    '',
    'Without a part all of them run:',
    ...lines,
  ].join('\n')
}
