/**
 * `npm run user -- add --username NAME --role 1`: makes the first administrator of a real installation, beside a
 * server that runs or without one. The others are made on the Users screen.
 */
import { parseArgs } from 'node:util'
import { passwordProblem } from '#contract/people/password.ts'
import { ROLE } from '#contract/permissions.ts'
import { readEnv } from '../env.ts'
import { insertUser, type UserRecord } from '../people/store.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { migrate, openDatabase, type OpenDatabase } from '../platform/database.ts'
import { silentLog } from '../platform/log.ts'
import { reachPostgres } from '../platform/postgres/start.ts'
import { Problem } from '../platform/problem.ts'
import { StartError } from '../platform/start-error.ts'
import { askPassword } from './ask-password.ts'

const usage = `Usage: npm run user -- add --username NAME --role 1 [--email E] [--first-name F] [--last-name L]
Roles: 1 administrator, 5 manager, 8 office, 11 foreman, 12 sales, 14 picker.
The password is asked for, or read from standard input where that is not a terminal.`

type NewUser = Pick<UserRecord, 'username' | 'email' | 'first_name' | 'last_name' | 'role_id'>

function readArguments(): NewUser {
  let given: ReturnType<typeof parse>
  try {
    given = parse()
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
  const { positionals, values } = given
  const username = values.username?.trim()
  if (positionals.join(' ') !== 'add' || !username || !values.role) throw new StartError(usage)
  const roleId = Number(values.role)
  // buyers and customers belong to a company, which this command does not ask for
  if (!Number.isInteger(roleId) || roleId < 1 || roleId > ROLE.picker) {
    throw new StartError(
      `--role=${values.role} is not valid: expected a whole number from 1 to ${ROLE.picker}`,
    )
  }
  return {
    username,
    role_id: roleId,
    email: values.email ?? '',
    first_name: values['first-name'] ?? '',
    last_name: values['last-name'] ?? '',
  }
}

function parse() {
  const text = { type: 'string' } as const
  return parseArgs({
    allowPositionals: true,
    options: { username: text, role: text, email: text, 'first-name': text, 'last-name': text },
  })
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
    await insertUser(pool, row)
  } catch (error) {
    if (error instanceof Problem) throw new StartError(`there is a user "${user.username}" already`)
    throw error
  }
}

async function main(): Promise<void> {
  const env = readEnv()
  const user = readArguments()
  const password = await askPassword(`Password of ${user.username}: `)
  const problem = passwordProblem(password, user)
  if (problem) throw new StartError(`the password ${problem}`)
  const postgres = await reachPostgres(env, silentLog)
  const { db, pool, close } = openDatabase(postgres.url, { max: 1 })
  try {
    await migrate(db)
    await add(pool, user, password)
  } finally {
    await close()
    await postgres.stop()
  }
  console.log(`Made user "${user.username}" with role ${user.role_id}.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
