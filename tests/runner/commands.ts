/** Commands of the project as `npm test` starts them: at the top of the checkout, with a title above what they print. */
import { spawn } from 'node:child_process'
import path from 'node:path'

export const checkout = path.resolve(import.meta.dirname, '../..')

/** The path of a package's command. */
export const bin = (name: string) => path.join(checkout, 'node_modules/.bin', name)

const title = (command: string, args: readonly string[]) => `\n── ${path.basename(command)} ${args.join(' ')}`

/** What a command needs beside its arguments. */
interface Options {
  env?: NodeJS.ProcessEnv
  /** Prints the output when the command has ended, so that it does not mix with that of a command beside it. */
  atTheEnd?: boolean
}

/** Runs a command and prints its output. Returns its exit code. */
export function run(
  command: string,
  args: readonly string[],
  { env = {}, atTheEnd = false }: Options = {},
): Promise<number> {
  if (!atTheEnd) console.log(title(command, args))
  const output = atTheEnd ? 'pipe' : 'inherit'
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: checkout,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    })
    const printed: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => printed.push(part))
    child.on('error', reject)
    child.on('close', (code) => {
      if (atTheEnd) {
        console.log(title(command, args))
        process.stdout.write(Buffer.concat(printed))
      }
      resolve(code ?? 1)
    })
  })
}
