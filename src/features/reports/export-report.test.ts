import { expect, it } from 'vitest'
import { exportReport } from './export-report.ts'

const location = { id: 4, name: 'Bistro 5/6' }
const days = { start: '2026-03-04', end: '2026-03-05' }

it('C334 C409 the chosen report is fetched and saved by location, days and report', async () => {
  const asked: unknown[] = []
  const saved: string[] = []
  const file = new Blob(['x'])
  const client = {
    file: async (path: string, { query }: { query?: object } = {}) => {
      asked.push([path, query])
      return file
    },
  }
  const query = { company_location: 4, start_date: '2026-03-04', end_date: '2026-03-05' }
  for (const report of ['purchase', 'aggregated_purchase'])
    await exportReport(client, { report, location, ...days }, (name, blob) => {
      expect(blob).toBe(file)
      saved.push(name)
    })
  expect(asked).toEqual([
    ['reports/export-purchases-by-order/', query],
    ['reports/export-aggregated-purchases/', query],
  ])
  expect(saved).toEqual([
    'Bistro 5 6_2026-03-04_to_2026-03-05_purchase.xlsx',
    'Bistro 5 6_2026-03-04_to_2026-03-05_aggregated_purchase.xlsx',
  ])
})

it('an unknown report is not fetched', async () => {
  const client = { file: () => Promise.reject(new Error('asked')) }
  for (const report of ['', 'sales', 'toString'])
    expect(await exportReport(client, { report, location, ...days })).toBeNull()
})
