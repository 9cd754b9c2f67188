/** Passkeys, recovery codes and identity providers, and the steps between a first proof and a session (decisions 0219, 0223). */
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, ownerId } from './columns.ts'
import { users } from './people.ts'

const userId = () => ownerId('user_id', () => users.id)

/** Only the public half of a passkey is stored here. A copy of the table lets no person sign in. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, in base64url. */
    id: text('id').primaryKey(),
    userId: userId(),
    /** The name that its person gave it. */
    name: text('name').notNull(),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it has signed, by its own count; 0 where it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches it, as reported at the registration. */
    transports: text('transports').array().notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)

/** Each code is valid for one sign-in, and stored as its hash. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  { userId: userId(), hash: text('hash').notNull(), usedAt: instant('used_at') },
  (t) => [primaryKey({ columns: [t.userId, t.hash] })],
)

/** A challenge that was issued and is not answered yet. It lives for minutes. */
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
    /** The PKCE verifier: a person who has the code alone can do nothing with it. */
    verifier: text('verifier').notNull(),
    /** The device that began: another one cannot finish. */
    deviceId: text('device_id').notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (t) => [index('oidc_attempts_made').on(t.madeAt)],
)

/** The account of an identity: decided at the first sign-in by the mail address, then by the provider's own id. */
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
