/** Rules for the names of people, companies and products. */
import { z } from 'zod'

/**
 * Invisible characters: control characters, line breaks, and characters that turn or hide text. Joiners are excepted:
 * they belong to scripts and to emoji.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u

/** Scripts with letters that look like another one's. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(String.raw`\p{Script=${script}}`, 'u'),
)
const mixesScripts = (text: string) => ALIKE.filter((script) => script.test(text)).length > 1

/** Refuses a name with invisible characters. The caller adds all other rules. */
export const plainName = <T extends z.ZodString>(name: T): T =>
  name.refine((text) => !INVISIBLE.test(text), 'must not hold invisible characters')

/**
 * The name by which a person signs in and by which others know them. Letters of two similar scripts would let a name
 * imitate another one. Letters of another form (full width, bold) are stored as the plain letters that they
 * represent.
 */
export const Username = plainName(z.string().trim().min(1, 'is needed').max(150).normalize('NFKC'))
  .refine((text) => !/[\u200c\u200d]/.test(text), 'must not hold invisible characters')
  .refine((text) => !mixesScripts(text), 'must not mix letters of different scripts')
