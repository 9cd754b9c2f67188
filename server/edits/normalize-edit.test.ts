import { afterEach, expect, it } from 'vitest'
import type { Mutation } from '#contract/sync/mutation.ts'
import { fingerprint } from './meaning.ts'
import { ONE_FORM, normalizeEdit } from './normalize-edit.ts'

const edit = {
  user_id: 1,
  entity: 'orderitems',
  entity_id: '01900000-0000-7000-8000-00000000000a',
  call: { method: 'PATCH', path: '', body: { coupon_amount: '1.5', bin_override: 'a-1' } },
  base: { version: 1, values: { bin_override: 'b-2' } },
  adds: null,
} as unknown as Mutation

afterEach(() => {
  delete ONE_FORM['bin_override']
})

it('an edit has the same fingerprint after a release that gives one more field its one form', () => {
  const before = fingerprint(normalizeEdit(edit).printed)
  ONE_FORM['bin_override'] = (text) => text.toUpperCase()
  const { edit: run, printed } = normalizeEdit(edit)
  expect(run.call.body).toEqual({ coupon_amount: '1.50', bin_override: 'A-1' })
  expect(fingerprint(printed)).toBe(before)
})

it('an edit has the fingerprint that every release has stored of it', () => {
  expect(fingerprint(normalizeEdit(edit).printed)).toBe('0BnZOUIP8xAEAmLHosDcvA13OoQVXtpYER7iVTZLeNQ')
})
