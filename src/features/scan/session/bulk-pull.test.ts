/** A bulk pull: one line combines the items of several orders (readings, "Sharing out in bulk"; decision 0228). */
import type { OrderItemRow } from '#contract/orders/schema.ts'
import { describe, expect, it } from 'vitest'
import { makeItem, makeOrder, makePiece, makeProduct } from '#contract/picking/testing.ts'
import { aSession } from './testing.ts'

const BEEF = '614141100019'
const DONE = { picked: true, scanned: true }

/** Makes a line of beef for the orders 1, 2, … */
function pull(...items: Partial<OrderItemRow>[]) {
  const rows = items.map((item, i) => makeItem({ product: BEEF, order: i + 1, ...item }))
  const of = aSession(
    {
      orders: rows.map(({ order }) => makeOrder({ id: order })),
      items: rows,
      products: new Map([[BEEF, makeProduct({ upc: BEEF })]]),
    },
    { bulk: true },
  )
  const fields = <K extends keyof OrderItemRow>(...keys: K[]) =>
    of.line(BEEF).items.map((item) => keys.map((key) => item[key]))
  const invoice = (order: number) => {
    of.state.orders = of.state.orders.map((row) => (row.id === order ? { ...row, invoiced: true } : row))
    of.list.load(of.state)
  }
  return { ...of, rows, fields, counts: () => fields('unit_quantity').flat(), invoice }
}

describe('+ and −', () => {
  it('change the one item that is open, and no piece of a finished order', async () => {
    const { session, counts, fields, commits } = pull({}, { ...DONE, units_ordered: 3, unit_quantity: 3 })
    await session.step(BEEF, 'u', 1)
    expect(counts()).toEqual([1, 3])
    expect(fields('picked').flat()).toEqual([false, true])
    await session.step(BEEF, 'u', -1)
    expect(counts()).toEqual([0, 3])
    expect(commits.map((edits) => edits.length)).toEqual([1, 1])
  })

  it('count nothing on an item that is out of stock', async () => {
    const { session, line, counts } = pull({ out_of_stock: true }, {})
    await session.step(BEEF, 'u', 1)
    await session.quantity(line(BEEF), 'u', 2)
    expect(counts()).toEqual([0, 2])
  })

  it('take from the last open item that has a piece without a weight', async () => {
    const of = pull({ unit_quantity: 2 }, { unit_quantity: 1 })
    of.state.pieces = [makePiece(of.rows[1]!, { weight_lbs: '4' })]
    of.list.load(of.state)
    await of.session.step(BEEF, 'u', -1)
    expect(of.counts()).toEqual([1, 1])
    await of.session.quantity(of.line(BEEF), 'u', 0)
    expect(of.counts()).toEqual([0, 1])
  })

  it('go on filling the orders one after the other, and the rest goes to the last open one', async () => {
    const { session, counts } = pull({}, { units_ordered: 1 }, DONE)
    for (let i = 0; i < 4; i += 1) await session.step(BEEF, 'u', 1)
    expect(counts()).toEqual([2, 2, 0])
  })

  it('change the last order that can be changed if every order is finished', async () => {
    const of = pull(
      { ...DONE, unit_quantity: 2 },
      { ...DONE, unit_quantity: 2 },
      { ...DONE, unit_quantity: 2 },
    )
    of.invoice(3)
    await of.session.step(BEEF, 'u', -1)
    expect(of.counts()).toEqual([2, 1, 2])
  })

  it('do not change a case of an order that wants only units', async () => {
    const of = pull({ units_ordered: 0, cases_ordered: 1 }, {})
    await of.session.step(BEEF, 'c', 1)
    await of.session.step(BEEF, 'c', 1)
    expect(of.fields('case_quantity').flat()).toEqual([2, 0])
  })

  it('do not count an unchanged quantity as typed', async () => {
    const { session, counts } = pull({}, { unit_quantity: 1 })
    await session.scan(BEEF)
    await session.step(BEEF, 'u', -1)
    expect(counts()).toEqual([1, 0])
    await session.picked(BEEF)
    expect(counts()).toEqual([2, 2])
  })
})

describe('a typed number', () => {
  it('shares out only the difference', async () => {
    const { session, line, counts } = pull(
      { unit_quantity: 1 },
      { ...DONE, unit_quantity: 2 },
      { units_ordered: 3 },
    )
    await session.quantity(line(BEEF), 'u', 6)
    expect(counts()).toEqual([2, 2, 2])
    await session.quantity(line(BEEF), 'u', 3)
    expect(counts()).toEqual([1, 2, 0])
    await session.quantity(line(BEEF), 'u', 1)
    expect(counts()).toEqual([0, 2, 0])
  })
})

describe('an invoiced order', () => {
  it('is not touched by fields, buttons and scans, and the others go on', async () => {
    const of = pull({}, {})
    of.invoice(1)
    await of.session.scan(BEEF)
    await of.session.step(BEEF, 'u', 1)
    expect(of.counts()).toEqual([0, 2])
    await of.session.picked(BEEF)
    expect(of.fields('picked', 'scanned')).toEqual([
      [false, null],
      [true, true],
    ])
    expect(of.list.get().progress).toMatchObject({ picked: 1, left: 0 })
    await of.session.scanned(BEEF)
    expect(of.fields('scanned').flat()).toEqual([null, false])
  })

  it('is the one that refuses if all are invoiced', async () => {
    const of = pull({}, {})
    of.invoice(1)
    of.invoice(2)
    await of.session.scan(BEEF)
    expect(of.view.get().result).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('locked'),
    })
    expect(of.counts()).toEqual([0, 0])
  })
})

describe('a scan', () => {
  it('of a line that is finished asks, and counts on the last order that is in stock and not invoiced', async () => {
    const of = pull(
      { ...DONE, unit_quantity: 2 },
      { ...DONE, unit_quantity: 2 },
      { out_of_stock: true },
      { ...DONE, unit_quantity: 2 },
    )
    of.invoice(4)
    await of.session.scan(BEEF)
    expect(of.view.get().result).toMatchObject({ kind: 'doubt', why: 'done' })
    await of.session.countAnyway()
    expect(of.counts()).toEqual([2, 3, 0, 2])
  })
})

describe('Scanned', () => {
  it('A171 takes the pending items only, and leaves finished orders picked', async () => {
    const { session, fields } = pull({}, { ...DONE, unit_quantity: 2 }, { out_of_stock: true })
    await session.scanned(BEEF)
    expect(fields('scanned', 'picked')).toEqual([
      [false, false],
      [true, true],
      [null, false],
    ])
  })

  it('A172 pressed again gives back only the items that were set aside', async () => {
    const { session, fields } = pull({ scanned: false }, { ...DONE, unit_quantity: 2 })
    await session.scanned(BEEF)
    expect(fields('scanned', 'picked')).toEqual([
      [null, false],
      [true, true],
    ])
  })

  it('A173 sets aside a line that is picked throughout', async () => {
    const { session, fields } = pull({ ...DONE, unit_quantity: 2 }, { ...DONE, unit_quantity: 2 })
    await session.scanned(BEEF)
    expect(fields('scanned', 'picked')).toEqual([
      [false, false],
      [false, false],
    ])
  })

  it('A175 Skip beside it takes the pending items only', async () => {
    const { session, fields } = pull({}, { picked: true, unit_quantity: 2 })
    await session.skip(BEEF)
    expect(fields('scanned').flat()).toEqual([false, null])
  })
})

describe('Picked', () => {
  it('A170 leaves the quantity of an order that is finished', async () => {
    const { session, counts, fields } = pull({}, { ...DONE, units_ordered: 3, unit_quantity: 0 })
    await session.picked(BEEF)
    expect(counts()).toEqual([2, 0])
    expect(fields('picked').flat()).toEqual([true, true])
  })
})

describe('Swap into another unit', () => {
  const CASES = '614141100033'
  const swapped = async (
    chosen: (of: ReturnType<typeof pull>) => Map<string, { units: number; cases: number }>,
  ) => {
    const of = pull({}, { units_ordered: 4, unit_quantity: 1 }, {})
    of.state.products = new Map([
      [BEEF, makeProduct({ upc: BEEF, acceptable_substitutions: [{ upc: CASES }] })],
      [CASES, makeProduct({ upc: CASES, unit_type: 'Case' })],
    ])
    of.list.load(of.state)
    await of.session.scan(CASES)
    await of.session.swap(BEEF, of.product(CASES), chosen(of))
    return of
  }
  const amounts = (of: ReturnType<typeof pull>, upc: string) =>
    of.state.items
      .filter(({ product }) => product === upc)
      .map((item) => [item.order, item.units_ordered, item.cases_ordered, item.unit_quantity])

  it('A241 gives each order its own quantity, and leaves the line of an order that was given none', async () => {
    const of = await swapped(
      ({ rows }) =>
        new Map([
          [rows[0]!.id, { units: 0, cases: 1 }],
          [rows[1]!.id, { units: 0, cases: 3 }],
          [rows[2]!.id, { units: 0, cases: 0 }],
        ]),
    )
    expect(amounts(of, CASES)).toEqual([
      [1, 0, 1, 0],
      [2, 0, 3, 0],
    ])
    expect(amounts(of, BEEF)).toEqual([
      [1, 0, 0, 0],
      [2, 0, 0, 0],
      [3, 2, 0, 0],
    ])
    // Undo takes back the piece in hand first, then the swap.
    await of.session.undo()
    await of.session.undo()
    expect(amounts(of, BEEF)).toEqual([
      [1, 2, 0, 0],
      [2, 4, 0, 1],
      [3, 2, 0, 0],
    ])
  })

  it('leaves the line of an invoiced order', async () => {
    const of = await swapped((pulled) => {
      pulled.invoice(2)
      return new Map(pulled.rows.map(({ id }) => [id, { units: 0, cases: 2 }]))
    })
    expect(amounts(of, CASES).map(([order]) => order)).toEqual([1, 3])
    expect(amounts(of, BEEF)[1]).toEqual([2, 4, 0, 1])
  })
})
