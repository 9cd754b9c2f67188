import { expect, it } from 'vitest'
import type { Act } from '#contract/orders/acts.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { weightRows } from '#contract/orders/weight-rows.ts'
import { createWeightSaver } from './save-weights.ts'

const item = {
  id: 'i',
  order: 1,
  units_ordered: 2,
  cases_ordered: 0,
  unit_quantity: 0,
  case_quantity: 0,
} as OrderItemRow
const counted = (act: Act) => act.edits.find(({ entity }) => entity === 'orderitems')?.body?.['unit_quantity']

it('a save that was refused in part is pressed again: what was refused is taken back and made anew, the rest is not', async () => {
  const acts: Act[] = []
  const takenBack: string[][] = []
  let refuses = (_act: Act): string[] => []
  let n = 0
  const saver = createWeightSaver({
    newId: () => `p${++n}`,
    run: async (act) => {
      acts.push(act)
      return null
    },
    async send(act) {
      const ids = refuses(act)
      if (ids.length === 0) return null
      return { message: 'No.', rows: new Set(ids), takeBack: async () => void takenBack.push(ids) }
    },
  })
  const rows = weightRows([item], []).map((row, i) => ({ ...row, weight: `1${i}` }))

  refuses = () => ['p2', 'i']
  expect(await saver.store({ label: 'Brisket', items: [item] }, rows, null)).toBeNull()
  const refused = await saver.send()
  expect(refused?.message).toBe('No.')
  expect(takenBack).toEqual([])

  refuses = () => []
  // The device shows what it has stored: two pieces counted.
  const shown = { ...item, unit_quantity: 2 }
  expect(await saver.store({ label: 'Brisket', items: [shown] }, refused!.rows, null)).toBeNull()
  expect(await saver.send()).toBeNull()
  expect(takenBack).toEqual([['p2', 'i']])
  const pieces = acts.map(({ edits }) =>
    edits.flatMap(({ entity, entity_id }) => (entity === 'ordersubitems' ? entity_id : [])),
  )
  expect(pieces).toEqual([['p1', 'p2'], ['p3']])
  expect(acts.map(counted)).toEqual([2, 2])
})
