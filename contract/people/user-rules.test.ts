import { expect, it } from 'vitest'
import { asksOldPassword, fittingRole, roleProblem } from './user-rules.ts'

it('B071 C129 the old password is asked of roles above 12 alone', () => {
  expect([1, 11, 12, 13, 14, 32].map((role_id) => asksOldPassword({ role_id }))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})

it('roles up to sales are staff, those behind the picker are not; those between may be either', () => {
  const fits = (is_staff: boolean) =>
    [1, 12, 13, 14, 15, 32].filter((role_id) => roleProblem({ is_staff, role_id }) === null)
  expect([fits(true), fits(false)]).toEqual([
    [1, 12, 13, 14],
    [13, 14, 15, 32],
  ])
})

it('a staff flag that changes alone leaves a role that fits, and sets sales or customer where it does not', () => {
  expect([fittingRole(true, 32), fittingRole(true, 14), fittingRole(true, 5)]).toEqual([12, 14, 5])
  expect([fittingRole(false, 5), fittingRole(false, 14), fittingRole(false, 20)]).toEqual([32, 14, 20])
})
