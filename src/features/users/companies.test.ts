import { expect, it } from 'vitest'
import type { CompanyLocation } from '#contract/people/schema.ts'
import { companiesOf } from './companies.ts'

it('a company’s name has its first location, the number of others, and its number', () => {
  const at = (id: number, company_id: number, name: string) => ({ id, company_id, name }) as CompanyLocation
  const companies = companiesOf([at(1, 5, 'Pier Kitchen'), at(2, 4, 'Bistro'), at(3, 5, 'Annex')])
  expect(companies.map(({ id, label }) => [id, label])).toEqual([
    [4, 'Bistro (company 4)'],
    [5, 'Pier Kitchen and 1 more (company 5)'],
  ])
  expect(companies[1]?.locations.map(({ id }) => id)).toEqual([1, 3])
})
