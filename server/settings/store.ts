/** Settings as rows: a person's value, else the default in the same row. */
import type pg from 'pg'
import type { z } from 'zod'
import { SettingEntry, type SettingChange } from '#contract/settings/answer.ts'
import { Settings, type SettingName } from '#contract/settings/settings.ts'
import { transaction } from '../platform/context.ts'
import { Problem } from '../platform/problem.ts'
import { queryOnlyRow, queryRows } from '../platform/rows.ts'
import { recordEvent, type Actor } from '../platform/security-events.ts'

const SettingRow = SettingEntry.pick({ name: true, value: true, default_value: true })
type SettingRow = z.infer<typeof SettingRow>

type Client = pg.Pool | pg.ClientBase

export async function settingRows(client: Client): Promise<SettingRow[]> {
  return queryRows(client, SettingRow, {
    name: 'settings',
    text: 'select name, value, default_value from settings order by name',
  })
}

/**
 * Returns all present settings. Throws where a row holds a value that its setting cannot have: `writeSetting` writes
 * none of those.
 */
export async function readSettings(client: Client): Promise<Settings> {
  const rows = await settingRows(client)
  return Settings.parse(Object.fromEntries(rows.map((row) => [row.name, row.value ?? row.default_value])))
}

/** SQL of the most per cent that a card may cost a customer; null where nothing limits it. */
export const MOST_CARD_FEE_SQL = `(select nullif(coalesce(value, default_value), '')::numeric from settings where name = 'most_card_fee')`

/** Sets a setting; null for its default. Returns what is wrong with the value, in words, and null where it is set. */
export async function writeSetting(
  client: Client,
  name: SettingName,
  value: string | null,
): Promise<string | null> {
  const checked = value === null ? null : Settings.shape[name].safeParse(value)
  if (checked?.error) return checked.error.issues[0]!.message
  await client.query('update settings set value = $2 where name = $1', [name, value])
  return null
}

const StoredValue = SettingEntry.pick({ value: true, default_value: true })

/** Throws 409 where the setting is neither as the person saw it nor as they want it. */
async function mustBeAsSeen(
  client: pg.ClientBase,
  name: SettingName,
  { value, base }: SettingChange,
): Promise<void> {
  const stored = await queryOnlyRow(
    client,
    StoredValue,
    'select value, default_value from settings where name = $1 for no key update',
    [name],
  )
  if (base === undefined || stored.value === base || stored.value === value) return
  const said = `was changed by somebody else meanwhile: it is ${JSON.stringify(stored.value ?? stored.default_value)} now`
  throw new Problem(409, `value: ${said}`, { code: 'conflict', value: said })
}

/** Does the same, and records it as a security event. Throws 409 where `base` is given and is not what is stored. */
export const changeSetting = (
  pool: pg.Pool,
  actor: Actor,
  name: SettingName,
  change: SettingChange,
): Promise<string | null> =>
  transaction(pool, async (client) => {
    await mustBeAsSeen(client, name, change)
    const { value } = change
    const problem = await writeSetting(client, name, value)
    if (problem === null)
      await recordEvent(client, actor, { kind: 'setting', about: name, details: value ?? 'the default' })
    return problem
  })
