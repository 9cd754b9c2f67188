import { expect, it } from 'vitest'
import { contactLink } from './contact-link.ts'

it('a phone number links to a call and a mail address to a mail, with the list as the subject', () => {
  expect(contactLink('(201) 555-0148', 'Blue Cafe')).toBe('tel:2015550148')
  expect(contactLink('+44 20 7946 0018', 'Blue Cafe')).toBe('tel:+442079460018')
  expect(contactLink('orders@example.com', 'Fish & Chips')).toBe(
    'mailto:orders@example.com?subject=Fish%20%26%20Chips',
  )
})

it('a name, an address or a postal code has no link', () => {
  for (const line of [
    'Harbor & Vine Provisions',
    '48 Pier Street, NJ 07302',
    '07302',
    'mail us @ the office',
  ])
    expect(contactLink(line, '')).toBeNull()
})
