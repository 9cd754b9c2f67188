/** Commands of the project as `npm test` starts them: at the top of the checkout, with a title above what they print. */
import { execFile, spawn } from 'node:child_process'
import path from 'node:path'

export const checkout = path.resolve(import.meta.dirname, '../..')

/** The path of a package's command. */
export const bin = (name: string) => path.join(checkout, 'node_modules/.bin', name)

const title = (command: string, args: readonly string[]) => `\n── ${path.basename(command)} ${args.join(' ')}`

/** Runs a command with its output shown. Answers its exit code. */
export function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
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
export async function check(command: string, args: string[]): Promise<boolean> {
  const { ok, output } = await new Promise<{ ok: boolean; output: string }>((resolve) => {
    execFile(bin(command), args, { cwd: checkout, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ ok: !error, output: stdout + stderr || (error?.message ?? '') }),
    )
  })
  console.log(title(command, args))
  if (output) console.log(output.trimEnd())
  return ok
}
