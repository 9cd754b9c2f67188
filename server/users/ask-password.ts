import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { StartError } from '../platform/start-error.ts'

/**
 * Asks for a new password on the terminal, twice and without showing it; or takes the first line of standard input
 * where that is not a terminal.
 *
 * @throws StartError when the two differ, or when the input ends.
 */
export async function askPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine()
  const [password, again] = await askHidden([question, 'Once more: '])
  if (password === undefined || password !== again) throw new StartError('the two passwords differ')
  return password
}

async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  throw new StartError('no password on standard input')
}

function askHidden(questions: string[]): Promise<string[]> {
  // the terminal shows what readline writes, so readline writes to nowhere; it must have the terminal before we ask
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const answers: string[] = []
  return new Promise((resolve, reject) => {
    const ask = () => process.stdout.write(questions[answers.length] ?? '')
    reader.on('line', (line) => {
      process.stdout.write('\n')
      if (answers.push(line) < questions.length) ask()
      else reader.close()
    })
    reader.on('SIGINT', () => reader.close())
    reader.on('close', () => {
      if (answers.length === questions.length) resolve(answers)
      else reject(new StartError('\nno password given, nothing was made'))
    })
    ask()
  })
}
