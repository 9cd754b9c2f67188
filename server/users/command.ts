/**
 * `npm run user -- add --username NAME --role 1`: makes the first administrator of a real installation, beside a
 * server that runs or without one. The others are made on the Users screen.
 */
import { parseArgs } from 'node:util'
import { ROLE } from '#contract/permissions.ts'
import { readEnv } from '../env.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { migrate, openDatabase, type OpenDatabase } from '../platform/database.ts'
import { silentLog } from '../platform/log.ts'
import { reachPostgres } from '../platform/postgres/start.ts'
import { StartError } from '../platform/start-error.ts'
import { users } from '../schema/people.ts'
import { askPassword } from './ask-password.ts'

const usage = `Usage: npm run user -- add --username NAME --role 1 [--email E] [--first-name F] [--last-name L]
Roles: 1 administrator, 5 manager, 8 office, 11 foreman, 12 sales, 14 picker.
The password is asked for, or read from standard input where that is not a terminal.`

/** B175: the least number of characters of a password. */
const passwordCharacters = 8

type NewUser = Pick<typeof users.$inferInsert, 'username' | 'email' | 'firstName' | 'lastName' | 'roleId'>

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
    roleId,
    email: values.email ?? '',
    firstName: values['first-name'] ?? '',
    lastName: values['last-name'] ?? '',
  }
}

function parse() {
  const text = { type: 'string' } as const
  return parseArgs({
    allowPositionals: true,
    options: { username: text, role: text, email: text, 'first-name': text, 'last-name': text },
  })
}

async function add(db: OpenDatabase['db'], user: NewUser, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  const made = await db
    .insert(users)
    .values({ ...user, passwordHash, isStaff: true, isActive: true, companyId: null })
    .onConflictDoNothing({ target: users.username })
    .returning({ id: users.id })
  if (!made.length) throw new StartError(`there is a user "${user.username}" already`)
}

async function main(): Promise<void> {
  const env = readEnv()
  const user = readArguments()
  const password = await askPassword(`Password of ${user.username}: `)
  if (password.length < passwordCharacters) {
    throw new StartError(`the password is too short: expected at least ${passwordCharacters} characters`)
  }
  const postgres = await reachPostgres(env, silentLog)
  const { db, close } = openDatabase(postgres.url, { max: 1 })
  try {
    await migrate(db)
    await add(db, user, password)
  } finally {
    await close()
    await postgres.stop()
  }
  console.log(`Made user "${user.username}" with role ${user.roleId}.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
