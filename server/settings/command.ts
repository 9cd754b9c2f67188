/** `npm run setting`: prints and changes what the distributor settles for itself. See `USAGE`. */
import { SETTING_WORDS, type SettingName } from '#contract/settings/settings.ts'
import { runCommand, UsageError } from '../platform/command.ts'
import { withDatabase } from '../command-database.ts'
import type { OpenDatabase } from '../platform/database.ts'
import { MACHINE } from '../platform/security-events.ts'
import { StartError } from '../platform/start-error.ts'
import { changeSetting, settingRows } from './store.ts'

const NAMES = Object.keys(SETTING_WORDS) as SettingName[]
const USAGE = `Usage: npm run setting [-- NAME [VALUE | --default]]
Prints every setting, or one by its NAME. With a VALUE it sets that one. A running server reads a setting each time that it
needs it.
  --default  takes back what was set
  --help     prints this
Settings: ${NAMES.join(', ')}`

interface Asked {
  name: SettingName | null
  /** What it becomes: null for its default, undefined where it is only read. */
  value: string | null | undefined
}

/** Throws a `UsageError` where the words make no sense together. */
function readAsked(isDefault: boolean, [name, value]: string[]): Asked {
  if (isDefault && value !== undefined) throw new UsageError('Give a VALUE or --default, not both.')
  if (isDefault && name === undefined) throw new UsageError('--default needs the NAME of a setting.')
  if (name === undefined) return { name: null, value: undefined }
  if (!NAMES.includes(name as SettingName)) throw new UsageError(`There is no setting "${name}".`)
  return { name: name as SettingName, value: isDefault ? null : value }
}

/** Does what is asked, and returns what there is to say of it. */
async function run(pool: OpenDatabase['pool'], { name, value }: Asked): Promise<string> {
  if (name !== null && value !== undefined) {
    const problem = await changeSetting(pool, MACHINE, name, { value })
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

const OPTIONS = { default: { type: 'boolean', default: false } } as const

await runCommand({ usage: USAGE, options: OPTIONS, mostWords: 2 }, (given, words) => {
  const asked = readAsked(given.default, words)
  return withDatabase(async ({ pool }) => console.log(await run(pool, asked)))
})
