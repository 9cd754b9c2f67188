import { expect, it } from 'vitest'
import { Settings } from './settings.ts'

const { contact_block } = Settings.shape

it('a line break separates lines as | does: the name is one line, as the subjects of mails need it', () => {
  for (const text of [
    'Harbor & Vine | 48 Pier Street | (201) 555-0148',
    'Harbor & Vine\n48 Pier Street\n(201) 555-0148\n',
    'Harbor & Vine \r\n \r\n 48 Pier Street |\n(201) 555-0148',
  ])
    expect(contact_block.parse(text)).toEqual(['Harbor & Vine', '48 Pier Street', '(201) 555-0148'])
})

it('an empty line between two | is refused', () => {
  expect(contact_block.safeParse('Harbor & Vine||48 Pier Street').error?.issues[0]?.message).toMatch(
    /none of them empty/,
  )
})
