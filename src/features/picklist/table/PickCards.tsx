import { nameOf } from '#contract/picking/lines.ts'
import { Button } from '#src/ui/Button.tsx'
import { isOutOfStock, isPicked } from '#contract/picking/state.ts'
import { lacksLot } from '#contract/picking/overrides.ts'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { drawnRows, useWindowRows } from '#src/ui/use-window-rows.ts'
import { memo, useRef, useState, type ReactNode } from 'react'
import {
  BinField,
  CountCell,
  Coupon,
  DeleteButton,
  EditLink,
  FlagChip,
  ItemHistoryButton,
  LotMissing,
  NameButton,
  StockIndicator,
  SubstitutionButtons,
  TaxableCheck,
  WeightButton,
  finalPriceText,
} from './cells.tsx'
import type { ColumnId } from './columns.ts'
import { CountStepper } from './CountStepper.tsx'
import classes from './cards.module.css'
import fields from './fields.module.css'
import { ItemCodeCell, UpcCell, orderWords, type PickListProps } from './PickTable.tsx'
import { flagOfRow } from '../row-marks.ts'
import type { RowProps } from './row-props.ts'
import { OtherName } from '#src/picking/Others.tsx'
import { OutOfStockButton } from '#src/picking/OutOfStockButton.tsx'
import { fieldReason } from '#contract/picking/field-rules.ts'

/** A card whose rarer fields are closed, on a phone; measured when it is there. */
const CARD_HEIGHT_PX = 320
const GAP_PX = 10

/** The rows as cards for a gloved thumb, one below the other in the page. */
export function PickCards({ rows, columns, marks, ...rest }: PickListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { virtual, margin } = useWindowRows(list, {
    count: rows.length,
    getItemKey: (index) => rows[index]!.id,
    estimateSize: () => CARD_HEIGHT_PX,
    gap: GAP_PX,
    overscan: 4,
    rangeExtractor: (range) => drawnRows(range, list.current, rows),
  })
  const seen = new Set(columns.map(({ id }) => id))

  return (
    <ul ref={list} className={classes.list} style={{ height: virtual.getTotalSize() }} aria-label="Pick list">
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]!
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            data-row={row.id}
            style={{ transform: `translateY(${start - margin}px)` }}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            <Card {...rest} row={row} flag={flagOfRow(row, marks)} seen={[...seen].join()} />
          </li>
        )
      })}
    </ul>
  )
}

/** `seen` are the ids of the columns that this person sees, as text, so that a card is drawn for its row only. */
const Card = memo(function Card({ seen, ...props }: RowProps & { seen: string }) {
  const { row, bulk, flag, does } = props
  const [isOpen, setOpen] = useState(false)
  const sees = (id: ColumnId) => seen.split(',').includes(id)
  const reason = fieldReason('picked', row, bulk)
  const outReason = fieldReason('out_of_stock', row, bulk)
  const isOut = isOutOfStock(row)
  const { product } = row

  return (
    <article
      className={`${classes.card} ${fields.large}`}
      data-lot-missing={lacksLot(row) || undefined}
      data-done={isPicked(row) || undefined}
      data-out={isOut || undefined}
      aria-label={nameOf(row)}
    >
      <header className={classes.head}>
        <h2>
          <NameButton row={row} does={does} />
          {product?.size && <span className={classes.size}>{product.size}</span>}
        </h2>
        {row.bin && <b className={classes.bin}>{row.bin}</b>}
      </header>
      <CardFacts {...props} sees={sees} />
      {row.original && <p className={classes.meta}>for {row.original.name}</p>}
      <p className={classes.chips}>
        {lacksLot(row) && <LotMissing />}
        <FlagChip flag={flag} />
        <OtherName items={row.items} />
      </p>
      <div className={classes.counts}>
        <CountStepper {...props} field="unit_quantity" ordered="units_ordered" isOrdered />
        <CountStepper {...props} field="case_quantity" ordered="cases_ordered" isOrdered />
      </div>
      <div className={classes.main}>
        <Button
          size="floor"
          isPressed={isPicked(row)}
          icon={<IconCheck size={28} aria-hidden />}
          reason={reason}
          onClick={() => does.togglePicked(row)}
        >
          Picked
        </Button>
        <OutOfStockButton isOut={isOut} reason={outReason} onClick={() => does.toggleOutOfStock(row)} />
        <WeightButton {...props} words />
        <Button
          size="floor"
          isOpen={isOpen}
          icon={<IconChevronDown size={24} aria-hidden style={isOpen ? { rotate: '180deg' } : undefined} />}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </Button>
      </div>
      {isOpen && <More {...props} sees={sees} />}
    </article>
  )
})

interface CardPartProps extends RowProps {
  /** Whether this person sees a column of the table. */
  sees: (id: ColumnId) => boolean
}

/** The order, the warehouse, the codes and the stock of a row, in one line. */
function CardFacts({ sees, ...props }: CardPartProps) {
  const { row } = props
  const { product } = row
  return (
    <p className={classes.meta}>
      {orderWords(row)}
      {product?.warehouse && ` · ${product.warehouse.name}`}
      {product?.item_code.item_code && (
        <>
          {' · '}
          <ItemCodeCell {...props} />
        </>
      )}
      {sees('upc') && (
        <>
          {' · '}
          <UpcCell {...props} />
        </>
      )}
      {sees('combined_stock') && ` · Combined Stock ${product?.combined_stock_level ?? '–'}`}
      {sees('stock') && (
        <>
          {' '}
          <StockIndicator row={row} />
        </>
      )}
    </p>
  )
}

/** The fields that change now and then: those of the table for which the card's face has no room. */
function More({ sees, ...props }: CardPartProps) {
  return (
    <div className={classes.more}>
      <CountStepper {...props} field="unit_quantity" ordered="units_ordered" isOrdered={false} />
      <CountStepper {...props} field="case_quantity" ordered="cases_ordered" isOrdered={false} />
      <Labelled label="Units Ordered">
        <CountCell {...props} field="units_ordered" />
      </Labelled>
      <Labelled label="Cases Ordered">
        <CountCell {...props} field="cases_ordered" />
      </Labelled>
      <Labelled label="Bin">
        <BinField {...props} />
      </Labelled>
      <Labelled label="Taxable">
        <TaxableCheck {...props} />
      </Labelled>
      <Labelled label="Coupon">
        <div className={classes.coupon}>
          <Coupon {...props} />
        </div>
      </Labelled>
      <Labelled label="Final Price">
        <span>{finalPriceText(props)}</span>
      </Labelled>
      {sees('substitution') && <SubstitutionButtons {...props} words />}
      <ItemHistoryButton {...props} words />
      <EditLink {...props} words />
      <DeleteButton {...props} words />
    </div>
  )
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.labelled}>
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}
