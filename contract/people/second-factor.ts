/** Passkeys and recovery codes: what follows the password of who has them (docs/decisions/0219). */
import { z } from 'zod'
import { SessionAnswer } from './schema.ts'

export const RECOVERY_CODES = 10
/** More passkeys than a person has devices. */
export const MOST_PASSKEYS = 20

/** What a browser hands to `navigator.credentials` and what it answers are the library's own: their shapes are WebAuthn's. */
const CredentialOptions = z.record(z.string(), z.unknown())
/** A credential as a browser writes it down. Each text in it is base64url; the largest is an attestation. */
const Credential = z.object({
  id: z.string().min(1).max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.object({}).default({}),
})
const Bytes = z.string().max(20_000)
export const NewCredential = Credential.extend({
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().max(40)).max(10).default([]),
  }),
})
export const SignedChallenge = Credential.extend({
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: z.string().max(200).nullish(),
  }),
})

/** What to sign or to register, and the attempt that the answer names. */
export const Challenge = z.object({ attempt: z.uuid(), options: CredentialOptions })
export type Challenge = z.infer<typeof Challenge>

/** What a person calls a passkey: "Office laptop". */
const PasskeyName = z.string().trim().min(1, 'is needed').max(60)

export const NewPasskey = z.object({ attempt: z.uuid(), name: PasskeyName, credential: NewCredential })
export const PasskeySignIn = z.object({ attempt: z.uuid(), credential: SignedChallenge })
export const RecoveryCodeSignIn = z.object({
  attempt: z.uuid(),
  code: z.string().min(1, 'is needed').max(60),
})

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  used_at: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const OwnSecondFactor = z.object({
  passkeys: Passkey.array(),
  /** Recovery codes that were not used yet. */
  recovery_codes_left: z.int(),
  /** Whether the person's role needs a passkey. */
  is_compulsory: z.boolean(),
})
export type OwnSecondFactor = z.infer<typeof OwnSecondFactor>

/** Shown once: the server keeps their hashes. */
export const RecoveryCodes = z.object({ recovery_codes: z.string().array() })
/** `recovery_codes` is empty where the person has codes already. */
export const AddedPasskey = RecoveryCodes.extend({ passkey: Passkey })
/** The answer to a sign-in that registers the first passkey. */
export const FirstPasskeySession = SessionAnswer.extend(RecoveryCodes.shape)

/** A code as it was printed or typed: case, spaces and hyphens do not count. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')
