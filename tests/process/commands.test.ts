/** What every command of `package.json` does with `--help`, with arguments that it does not know, and without a database. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../setup/database.ts'
import { endAll, run, temporaryFolder } from './server.ts'

afterAll(endAll)

/** What `package.json` runs for each command, with words that it must refuse. */
const COMMANDS: [string, ...string[][]][] = [
  [
    'server/run.mjs user',
    ['add'],
    ['ad', '--username', 'ann', '--role', '1'],
    ['add', '--username', 'ann', '--role', '1', '--email', 'ann'],
    ['add', '--username', 'ann', '--role', '1', '--first-name', 'x'.repeat(200)],
  ],
  ['server/run.mjs setting', ['cutoff', '17:30', '--default'], ['--set']],
  ['server/run.mjs rotate-key', ['now']],
  ['server/run.mjs supplier-feed', [], ['a.csv', 'b.csv']],
  ['server/run.mjs backup', [], ['a.zip', '--keep', '3'], ['--to', 'folder', '--keep', '0']],
  ['server/run.mjs restore', [], ['a.zip', '--adopt']],
  ['scripts/barcode.ts', ['--region', 'atlantis']],
  ['scripts/requirements.ts', ['Scan'], ['--mising']],
  ['tests/sim/command.ts', ['--seeds', 'x'], ['--seed', '1', '--bug', 'typo']],
  ['tests/soak/command.ts', ['kill'], ['kills', '--kills', '2x'], ['--kill', '2']],
  ['tests/changed.ts', ['main']],
  ['bench/scan-photos.ts', ['a', 'b']],
]

describe.each(COMMANDS)('%s', (command, ...refused) => {
  it('prints its usage for --help, and one line for what it does not know, and touches nothing', async () => {
    const DATA_DIR = temporaryFolder()
    const call = async (words: string[]) => {
      const called = run([...command.split(' '), ...words], { settings: { DATA_DIR } })
      return { code: await called.ended, ...called.out }
    }
    const help = await call(['--help'])
    expect(help).toEqual({ code: 0, stdout: expect.stringMatching(/^Usage: npm run [^]*--help/), stderr: '' })
    for (const words of refused) {
      const { code, stdout, stderr } = await call(words)
      expect([words, code, stdout]).toEqual([words, 2, ''])
      expect(stderr).toMatch(/^[^\n]+ \(--help prints the usage\)\n$/)
    }
    expect(readdirSync(DATA_DIR)).toEqual([])
  })
})

describe('a command without a database', () => {
  const ASKED: [string, string[]][] = [
    ['user', ['add', '--username', 'ann', '--role', '1']],
    ['setting', []],
    ['rotate-key', []],
    ['supplier-feed', ['package.json']],
    ['backup', ['never.zip']],
  ]

  it.each(ASKED)('%s makes none in a data folder, and names it', async (name, words) => {
    const DATA_DIR = path.join(temporaryFolder(), 'none')
    const command = run(['server/run.mjs', name, ...words], { settings: { DATA_DIR }, input: 'harborvine\n' })
    expect(await command.ended).toBe(1)
    expect(command.out.stdout).toBe('')
    expect(command.out.stderr).toBe(
      `there is no database of Larder in data folder ${DATA_DIR}: the first "npm start" makes it\n`,
    )
    expect(readdirSync(path.dirname(DATA_DIR))).toEqual([])
  })

  it('makes no tables in an empty database that DATABASE_URL names', async () => {
    const { pool, url, drop } = await testDatabase()
    await pool.query('drop schema public cascade; create schema public')
    const command = run(['server/run.mjs', 'setting'], { settings: { DATABASE_URL: url } })
    expect(await command.ended).toBe(1)
    expect(command.out.stderr).toMatch(/^there is no database of Larder in DATABASE_URL [^\n]+\n$/)
    const { rowCount } = await pool.query(`select from pg_tables where schemaname = 'public'`)
    expect(rowCount).toBe(0)
    await drop()
  })
})
