/** The columns of an order's items, by role (A257, A258, A260). */
import { cents, money } from '#contract/money.ts'
import { can, type Person } from '#contract/permissions.ts'
import { hasHandPrice } from '#contract/pricing.ts'
import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import type { Tone } from '#src/ui/Chip.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import { showMoney } from '#src/ui/format.ts'
import type { Column } from '#src/ui/table/column.ts'
import { IconBarcode, IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react'
import { lineBin, lineName, lineState, type OrderLineState, type OrderLine } from './lines.ts'

/** A257: roles 1 to 11. */
const ORDER_VIEW_ROLES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
/** The restaurant's own role: an indicator instead of a number. */
const CUSTOMER_ROLE = [32]

const moneyColumn = (id: string, label: string, amount: (line: OrderLine) => string): Column<OrderLine> => ({
  id,
  label,
  align: 'right',
  value: (line) => cents(amount(line)),
  text: (line) => showMoney(amount(line)),
  exported: amount,
  isMoney: true,
  isZeroDash: true,
})

const sumOf = (amount: (line: OrderLine) => string) => (lines: readonly OrderLine[]) =>
  showMoney(money(lines.reduce((sum, line) => sum + cents(amount(line)), 0n)))

const countOf = (count: (line: OrderLine) => number) => (lines: readonly OrderLine[]) =>
  String(lines.reduce((sum, line) => sum + count(line), 0))

const countColumn = (
  id: string,
  label: string,
  count: (line: OrderLine) => number | null,
): Column<OrderLine> => ({
  id,
  label,
  align: 'right',
  value: count,
  isZeroDash: true,
})

const itemCode = ({ product }: OrderLine): string => product?.item_code.item_code ?? ''

export const lineColumns = (person: Person | null): readonly Column<OrderLine>[] => [
  {
    id: 'name',
    label: 'Product',
    wide: true,
    width: 320,
    value: lineName,
    cell: (line) => <ProductName line={line} />,
  },
  {
    id: 'upc',
    label: 'UPC',
    value: ({ item }) => item.product,
    visibility_allow_rid: ORDER_VIEW_ROLES,
  },
  {
    id: 'code',
    label: 'Item Code',
    value: itemCode,
    // A link to its editing.
    ...(can(person, 'catalogue.links') && {
      cell: (line: OrderLine) =>
        itemCode(line) && <Link to={to.itemCode(itemCode(line))}>{itemCode(line)}</Link>,
    }),
  },
  { id: 'bin', label: 'Bin', value: lineBin, visibility_deny_rid: CUSTOMER_ROLE },
  ...(
    [
      ['units', 'Units Ordered', ({ item }) => item.units_ordered],
      ['cases', 'Cases Ordered', ({ item }) => item.cases_ordered],
      ['picked units', 'Units Picked', ({ item }) => item.unit_quantity],
      ['picked cases', 'Cases Picked', ({ item }) => item.case_quantity],
    ] as const satisfies [string, string, (line: OrderLine) => number][]
  ).map(([id, label, count]) => ({ ...countColumn(id, label, count), foot: countOf(count) })),
  { ...moneyColumn('unit price', 'Unit Price', ({ item }) => item.price_per_unit), offCard: true },
  { ...moneyColumn('case price', 'Case Price', ({ item }) => item.price_per_case), offCard: true },
  {
    ...moneyColumn('estimate', 'Estimated Price', ({ item }) => item.estimated_price),
    foot: sumOf(({ item }) => item.estimated_price),
  },
  {
    ...moneyColumn('final', 'Final Price', ({ item }) => item.final_price),
    text: ({ item }) => `${showMoney(item.final_price)}${hasHandPrice(item) ? ' by hand' : ''}`,
    foot: sumOf(({ item }) => item.final_price),
    visibility_allow_rid: ORDER_VIEW_ROLES,
  },
  {
    id: 'combined stock',
    label: 'Combined Stock',
    align: 'right',
    // A stock of 0 shows as 0. Only an unknown one shows as a dash.
    value: ({ product }) => product?.combined_stock_level ?? null,
    cell: ({ product }) => product?.combined_stock_level ?? '–',
    visibility_allow_rid: ORDER_VIEW_ROLES,
  },
  {
    id: 'stock',
    label: 'Stock',
    value: ({ product }) => product?.stock_level_indicator ?? '',
    cell: ({ product }) => product && <Stock indicator={product.stock_level_indicator} />,
    visibility_allow_rid: CUSTOMER_ROLE,
  },
  {
    id: 'state',
    label: 'Picking',
    value: lineState,
    cell: (line) => <State state={lineState(line)} />,
    badge: true,
  },
]

function ProductName({ line }: { line: OrderLine }) {
  const { product } = line
  const size = product?.size
  return (
    <>
      <strong>{lineName(line)}</strong>
      {size && <> · {size}</>}
      {product?.weight_type === 'r/w' && <> · by weight</>}
    </>
  )
}

const STATE: Record<OrderLineState, { tone: Tone; label: string; Icon: typeof IconCheck }> = {
  picked: { tone: 'ok', label: 'Picked', Icon: IconCheck },
  scanned: { tone: 'info', label: 'Scanned', Icon: IconBarcode },
  'out of stock': { tone: 'warn', label: 'Out of stock', Icon: IconX },
  'to pick': { tone: 'plain', label: 'To pick', Icon: IconCircleDashed },
}

function State({ state }: { state: OrderLineState }) {
  const { tone, label, Icon } = STATE[state]
  return (
    <Chip tone={tone} icon={<Icon aria-hidden />}>
      {label}
    </Chip>
  )
}

const STOCK: Record<string, { tone: Tone; label: string }> = {
  'in stock': { tone: 'ok', label: 'In stock' },
  'low stock': { tone: 'warn', label: 'Low stock' },
  'out of stock': { tone: 'act', label: 'Out of stock' },
}

function Stock({ indicator }: { indicator: string }) {
  const { tone, label } = STOCK[indicator] ?? { tone: 'plain' as const, label: indicator }
  return <Chip tone={tone}>{label}</Chip>
}
