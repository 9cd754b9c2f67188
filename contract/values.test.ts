import { expect, it } from 'vitest'
import { Count, Email } from './values.ts'

it('an invalid count says in plain words what it must be, whatever is wrong with it', () => {
  for (const wrong of [-1, 1.5, 1_000_001, 1e12, Number.NaN, '2', null, undefined, true])
    expect(Count.safeParse(wrong).error?.issues.map(({ message }) => message)).toEqual([
      'must be a whole number from 0 to 1000000',
    ])
  expect([0, 1, 1_000_000].every((count) => Count.safeParse(count).success)).toBe(true)
})

it('B162 B163 an email address is what the dialog may send to, and nothing that a mail’s head would break on', () => {
  const wrong = [
    'a@b',
    'ab.c',
    '@.',
    '',
    'a b@c.de',
    'a@b.c\n',
    'a@b.c\r\nBcc: d@e.f',
    'a@b.c,d@e.f',
    'a@b..c',
    '<a@b.c>',
  ]
  for (const address of wrong)
    expect([address, Email.safeParse(address).error?.issues[0]?.message]).toEqual([
      address,
      'is not an email address',
    ])
  for (const address of ['a@b.c', 'x@y.z', "o'hara+books@mail.example.co.uk"])
    expect(Email.parse(address)).toBe(address)
})
