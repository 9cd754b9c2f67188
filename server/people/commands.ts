/** Adding and changing users (B004, B233, B234; docs/decisions/0031). */
import type pg from 'pg'
import { z } from 'zod'
import type { UserCreate, UserPatch } from '#contract/people/edit.ts'
import { passwordProblem, PASSWORDS_DIFFER, type PasswordOwner } from '#contract/people/password.ts'
import { User } from '#contract/people/schema.ts'
import {
  changesRights,
  editProblem,
  fittingRole,
  grantProblems,
  roleFor,
  RIGHTS,
  roleProblem,
  seesPaymentsBy,
} from '#contract/people/user-rules.ts'
import { belongsToCustomer, ROLE, type Person } from '#contract/permissions.ts'
import { lockOrdersOf, touchHeldOrders } from '../orders/touch.ts'
import { endIdentityLinksOf } from '../platform/auth/identity-links.ts'
import { hashPassword } from '../platform/auth/passwords.ts'
import { countAddressMail, countRename } from '../platform/auth/throttle.ts'
import { mustHaveProved, provePassword, type Caller } from '../platform/auth/proof.ts'
import { endSessionsOf } from '../platform/auth/tokens.ts'
import { changesOf } from '../platform/changes.ts'
import { transaction, type Context } from '../platform/context.ts'
import { once, type KeyedCall } from '../platform/keyed.ts'
import { changesText, recordEvent } from '../platform/security-events.ts'
import { forbidden, notFound, Problem, wrongField } from '../platform/problem.ts'
import { queryOnlyRow, queryRow } from '../platform/rows.ts'
import { belongingOf } from './belonging.ts'
import { queueAddressMail, recordChange } from './account-changes.ts'
import { mayEditUser, readdressConfirmations } from './own-address.ts'
import { endPasswordLinks } from './password-links.ts'
import { LOCATIONS_SQL } from './present.ts'
import { insertCustomer, insertUser, updateUser, type UserFields, type UserRecord } from './store.ts'

/** The fields of the call are the table's columns, by the same names. */
const FIELDS = `username, email, first_name, last_name, role_id, is_staff, is_active, account_lock,
  email_order_confirmation, can_see_payments_column`

const Granter = User.pick({ role_id: true, can_see_payments_column: true })

/** Returns the caller, with the fields that `Person` leaves out. */
async function granterOf(client: pg.ClientBase, { id }: Person) {
  const granter = await queryOnlyRow(
    client,
    Granter,
    'select role_id, can_see_payments_column from users where id = $1',
    [id],
  )
  return { ...granter, id }
}

/** Throws 403, with the reason in each field's own name. */
function mustNotGrant(problems: ReturnType<typeof grantProblems>): void {
  const lines = Object.entries(problems).map(([field, why]) => `${field}: ${why}`)
  if (lines.length > 0) throw new Problem(403, lines.join('\n'), problems)
}

/** Returns the hash of a new password that is typed twice and good enough. Throws 400. */
export async function newHash(
  { new_password = '', new_password_confirm }: Pick<UserPatch, 'new_password' | 'new_password_confirm'>,
  owner: PasswordOwner,
): Promise<string> {
  if (new_password !== new_password_confirm) throw wrongField('new_password_confirm', PASSWORDS_DIFFER)
  const problem = passwordProblem(new_password, owner)
  if (problem) throw wrongField('new_password', problem)
  return hashPassword(new_password)
}

/**
 * B233. Adds a user. The same key returns the user that it has made already, and makes no second customer. The answer
 * does not depend on the password: a caller that repeats a call with other passwords must not learn which one is right.
 */
export async function addUser(
  context: Context,
  person: Person,
  user: UserCreate,
  keyed: KeyedCall,
): Promise<number> {
  const {
    restaurant_name,
    old_password: _none,
    new_password,
    new_password_confirm,
    role_id = roleFor(user.is_staff),
    can_see_payments_column,
    company,
    company_location,
    ...rest
  } = user
  const wrongRole = roleProblem({ ...rest, role_id })
  if (wrongRole) throw wrongField('role_id', wrongRole)
  const password_hash = await newHash({ new_password, new_password_confirm }, rest)
  let isNew = false
  const id = await transaction(context.pool, async (client) => {
    const made = await once(client, person, keyed, async () => {
      isNew = true
      const granter = await granterOf(client, person)
      const fields: UserFields = {
        ...rest,
        role_id,
        can_see_payments_column: can_see_payments_column ?? seesPaymentsBy(role_id, granter),
      }
      mustNotGrant(grantProblems(granter, null, { ...fields, company, company_location: [] }))
      const isNewCustomer = company === null && belongsToCustomer(fields)
      const customer = isNewCustomer ? await insertCustomer(client, restaurant_name) : null
      const belonging = customer
        ? {
            company_id: customer.company,
            // A customer orders for this location, a buyer for all locations that the company will have.
            location_ids: role_id === ROLE.customer ? [customer.location] : null,
          }
        : await belongingOf(client, fields, company, company_location)
      const row = { ...fields, ...belonging, password_hash }
      const made = await insertUser(client, row)
      await recordEvent(client, keyed.actor, {
        kind: 'rights',
        about: fields.username,
        details: `Added with role ${fields.role_id}.`,
      })
      return String(made)
    })
    return Number(made)
  })
  if (isNew) context.announcer.announce(['*'])
  return id
}

/** The present user: `company_location` as it is on the wire, `location_ids` as it is stored. */
const Before = User.extend({ location_ids: z.array(z.number()).nullable() })
type Before = z.infer<typeof Before>

async function lockUser(client: pg.ClientBase, id: number): Promise<Before> {
  const before = await queryRow(
    client,
    Before,
    `select id, ${FIELDS}, waiting_email, location_ids, company_id as company, ${LOCATIONS_SQL} as company_location
       from users u where id = $1 for no key update`,
    [id],
  )
  if (!before) throw notFound('user')
  return before
}

/**
 * B234. Changes a user. A person who is locked, closed or given another password is signed out, except in the session
 * that asks for it. So is a person whose address another user changes. An address or a password that another user sets
 * ends the links with identities of the provider. An own new address waits for its link (docs/decisions/0182). A
 * person's own password and address need the current password (readings, "Changing an own address or password"): a
 * session alone, perhaps a stolen one, must not be able to take the account over. A change that gives or takes another
 * user's rights, or that lets a person sign in as them, needs a password that was typed lately (docs/decisions/0195).
 */
export async function editUser(
  context: Context,
  person: Person,
  id: number,
  patch: UserPatch,
  caller: Caller,
): Promise<void> {
  mayEditUser(person, id)
  const { old_password, new_password, new_password_confirm } = patch
  const setsPassword = new_password !== undefined || new_password_confirm !== undefined
  const isSelf = id === person.id
  const ownAddress = isSelf ? await addressAsked(context.pool, id, patch) : null
  if (isSelf && patch.username !== undefined && patch.username !== person.username)
    await countRename(context.pool, id)
  const isAsked = isSelf && (setsPassword || ownAddress !== null)
  if (isAsked && !(await provePassword(context, person, old_password ?? '', caller)))
    throw wrongField('old_password', 'is not right')
  if (ownAddress !== null && context.outbox.sends) await countAddressMail(context.pool, id, ownAddress)
  const moved = new Set<number>()
  await transaction(context.pool, async (client) => {
    // The person's orders show the username.
    if (patch.username !== undefined) await lockOrdersOf(context, client, { customer: id })
    const before = await lockUser(client, id)
    const problem = editProblem(person, before)
    if (problem) throw forbidden(problem)
    const { old_password: _old, new_password: _new, new_password_confirm: _confirm, base, ...fields } = patch
    const { email, ...others } = changesOf<Before>(before, fields, baseAsShown(before, base))
    // Another user has changed the address since it was compared.
    if (isSelf && email !== undefined && email !== ownAddress)
      throw wrongField('email', 'was changed by somebody else at this moment')
    const asked: Partial<Before> = isSelf || email === undefined ? others : { ...others, email }
    if (asked.email !== undefined) mustStillWait(before, base)
    mustNotGrant(grantProblems(await granterOf(client, person), before, { ...before, ...asked }))
    const { company, company_location, ...set } = withRole(before, asked)
    const after = { ...before, ...set, ...(company !== undefined && { company }) }
    mustFit(before, after)
    const belonging = await belongingAfter(client, before, after, company_location)
    const password_hash = setsPassword ? await newHash(patch, after) : undefined
    const isMoved = after.email !== before.email
    if (!isSelf && (isMoved || password_hash !== undefined || changesRights(before, { ...before, ...asked })))
      await mustHaveProved(client, caller.session, context.clock())
    const waiting_email = isSelf ? email : undefined
    await updateUser(client, id, {
      ...set,
      ...belonging,
      ...(password_hash && { password_hash }),
      // The holder of the former password asked for the waiting address.
      ...(waiting_email !== undefined
        ? { waiting_email }
        : (password_hash || isMoved) && { waiting_email: '' }),
    })
    await recordAccount(client, caller, before, { ...before, ...asked })
    for (const one of new Set([before.company, after.company]))
      if (one !== null && belonging.company_id !== undefined) moved.add(one)
    if (after.username !== before.username)
      for (const one of await touchHeldOrders(context, client, { customer: id })) moved.add(one)
    const isClosed = after.account_lock || !after.is_active
    if (isClosed || password_hash || (isMoved && !isSelf)) {
      const stays = !isClosed && isSelf ? caller.session : null
      await endSessionsOf(client, id, context.clock(), stays)
    }
    if (password_hash || isMoved) await endPasswordLinks(client, id)
    if (!isSelf && (password_hash || isMoved)) await endIdentityLinksOf(client, id)
    // Without an address, the confirmations that wait are dropped when they are written.
    if (isMoved && after.email !== '') await readdressConfirmations(client, id, before.email, after.email)
    const address = { before: before.email, after: after.email }
    const change = { user: id, by: person.id, actor: caller }
    if (isMoved) await recordChange(context, client, { ...change, what: 'address', address })
    if (password_hash)
      await recordChange(context, client, {
        ...change,
        what: 'password',
        address: { before: after.email, after: after.email },
      })
    if (waiting_email !== undefined && context.outbox.sends)
      await queueAddressMail(context, client, id, waiting_email)
  })
  context.outbox.wake()
  // From the next call on, the server refuses what the person may no longer do or see.
  context.people.forget(id)
  if (moved.size > 0) context.announcer.announce(moved)
}

/** Records what changed of the name and the rights of an account. */
async function recordAccount(
  client: pg.ClientBase,
  caller: Caller,
  before: Before,
  after: Before,
): Promise<void> {
  const details = changesText<Before>(before, after, ['username', ...RIGHTS])
  if (details !== '') await recordEvent(client, caller, { kind: 'rights', about: before.username, details })
}

/** Throws 409 where the office confirms an address that its person has withdrawn, or replaced, since the office saw it. */
function mustStillWait({ waiting_email }: Before, base: UserPatch['base'] = {}): void {
  if (!('waiting_email' in base) || base['waiting_email'] === waiting_email) return
  const said =
    waiting_email === ''
      ? 'is no longer asked for: the person has withdrawn it'
      : `is no longer asked for: the person asks for ${waiting_email} by now`
  throw new Problem(409, `email: ${said}`, { code: 'conflict', email: said })
}

/** Returns the base without what `users` does not show: the company of a user who belongs to no customer. */
function baseAsShown(before: Before, base: UserPatch['base'] = {}): Record<string, unknown> {
  if (belongsToCustomer(before)) return base
  const { company: _company, company_location: _locations, ...seen } = base
  return seen
}

const OwnAddress = User.pick({ email: true })

/** Returns the new address that this call sets; null for none. */
async function addressAsked(pool: pg.Pool, id: number, { email, base }: UserPatch): Promise<string | null> {
  if (email === undefined) return null
  const own = await queryRow(pool, OwnAddress, 'select email from users where id = $1', [id])
  return (own && changesOf(own, { email }, base).email) ?? null
}

/** Returns the changed columns of the company and the locations. A company buyer orders for all of them. */
async function belongingAfter(
  client: pg.ClientBase,
  before: Before,
  after: Before,
  locations: number[] | undefined,
): Promise<Partial<Pick<UserRecord, 'company_id' | 'location_ids'>>> {
  if (after.company !== before.company || locations)
    return belongingOf(client, after, after.company, locations)
  return after.role_id === ROLE.buyer && before.location_ids ? { location_ids: null } : {}
}

/** Adds a fitting role where only the staff flag changes. */
function withRole(before: Before, asked: Partial<Before>): Partial<Before> {
  if (asked.is_staff === undefined || asked.role_id !== undefined) return asked
  const role_id = fittingRole(asked.is_staff, before.role_id)
  return role_id === before.role_id ? asked : { ...asked, role_id }
}

/** Throws 400 unless role, staff flag and customer go together, where this call changes either of the first two. */
function mustFit(before: Before, after: Before): void {
  if (before.role_id === after.role_id && before.is_staff === after.is_staff) return
  const problem = roleProblem(after)
  if (problem) throw wrongField('role_id', problem)
  if (belongsToCustomer(after) && after.company === null)
    throw wrongField(
      'is_staff',
      'must stay: this user belongs to no customer. Choose a company, or unset "Is active" to close the account.',
    )
}
