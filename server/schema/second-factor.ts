/** Passkeys, recovery codes and identity providers, and the steps between a first proof and a session (decisions 0219, 0223). */
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './people.ts'

const userId = () =>
  integer('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Only the public half of a passkey is here: a copy of the table signs nobody in. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, in base64url. */
    id: text('id').primaryKey(),
    userId: userId(),
    /** What its person calls it. */
    name: text('name').notNull(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it has signed, by its own count; 0 where it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches it, as it said at the registration. */
    transports: text('transports').array().notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

/** Each is good for one sign-in, and kept as its hash. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userId(), hash: text('hash').notNull(), usedAt: instant('used_at') },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

/** A challenge that was given out and not answered yet. It lives for minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    /** `sign_in`, `register_and_sign_in`, or `register` in a session. */
    purpose: text('purpose').notNull(),
    challenge: text('challenge').notNull(),
    /** The device that asked: another one cannot answer. */
    deviceId: text('device_id').notNull(),
    wrongAnswers: integer('wrong_answers').notNull().default(0),
    madeAt: instant('made_at').notNull(),
  },
  (t) => [index('passkey_challenges_user').on(t.userId), index('passkey_challenges_made').on(t.madeAt)],
)

/** A sign-in that is on its way to the identity provider and back. It lives for minutes. */
export const oidcAttempts = pgTable(
  'oidc_attempts',
  {
    state: text('state').primaryKey(),
    nonce: text('nonce').notNull(),
    /** Of PKCE: who has the code alone can do nothing with it. */
    verifier: text('verifier').notNull(),
    /** The device that began: another one cannot finish. */
    deviceId: text('device_id').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (t) => [index('oidc_attempts_made').on(t.madeAt)],
)

/** Whose account an identity is: settled at the first sign-in by the mail address, from then on by the provider's own id. */
export const oidcLinks = pgTable(
  'oidc_links',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: userId(),
    linkedAt: instant('linked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('oidc_links_user').on(t.userId)],
)
