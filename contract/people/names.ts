/** What the names of people, companies and products may hold. */
import { z } from 'zod'

/** Invisible: control characters, breaks of lines, and what turns or hides text. Joiners belong to scripts and to emoji. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u

/** Scripts with letters that look like another one's. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(String.raw`\p{Script=${script}}`, 'u'),
)
const mixesScripts = (text: string) => ALIKE.filter((script) => script.test(text)).length > 1

/** A name as people read it, without what cannot be seen. Any other rule is the caller's. */
export const plainName = <T extends z.ZodString>(name: T): T =>
  name.refine((text) => !INVISIBLE.test(text), 'must not hold invisible characters')

/**
 * What somebody signs in by, and others know them by. Letters of two alike scripts would let a name imitate another's;
 * letters of another form (full width, bold) are kept as the plain ones that they stand for.
 */
export const Username = plainName(z.string().trim().min(1, 'is needed').max(150).normalize('NFKC'))
  .refine((text) => !/[\u200c\u200d]/.test(text), 'must not hold invisible characters')
  .refine((text) => !mixesScripts(text), 'must not mix letters of different scripts')
