/** How a command of `package.json` reads its arguments and ends. */
import { constants } from 'node:os'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { StartError } from './start-error.ts'

type Options = NonNullable<ParseArgsConfig['options']>
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values']

/** Exit code for arguments that the command does not know. */
const EXIT_USAGE = 2

interface Command<O extends Options> {
  usage: string
  options: O
  /** How many arguments it takes that are no options. */
  mostWords?: number
}

/** Arguments that make no sense: one line, exit code 2. `work` throws it before it does anything. */
export class UsageError extends Error {}

/**
 * Reads the arguments and then runs the command. `--help` prints the usage and ends with 0. An argument that is not known
 * is one line and ends with 2, as a `UsageError` of `work` does. A `StartError` is one line and ends with 1. A signal ends it
 * with 128 and the signal's number; the process's exit handlers then take away what is half made.
 */
export async function runCommand<O extends Options>(
  command: Command<O>,
  work: (values: Values<O>, words: string[]) => Promise<void>,
): Promise<void> {
  let given: ReturnType<typeof read<O>>
  try {
    given = read(command)
  } catch (error) {
    refuseUsage(error as Error)
    return
  }
  if (given.isHelp) {
    console.log(command.usage)
    return
  }
  endOnSignals()
  try {
    await work(given.values, given.words)
  } catch (error) {
    if (error instanceof UsageError) refuseUsage(error)
    else {
      console.error(error instanceof StartError ? error.message : error)
      process.exitCode = 1
    }
  }
}

/** Without a handler a signal ends the process without its exit handlers: an embedded PostgreSQL would stay behind. */
function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
}

function refuseUsage({ message }: Error): void {
  console.error(`${message.replaceAll('\n', ' ')} (--help prints the usage)`)
  process.exitCode = EXIT_USAGE
}

/** The whole number of an option, from `least` on. Throws a `UsageError` for any other text. */
export function wholeNumber(name: string, text: string, least = 1): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) < least)
    throw new UsageError(`--${name}=${text} is not valid: expected a whole number from ${least}.`)
  return Number(text)
}

function read<O extends Options>({ options, mostWords = 0 }: Command<O>) {
  const { values, positionals } = parseArgs({
    strict: true,
    allowPositionals: mostWords > 0,
    options: { ...options, help: { type: 'boolean' } },
  })
  if (positionals.length > mostWords) throw new Error(`Unexpected argument '${positionals[mostWords]}'.`)
  return { isHelp: 'help' in values, values, words: positionals }
}
