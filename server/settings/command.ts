/**
 * `npm run setting`: every setting with its value; `-- NAME` one of them; `-- NAME VALUE` sets it, `-- NAME --default` takes
 * back what was set. Beside a server that runs or without one: a running server reads a setting each time that it needs it.
 */
import { parseArgs } from 'node:util'
import { SETTING_WORDS, type SettingName } from '#contract/settings/settings.ts'
import { readEnv } from '../env.ts'
import { migrate, openDatabase, type OpenDatabase } from '../platform/database.ts'
import { silentLog } from '../platform/log.ts'
import { reachPostgres } from '../platform/postgres/start.ts'
import { StartError } from '../platform/start-error.ts'
import { settingRows, writeSetting } from './store.ts'

const NAMES = Object.keys(SETTING_WORDS) as SettingName[]
const usage = `Usage: npm run setting [-- NAME [VALUE | --default]]
Settings: ${NAMES.join(', ')}`

interface Asked {
  name: SettingName | null
  /** What it becomes: null for its default, undefined where it is only read. */
  value: string | null | undefined
}

function readArguments(): Asked {
  let given: ReturnType<typeof parse>
  try {
    given = parse()
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
  const [name, value, ...more] = given.positionals
  const isDefault = given.values.default === true
  if (more.length > 0 || (isDefault && (value !== undefined || name === undefined)))
    throw new StartError(usage)
  if (name === undefined) return { name: null, value: undefined }
  if (!NAMES.includes(name as SettingName)) throw new StartError(`There is no setting "${name}".\n${usage}`)
  return { name: name as SettingName, value: isDefault ? null : value }
}

const parse = () => parseArgs({ allowPositionals: true, options: { default: { type: 'boolean' } } })

/** Does what is asked, and returns what there is to say of it. */
async function run(pool: OpenDatabase['pool'], { name, value }: Asked): Promise<string> {
  if (name !== null && value !== undefined) {
    const problem = await writeSetting(pool, name, value)
    if (problem !== null) throw new StartError(`${name}=${JSON.stringify(value)} ${problem}`)
  }
  const rows = await settingRows(pool)
  return rows
    .filter((row) => name === null || row.name === name)
    .map((row) => {
      const held = JSON.stringify(row.value ?? row.default_value)
      return `${row.name} = ${held}${row.value === null ? ' (default)' : ''}: ${SETTING_WORDS[row.name]}`
    })
    .join('\n')
}

async function main(): Promise<void> {
  const env = readEnv()
  const asked = readArguments()
  const postgres = await reachPostgres(env, silentLog)
  const { db, pool, close } = openDatabase(postgres.url, { max: 1 })
  try {
    await migrate(db)
    console.log(await run(pool, asked))
  } finally {
    await close()
    await postgres.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
