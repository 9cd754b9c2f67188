import { describe, expect, it } from 'vitest'
import type { ScanSettings } from '#contract/barcode/parse.ts'
import { barcodeToLink } from '#contract/barcode/match.ts'
import type { Product } from '#contract/products/schema.ts'
import type { Elsewhere } from './load-rows.ts'
import type { Commit } from './commit.ts'
import { setQuantity } from '#contract/picking/presses.ts'
import { makeItem, makeOrder, makeProduct } from '#contract/picking/testing.ts'
import { aSession, type Rows } from './testing.ts'

const BEEF = '614141100019'
const BEANS = '614141100026'
const RICE = '614141100033'

const open = (
  rows: Partial<Rows>,
  known: string[] = [],
  links: Elsewhere['links'] = [],
  settings: ScanSettings = {},
  bulk = false,
  isRead = true,
  commit?: Commit,
) => aSession(rows, { known, links, settings, bulk, isRead, ...(commit && { commit }) })
const products = (...all: Product[]) => new Map(all.map((product) => [product.upc, product]))
const catalogue = products(
  makeProduct({ upc: BEEF, bin: 'A-1' }),
  makeProduct({ upc: BEANS, bin: 'A-2' }),
  makeProduct({ upc: RICE, bin: 'A-10' }),
)
const three = () =>
  open({
    products: catalogue,
    items: [makeItem({ product: RICE }), makeItem({ product: BEANS }), makeItem({ product: BEEF })],
  })

describe('a scan', () => {
  it('is stored before it is answered, counts one piece and makes its line current', async () => {
    const { session, log, item, line, view, commits } = three()
    await session.scan(BEANS)
    expect(log).toEqual(['stored', 'match'])
    expect(item(BEANS)).toMatchObject({ unit_quantity: 1, scanned: null, picked: false })
    expect(view.get().current).toBe(line(BEANS).id)
    expect(commits[0]![0]).toMatchObject({ adds: { unit_quantity: 1 }, raw_scan: BEANS })
  })

  it('that comes while another waits for an answer is not counted, and the question shows that', async () => {
    const { session, log, item, view } = three()
    await session.scan(BEANS)
    await session.scan(BEANS)
    await session.scan(BEANS)
    expect(view.get().result).toMatchObject({ kind: 'doubt', raw: BEANS })
    log.length = 0
    await session.scan(RICE)
    expect(log).toEqual(['wrong'])
    expect(item(RICE).unit_quantity).toBe(0)
    expect(view.get()).toMatchObject({ result: { kind: 'doubt', raw: BEANS }, isIgnoring: true })
    session.rescan()
    expect(view.get().isIgnoring).toBe(false)
    await session.scan(RICE)
    expect(item(RICE).unit_quantity).toBe(1)
  })

  it('that comes while a dialog waits for an answer is not counted, until each of them has its answer', async () => {
    const { session, log, item, view } = three()
    const answers = [session.hold(), session.hold()]
    await session.scan(BEANS)
    answers[0]!()
    await session.scan(BEANS)
    expect(log).toEqual(['wrong', 'wrong'])
    expect(view.get()).toMatchObject({ result: { kind: 'none' }, isIgnoring: true })
    expect(item(BEANS).unit_quantity).toBe(0)
    answers[1]!()
    expect(view.get().isIgnoring).toBe(false)
    await session.scan(BEANS)
    expect(item(BEANS).unit_quantity).toBe(1)
  })

  it('that comes before the list was read waits for it, and is not called unknown', async () => {
    const rows = { products: catalogue, items: [makeItem({ product: RICE }), makeItem({ product: BEANS })] }
    const { session, list, state, log, item } = open(rows, [BEANS, RICE], [], {}, false, false)
    const scans = Promise.all([session.scan(BEANS), session.scan(RICE)])
    // All that can happen without the list has happened.
    await new Promise(setImmediate)
    expect(log).toEqual([])
    list.load(state)
    await scans
    expect(log).toEqual(['stored', 'match', 'stored', 'match'])
    expect([item(BEANS).unit_quantity, item(RICE).unit_quantity]).toEqual([1, 1])
  })

  it('A170 that completes a line sets scanned and picked in the same commit', async () => {
    const { session, item, commits } = three()
    await session.scan(BEANS)
    await session.scan(BEANS)
    expect(item(BEANS)).toMatchObject({ unit_quantity: 2, scanned: true, picked: true })
    expect(commits).toHaveLength(2)
  })

  it('waits while another is being stored, and none is lost', async () => {
    const { session, item, view } = three()
    const all = [BEANS, BEEF, BEANS, BEEF, RICE].map((code) => session.scan(code))
    await Promise.all(all)
    expect([item(BEANS), item(BEEF), item(RICE)].map((i) => i.unit_quantity)).toEqual([2, 2, 1])
    expect(view.get().queued).toBe(0)
  })

  it('that a dialog fails on has the error tone, and the next ones count', async () => {
    const { session, item, view, log } = three()
    const stop = session.intercept(() => Promise.reject(new Error('The dialog broke.')))
    await session.scan(BEANS)
    expect(view.get().result).toEqual({ kind: 'refused', message: 'The dialog broke.' })
    expect(log).toEqual(['wrong'])
    stop()
    await session.scan(BEANS)
    expect(item(BEANS).unit_quantity).toBe(1)
    expect(view.get().queued).toBe(0)
  })

  it('of a random-weight code counts with its weight, by the layout that the device is set to', async () => {
    const FINNISH = '2388060112344'
    const finland = { region: 'finland' }
    const ham = makeProduct({ upc: barcodeToLink(FINNISH, finland), weight_type: 'r/w' })
    const rows = { products: products(ham), items: [makeItem({ product: ham.upc })] }
    const set = open(rows, [], [], finland)
    await set.session.scan(FINNISH)
    expect(set.state.pieces).toMatchObject([{ weight_kg: '1.234', weight_lbs: '2.721' }])
    const unset = open(rows)
    await unset.session.scan(FINNISH)
    expect(unset.state.pieces).toEqual([])
  })

  it('that the device cannot store has the error tone, and counts nothing', async () => {
    const isFull = () => Promise.reject(new Error('This device has no room left.'))
    const rows = { products: catalogue, items: [makeItem({ product: BEANS })] }
    const { session, item, log, view } = open(rows, [], [], {}, false, true, isFull)
    await session.scan(BEANS)
    expect(log).toEqual(['wrong'])
    expect(item(BEANS).unit_quantity).toBe(0)
    expect(view.get().result).toEqual({ kind: 'refused', message: 'This device has no room left.' })
  })

  it('of a complete line raises a question, and counts only when confirmed', async () => {
    const { session, item, log, view, commits } = three()
    for (let i = 0; i < 3; i += 1) await session.scan(BEANS)
    expect(item(BEANS).unit_quantity).toBe(2)
    expect(log.at(-1)).toBe('done')
    expect(view.get().result).toMatchObject({ kind: 'doubt', why: 'done' })
    expect(commits).toHaveLength(2)
    await session.countAnyway()
    expect(item(BEANS)).toMatchObject({ unit_quantity: 3, picked: true })
  })

  it('A325 A329 of an unknown code is not found, with the error tone and nothing stored', async () => {
    const { session, log, view, commits } = three()
    await session.scan('999999999993')
    expect(view.get().result).toMatchObject({ kind: 'unknown', raw: '999999999993' })
    expect(log).toEqual(['wrong'])
    expect(commits).toHaveLength(0)
    session.rescan()
    expect(view.get().result).toEqual({ kind: 'none' })
  })

  it('A224 of a code that was linked after the list was read still counts', async () => {
    const { session, item, log } = open(
      { products: catalogue, items: [makeItem({ product: BEEF })] },
      [],
      [{ barcode: 'WH-1', product: BEEF }],
    )
    await session.scan('WH-1')
    expect(item(BEEF).unit_quantity).toBe(1)
    expect(log).toEqual(['stored', 'match'])
  })

  it('A326 A329 of a product outside the list says so', async () => {
    const { session, view } = open({ products: catalogue, items: [makeItem({ product: RICE })] }, [BEEF])
    await session.scan(BEEF)
    expect(view.get().result).toEqual({ kind: 'outside', raw: BEEF })
  })

  it('goes on the first order that still lacks the product', async () => {
    const { session, list } = open({
      orders: [makeOrder({ id: 1 }), makeOrder({ id: 2 })],
      products: catalogue,
      items: [
        makeItem({ product: BEEF, order: 1, units_ordered: 1 }),
        makeItem({ product: BEEF, order: 2, units_ordered: 1 }),
      ],
    })
    await session.scan(BEEF)
    await session.scan(BEEF)
    expect(list.get().lines.map((l) => [l.items[0]!.order, l.items[0]!.unit_quantity])).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('goes on the open order where an invoiced one before it was picked short', async () => {
    const { session, list, log } = open({
      orders: [makeOrder({ id: 1, invoiced: true }), makeOrder({ id: 2 })],
      products: catalogue,
      items: [
        makeItem({ product: BEEF, order: 1, units_ordered: 2, unit_quantity: 1 }),
        makeItem({ product: BEEF, order: 2, units_ordered: 1 }),
      ],
    })
    await session.scan(BEEF)
    expect(log.at(-1)).toBe('match')
    const counts = () => list.get().lines.map((l) => [l.items[0]!.order, l.items[0]!.unit_quantity])
    expect(counts()).toEqual([
      [1, 1],
      [2, 1],
    ])
    // One more is asked about on the open order, and not refused for the invoiced one.
    await session.scan(BEEF)
    await session.countAnyway()
    expect(counts()).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  it('of a code of two products offers no line of an invoiced order where its product has another', async () => {
    const twin = `00${BEEF}`
    const { session, view, list } = open({
      orders: [makeOrder({ id: 1, invoiced: true }), makeOrder({ id: 2 })],
      products: products(makeProduct({ upc: BEEF }), makeProduct({ upc: twin })),
      items: [
        makeItem({ product: BEEF, order: 1 }),
        makeItem({ product: BEEF, order: 2 }),
        makeItem({ product: twin, order: 1 }),
      ],
    })
    await session.scan(`]C101${twin}`)
    const { result } = view.get()
    const asked = result.kind === 'choose' ? result.lines.map((id) => list.get().byId.get(id)!.items[0]!) : []
    expect(
      asked.map(({ product, order }) => [product, order]).sort(([a], [b]) => (a! < b! ? -1 : 1)),
    ).toEqual([
      [twin, 1],
      [BEEF, 2],
    ])
  })

  it('of a locked order is refused in words, and nothing is stored', async () => {
    const { session, item, log, view } = open({
      orders: [makeOrder({ id: 1, invoiced: true })],
      products: catalogue,
      items: [makeItem({ product: BEEF })],
    })
    await session.scan(BEEF)
    expect(view.get().result).toMatchObject({ kind: 'refused', message: expect.stringContaining('locked') })
    expect(log).toEqual(['wrong'])
    expect(item(BEEF).unit_quantity).toBe(0)
  })

  it('of a weighed piece without its weight asks for it, and a GS1 label contains it', async () => {
    const { session, log, view, state } = open({
      products: products(makeProduct({ upc: BEEF, weight_type: 'r/w' })),
      items: [makeItem({ product: BEEF })],
    })
    await session.scan(BEEF)
    expect(log.at(-1)).toBe('weight')
    expect(view.get().weight?.at).toMatchObject({ unit: 'u', number: 1 })
    session.closeWeight()
    await session.scan(`]C101${BEEF.padStart(14, '0')}3202001234`)
    expect(state.pieces).toMatchObject([{ weight_lbs: '12.34', weight_kg: '5.597' }])
    expect(log.at(-1)).toBe('match')
    expect(view.get().weight).toBeNull()
  })
})

describe('a scan of something unusual', () => {
  const label = (rest: string) => `]C101${BEEF.padStart(14, '0')}${rest}`
  const beef = (more: Partial<Product> = {}) =>
    open({
      products: products(
        makeProduct({ upc: BEEF, weight_type: 'r/w', weight_min_lbs: '10', weight_max_lbs: '14', ...more }),
      ),
      items: [makeItem({ product: BEEF, units_ordered: 3 })],
    })
  const asked = (of: ReturnType<typeof beef>) => {
    const { result } = of.view.get()
    return result.kind === 'unusual' ? result.doubts.map(({ kind }) => kind) : result.kind
  }

  it('has a tone of its own and counts nothing until one tap on a reason, which is kept with each edit', async () => {
    const of = beef()
    await of.session.scan(label('3202002234'))
    expect(asked(of)).toEqual(['weight'])
    expect(of.log).toEqual(['unusual'])
    await of.session.countFor('Weighed again, it is right')
    expect(of.item(BEEF).unit_quantity).toBe(1)
    expect(of.commits[0]!.map(({ reason }) => reason)).toEqual(
      Array(2).fill('Unusual weight: Weighed again, it is right'),
    )
    expect(of.log.at(-1)).toBe('match')
  })

  it('is not counted if it is put back, and no other piece is before that', async () => {
    const of = beef({ recalled_lots: ['HVM-7734'] })
    await of.session.scan(label('320200123410hvm-7734'))
    expect(asked(of)).toEqual(['recalled'])
    await of.session.scan(label('320200123410HVM-1'))
    expect(asked(of)).toEqual(['recalled'])
    expect(of.item(BEEF).unit_quantity).toBe(0)
    of.session.rescan()
    await of.session.scan(label('320200123410HVM-1'))
    expect(of.item(BEEF).unit_quantity).toBe(1)
    await of.session.countFor('Foreman cleared it')
    expect(of.item(BEEF).unit_quantity).toBe(1)
  })

  it('raises a doubt for an expired piece, and for a serial that was scanned before, also if the line is done', async () => {
    const of = beef()
    await of.session.scan(label('172611203202001234'))
    expect(asked(of)).toEqual(['expired'])
    of.session.rescan()
    await of.session.scan(label('1726112132020012342157'))
    expect(asked(of)).toBe('counted')
    await of.session.scan(label('1526112032020099992157'))
    expect(asked(of)).toEqual(['expired', 'serial', 'weight'])
    await of.session.picked(of.line(BEEF).id)
    await of.session.scan(label('32020012342157'))
    expect(asked(of)).toBe('doubt')
    await of.session.countAnyway()
    expect(asked(of)).toEqual(['serial'])
  })
})

describe('the buttons', () => {
  it('A172 Picked twice on a pending item leaves it pending, with the quantities that stood before', async () => {
    const { session, item, line } = three()
    await session.picked(line(BEANS).id)
    expect(item(BEANS)).toMatchObject({ scanned: true, picked: true, unit_quantity: 2 })
    await session.picked(line(BEANS).id)
    expect(item(BEANS)).toMatchObject({ scanned: null, picked: false, unit_quantity: 0 })
  })

  it('A172 A173 Picked twice on an item that was set aside leaves it pending, with the quantities that stood before', async () => {
    const { session, item, line } = three()
    await session.quantity(line(BEANS), 'u', 1)
    await session.scanned(line(BEANS).id)
    await session.picked(line(BEANS).id)
    expect(item(BEANS)).toMatchObject({ scanned: true, picked: true, unit_quantity: 1 })
    await session.picked(line(BEANS).id)
    expect(item(BEANS)).toMatchObject({ scanned: null, picked: false, unit_quantity: 1 })
  })

  it('Picked right after the scan that completed the line confirms it, and the next press takes it back', async () => {
    const { session, item, line } = open({
      products: catalogue,
      items: [makeItem({ product: BEEF, units_ordered: 1 })],
    })
    await session.scan(BEEF)
    await session.picked(line(BEEF).id)
    expect(item(BEEF)).toMatchObject({ scanned: true, picked: true, unit_quantity: 1 })
    await session.picked(line(BEEF).id)
    expect(item(BEEF)).toMatchObject({ scanned: null, picked: false, unit_quantity: 1 })
  })

  it('Picked keeps a quantity that was typed and completes one that was scanned', async () => {
    const { session, item, line } = three()
    await session.quantity(line(BEANS), 'u', 1)
    await session.picked(line(BEANS).id)
    await session.scan(BEEF)
    await session.picked(line(BEEF).id)
    expect([item(BEANS), item(BEEF)].map((i) => [i.unit_quantity, i.picked])).toEqual([
      [1, true],
      [2, true],
    ])
  })

  it('a typed quantity that is entered when the next item is scanned leaves that item on the screen', async () => {
    const { session, line, item, view } = three()
    await session.choose(line(BEEF).id)
    await session.scan(BEANS)
    await session.quantity(line(BEEF), 'u', 3)
    expect(item(BEEF).unit_quantity).toBe(3)
    expect(view.get().current).toBe(line(BEANS).id)
  })

  it('a line that is tapped while a scan or Undo is being stored stays on the screen', async () => {
    const { session, line, view } = three()
    await Promise.all([session.scan(BEANS), session.choose(line(BEEF).id)])
    expect(view.get().current).toBe(line(BEEF).id)
    await Promise.all([session.undo(), session.choose(line(RICE).id)])
    expect(view.get().current).toBe(line(RICE).id)
  })

  it('a typed quantity that is older than a scan of its line is reported and not stored', async () => {
    const { session, line, item, view, commit } = three()
    const seen = line(BEEF)
    const scanned = session.scan(BEEF)
    await session.quantity(seen, 'u', 5)
    await scanned
    expect(item(BEEF).unit_quantity).toBe(1)
    expect(view.get().result).toEqual({
      kind: 'refused',
      message: 'Units became 1 while 5 was typed. Type it again if it is right.',
    })
    const edit = setQuantity(line(BEEF), 'u', 5, seen)!.edits
    expect(await commit(edit)).toMatchObject({ ok: false, message: expect.stringContaining('unit_quantity') })
  })

  it('A174 Scanned goes on to the next pending item, in the order of the bins', async () => {
    const { session, line, view } = three()
    await session.scanned(line(BEANS).id)
    expect(view.get().current).toBe(line(RICE).id)
    await session.scanned(line(RICE).id)
    expect(view.get().current).toBe(line(BEEF).id)
  })

  it('A175 Skip stores scanned false and moves on', async () => {
    const { session, item, line, view } = three()
    await session.skip(line(BEEF).id)
    expect(item(BEEF)).toMatchObject({ scanned: false, unit_quantity: 0 })
    expect(view.get().current).toBe(line(BEANS).id)
  })

  it('A218 the minus does nothing at 0', async () => {
    const { session, item, line, commits } = three()
    await session.step(line(BEEF).id, 'u', -1)
    expect(item(BEEF).unit_quantity).toBe(0)
    expect(commits).toHaveLength(0)
    await Promise.all([session.step(line(BEEF).id, 'u', 1), session.step(line(BEEF).id, 'u', 1)])
    expect(item(BEEF).unit_quantity).toBe(2)
  })
})

describe('Undo', () => {
  it('of an act whose item another user deleted says so once, and the act before it can be taken back', async () => {
    const { session, item, state, view, line } = three()
    await session.scan(BEANS)
    await session.scan(BEEF)
    const beef = line(BEEF).id
    state.items = state.items.filter(({ id }) => id !== beef)
    await session.undo()
    expect(view.get().result.kind).toBe('refused')
    await session.undo()
    expect(item(BEANS).unit_quantity).toBe(0)
    expect(view.get().acts).toEqual([])
  })

  it('takes back a scan, with the piece that its label made', async () => {
    const { session, item, state, commits } = open({
      products: products(makeProduct({ upc: BEEF, weight_type: 'r/w' })),
      items: [makeItem({ product: BEEF, units_ordered: 1 })],
    })
    await session.scan(`]C101${BEEF.padStart(14, '0')}3202001234`)
    expect(item(BEEF)).toMatchObject({ unit_quantity: 1, picked: true, scanned: true })
    await session.undo()
    expect(item(BEEF)).toMatchObject({ unit_quantity: 0, picked: false, scanned: null })
    expect(state.pieces).toEqual([])
    expect(commits[1]!.at(-1)).toMatchObject({ adds: { unit_quantity: -1 } })
  })

  it('takes back one act after the other, the last first', async () => {
    const { session, item, line, view } = three()
    await session.scan(BEEF)
    await session.skip(line(BEANS).id)
    await session.picked(line(RICE).id)
    for (let i = 0; i < 3; i += 1) await session.undo()
    for (const upc of [BEEF, BEANS, RICE])
      expect(item(upc)).toMatchObject({ unit_quantity: 0, scanned: null, picked: false })
    expect(view.get().acts).toEqual([])
  })
})

describe('barcodes and substitutes', () => {
  const chain = () =>
    open({
      products: products(
        makeProduct({ upc: BEEF, acceptable_substitutions: [{ upc: RICE }] }),
        makeProduct({ upc: RICE, acceptable_substitutions: [{ upc: BEANS }] }),
        makeProduct({ upc: BEANS }),
      ),
      items: [makeItem({ product: BEEF, units_ordered: 3 })],
    })

  it('Undo shows the act that it took back, until another act', async () => {
    const { session, view } = three()
    await session.scan(BEANS)
    const { label } = view.get().acts.at(-1)!
    await session.undo()
    expect(view.get().undone).toBe(label)
    await session.scan(RICE)
    expect(view.get().undone).toBeNull()
  })

  it('A189 Swap pressed twice swaps once', async () => {
    const { session, line, product, state } = chain()
    await session.scan(RICE)
    await Promise.all([
      session.swap(line(BEEF).id, product(RICE)),
      session.swap(line(BEEF).id, product(RICE)),
    ])
    expect(new Map(state.items.map((i) => [i.product, i.units_ordered]))).toEqual(
      new Map([
        [BEEF, 0],
        [RICE, 3],
      ]),
    )
    expect(state.items).toHaveLength(2)
  })

  it('A190 A206 a substitute is swapped for a substitute of its own by a picker, and keeps what was ordered', async () => {
    const { session, line, item, product, view } = chain()
    await session.scan(RICE)
    await session.swap(line(BEEF).id, product(RICE))
    await session.scan(BEANS)
    expect(view.get().result).toMatchObject({ kind: 'substitute', upc: BEANS })
    await session.swap(line(RICE).id, product(BEANS))
    expect(item(BEANS)).toMatchObject({ units_ordered: 3, original_product: BEEF })
    expect(item(RICE)).toMatchObject({ units_ordered: 0, unit_quantity: 0 })
  })

  it('A227 a substitute whose swap was undone is a substitute again', async () => {
    const { session, line, product, view } = chain()
    await session.scan(RICE)
    await session.swap(line(BEEF).id, product(RICE))
    // The piece in hand, then the swap.
    await session.undo()
    await session.undo()
    await session.scan(RICE)
    expect(view.get().result).toMatchObject({ kind: 'substitute', line: line(BEEF).id, upc: RICE })
  })

  it('A189 in a bulk pull Swap swaps the item of each order, and Undo gives each back', async () => {
    const { session, product, state } = open(
      {
        orders: [makeOrder({ id: 1 }), makeOrder({ id: 2 })],
        products: products(
          makeProduct({ upc: BEEF, acceptable_substitutions: [{ upc: RICE }] }),
          makeProduct({ upc: RICE }),
        ),
        items: [
          makeItem({ product: BEEF, units_ordered: 3 }),
          makeItem({ product: BEEF, order: 2, units_ordered: 4 }),
        ],
      },
      [],
      [],
      {},
      true,
    )
    const of = (upc: string) =>
      state.items.filter(({ product }) => product === upc).map((i) => [i.order, i.units_ordered])
    await session.scan(RICE)
    await session.swap(BEEF, product(RICE))
    expect(new Map(of(RICE) as [number, number][])).toEqual(
      new Map([
        [1, 3],
        [2, 4],
      ]),
    )
    expect(new Map(of(BEEF) as [number, number][])).toEqual(
      new Map([
        [1, 0],
        [2, 0],
      ]),
    )
    // The piece in hand, then the swap.
    await session.undo()
    await session.undo()
    expect(new Map(of(BEEF) as [number, number][])).toEqual(
      new Map([
        [1, 3],
        [2, 4],
      ]),
    )
  })

  it('A228 A251 a linked code finds its item afterwards, and an unlinked one does not', async () => {
    const { session, line, item, view } = three()
    await session.scan('CASE-LABEL-7')
    await session.link('CASE-LABEL-7', line(BEEF).id)
    expect(view.get().result).toMatchObject({ kind: 'linked', barcode: 'CASE-LABEL-7' })
    await session.scan('CASE-LABEL-7')
    expect(item(BEEF).unit_quantity).toBe(1)
    expect(view.get().result).toMatchObject({ kind: 'counted', linked: 'CASE-LABEL-7' })
    await session.unlink('CASE-LABEL-7')
    await session.scan('CASE-LABEL-7')
    expect(view.get().result.kind).toBe('unknown')
  })

  it('A189 A190 A227 the scan of a substitute offers Swap, which moves the quantities to a new item', async () => {
    const { session, line, item, product, state, view, list } = open({
      products: products(
        makeProduct({ upc: BEEF, acceptable_substitutions: [{ upc: RICE }] }),
        makeProduct({ upc: RICE }),
      ),
      items: [makeItem({ product: BEEF, units_ordered: 3, unit_quantity: 1 })],
    })
    await session.scan(RICE)
    expect(view.get().result).toMatchObject({ kind: 'substitute', upc: RICE })
    await session.swap(line(BEEF).id, product(RICE))
    expect(item(BEEF)).toMatchObject({
      units_ordered: 0,
      unit_quantity: 0,
      cases_ordered: 0,
      case_quantity: 0,
    })
    // The pieces that were counted before, and the piece in hand.
    expect(item(RICE)).toMatchObject({ units_ordered: 3, unit_quantity: 2, original_product: BEEF })
    expect(view.get().current).toBe(line(RICE).id)
    await session.undo()
    expect(item(RICE)).toMatchObject({ units_ordered: 3, unit_quantity: 1 })
    await session.undo()
    expect(item(BEEF)).toMatchObject({ units_ordered: 3, unit_quantity: 1 })
    expect(state.items.find((i) => i.product === RICE)).toMatchObject({ units_ordered: 0, unit_quantity: 0 })
    expect(list.get().lines).toHaveLength(2)
  })
})
