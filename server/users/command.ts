/**
 * `npm run user -- add --username NAME --role 1`: makes the first administrator of a real installation. The others are
 * made on the Users screen. See `USAGE`.
 */
import { UserPatch } from '#contract/people/edit.ts'
import { passwordProblem } from '#contract/people/password.ts'
import { Username } from '#contract/people/names.ts'
import { ROLE } from '#contract/permissions.ts'
import { insertUser, type UserRecord } from '../people/store.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { runCommand, UsageError } from '../platform/command.ts'
import { withDatabase } from '../command-database.ts'
import { transaction } from '../platform/context.ts'
import type { OpenDatabase } from '../platform/database.ts'
import { IdRow, queryRow } from '../platform/rows.ts'
import { MACHINE, recordEvent } from '../platform/security-events.ts'
import { Problem } from '../platform/problem.ts'
import { StartError } from '../platform/start-error.ts'
import { askPassword } from './ask-password.ts'

const USAGE = `Usage: npm run user -- add --username NAME --role ROLE [--email E] [--first-name F] [--last-name L]
       npm run user -- forget-passkeys --username NAME
"add" makes somebody who signs in, in the database that the server has made at its first start. "forget-passkeys" removes the
passkeys and recovery codes of somebody who has lost them: they sign in with their password alone.
  --username NAME  what they sign in with
  --role ROLE      1 administrator, 5 manager, 8 office, 11 foreman, 12 sales, 14 picker
  --email E, --first-name F, --last-name L
  --help           prints this
The password is asked for, or read from standard input where that is not a terminal.`

type NewUser = Pick<UserRecord, 'username' | 'email' | 'first_name' | 'last_name' | 'role_id'>

const TEXT = { type: 'string' } as const
const OPTIONS = { username: TEXT, role: TEXT, email: TEXT, 'first-name': TEXT, 'last-name': TEXT }
type Given = Partial<Record<keyof typeof OPTIONS, string>>

/** What the Users screen checks of these. */
const Named = UserPatch.pick({ email: true, first_name: true, last_name: true })

function readNamed(given: Given): Pick<NewUser, 'email' | 'first_name' | 'last_name'> {
  const { data, error } = Named.safeParse({
    email: given.email || undefined,
    first_name: given['first-name'] || undefined,
    last_name: given['last-name'] || undefined,
  })
  const issue = error?.issues[0]
  if (issue) throw new UsageError(`--${String(issue.path[0]).replace('_', '-')} ${issue.message}.`)
  return { email: data?.email ?? '', first_name: data?.first_name ?? '', last_name: data?.last_name ?? '' }
}

/** Throws a `UsageError` where something is missing or is none. */
function readUser(given: Given): NewUser {
  const username = given.username?.trim()
  if (!username || !given.role) throw new UsageError('--username and --role are needed.')
  const roleId = Number(given.role)
  // buyers and customers belong to a company, which this command does not ask for
  if (!Number.isInteger(roleId) || roleId < 1 || roleId > ROLE.picker)
    throw new UsageError(
      `--role=${given.role} is not valid: expected a whole number from 1 to ${ROLE.picker}.`,
    )
  const named = Username.safeParse(username)
  if (!named.success) throw new UsageError(`--username ${named.error.issues[0]!.message}.`)
  return {
    username: named.data,
    role_id: roleId,
    ...readNamed(given),
  }
}

async function add(pool: OpenDatabase['pool'], user: NewUser, password: string): Promise<void> {
  const row: UserRecord = {
    ...user,
    is_staff: true,
    is_active: true,
    account_lock: false,
    email_order_confirmation: false,
    can_see_payments_column: user.role_id <= ROLE.office,
    company_id: null,
    location_ids: null,
    password_hash: await hashPassword(password),
  }
  try {
    await transaction(pool, async (client) => {
      await insertUser(client, row)
      await recordEvent(client, MACHINE, {
        kind: 'rights',
        about: row.username,
        details: `Added with role ${row.role_id}.`,
      })
    })
  } catch (error) {
    if (error instanceof Problem) throw new StartError(`there is a user "${user.username}" already`)
    throw error
  }
}

async function addUser(user: NewUser): Promise<void> {
  const password = await askPassword(`Password of ${user.username}: `)
  const problem = passwordProblem(password, user)
  if (problem) throw new StartError(`the password ${problem}`)
  await withDatabase(({ pool }) => add(pool, user, password))
  console.log(`Made user "${user.username}" with role ${user.role_id}.`)
}

async function forgetPasskeys(given: Given): Promise<void> {
  const { username, ...others } = given
  if (!username || Object.keys(others).length > 0)
    throw new UsageError('forget-passkeys needs --username, and nothing else.')
  await withDatabase(async ({ pool }) => {
    const count = await removePasskeys(pool, username)
    console.log(`Removed ${count} ${count === 1 ? 'passkey' : 'passkeys'} of user "${username}".`)
  })
}

/** Returns how many there were. */
const removePasskeys = (pool: OpenDatabase['pool'], username: string): Promise<number> =>
  transaction(pool, async (client) => {
    const user = await queryRow(client, IdRow, 'select id from users where username = $1 for no key update', [
      username,
    ])
    if (!user) throw new StartError(`there is no user "${username}"`)
    const { rowCount } = await client.query('delete from passkeys where user_id = $1', [user.id])
    await client.query('delete from recovery_codes where user_id = $1', [user.id])
    const details = 'All passkeys and recovery codes removed.'
    await recordEvent(client, MACHINE, { kind: 'passkey', about: username, details })
    return rowCount ?? 0
  })

await runCommand({ usage: USAGE, options: OPTIONS, mostWords: 1 }, (given, [act]) => {
  if (act === 'add') return addUser(readUser(given))
  if (act === 'forget-passkeys') return forgetPasskeys(given)
  throw new UsageError(act === undefined ? 'Say "add" or "forget-passkeys".' : `Unknown act '${act}'.`)
})
