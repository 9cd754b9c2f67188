/** `npm run rotate-key`: a new key that signs access tokens. See `USAGE`. */
import { runCommand } from '../platform/command.ts'
import { withDatabase } from '../command-database.ts'
import { transaction } from '../platform/context.ts'
import { MACHINE, recordEvent } from '../platform/security-events.ts'
import { rotateSigningKey } from '../platform/auth/signing-key.ts'

const USAGE = `Usage: npm run rotate-key
Replaces the key that signs access tokens. Restart every server process after it: until then a process uses the key that it has read at its
start. Devices stay signed in and take new tokens by themselves.
  --help  prints this`

await runCommand({ usage: USAGE, options: {} }, () =>
  withDatabase(async ({ pool }) => {
    await transaction(pool, async (client) => {
      await rotateSigningKey(client)
      await recordEvent(client, MACHINE, {
        kind: 'key',
        about: 'signing key',
        details: 'A new one was made.',
      })
    })
    console.log('The key is replaced. Restart every server process.')
  }),
)
