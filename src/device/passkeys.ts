/** The passkeys of this device and of the keys at it, by the browser (WebAuthn). */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Words for what a browser says of a passkey that it did not bring: it names no reason, so that no page learns who has which. */
const WORDS: Record<string, string> = {
  NotAllowedError: 'No passkey was used. It was put off, or it took too long.',
  InvalidStateError: 'This passkey is registered already.',
  SecurityError:
    'This browser makes no passkeys for this address. Open Larder at its own address, over HTTPS.',
}
const NO_PASSKEYS = 'This browser cannot use passkeys.'

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { name, cause } = error as Error
    const words = WORDS[name] ?? WORDS[(cause as Error | undefined)?.name ?? '']
    throw new Error(words ?? (error as Error).message, { cause: error })
  }
}

async function browserPasskeys() {
  const library = await import('@simplewebauthn/browser')
  if (!library.browserSupportsWebAuthn()) throw new Error(NO_PASSKEYS)
  return library
}

/** Makes a passkey. Rejects in words. */
export const makePasskey = (options: Record<string, unknown>) =>
  inWords(async () => {
    const { startRegistration } = await browserPasskeys()
    return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  })

/** Signs with a passkey that is here. Rejects in words. */
export const signWithPasskey = (options: Record<string, unknown>) =>
  inWords(async () => {
    const { startAuthentication } = await browserPasskeys()
    return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
  })
