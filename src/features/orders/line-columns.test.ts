import { expect, it } from 'vitest'
import { visibleColumns } from '#src/ui/table-view.ts'
import { LINE_COLUMNS } from './line-columns.tsx'

const labels = (role_id: number) =>
  visibleColumns(LINE_COLUMNS, { id: 1, username: 'x', role_id, is_staff: true, company: null }).map(
    ({ label }) => label,
  )

it('A257 A258 the order view shows the UPC to roles 1 to 11, which is two more than the pick list', () => {
  for (const role of [1, 9, 10, 11]) expect(labels(role)).toContain('UPC')
  for (const role of [12, 14, 20, 32]) expect(labels(role)).not.toContain('UPC')
})
