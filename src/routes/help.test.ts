import { expect, it } from 'vitest'
import { ROLE, type Person } from '#contract/permissions.ts'
import { routes } from './tree.ts'
import { HELP, helpOf } from '#src/app/help.ts'
import { isPrintPath, isPublicPath } from '#src/app/menu.ts'

const paths = Object.values(routes).map(({ options }) => (options as { path: string }).path)
const somebody = (role: keyof typeof ROLE, is_staff: boolean): Person => ({
  id: 1,
  username: role,
  role_id: ROLE[role],
  is_staff,
  company: is_staff ? null : 1,
})

it('says something about each screen that needs a sign-in, and about no other', () => {
  const screens = paths.filter((path) => !isPrintPath(path) && !isPublicPath(path))
  expect(Object.keys(HELP).toSorted()).toEqual([...new Set(screens)].toSorted())
})

it('says of the orders what each role does there', () => {
  const first = (role: keyof typeof ROLE, is_staff: boolean) =>
    helpOf('/orders', somebody(role, is_staff))![0]
  expect(first('customer', false)).toContain('My usual')
  expect(first('office', true)).toContain('Today and tomorrow are counted')
  expect(first('picker', true)).toContain('Continue')
  expect(helpOf('/orders/', null)).not.toBeNull()
  expect(helpOf('/order/$id/print', null)).toBeNull()
})
