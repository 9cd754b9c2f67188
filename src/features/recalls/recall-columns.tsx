import type { RecalledLot } from '#contract/products/schema.ts'
import { showTime } from '#src/ui/show-time.ts'
import type { Column } from '#src/ui/table/column.ts'
import { Button } from '#src/ui/Button.tsx'

/** @param takeBack null for who may not, and while it cannot be done: then there is no button. */
export const recallColumns = (
  names: ReadonlyMap<string, string>,
  takeBack: ((recall: RecalledLot) => void) | null,
): Column<RecalledLot>[] => [
  {
    id: 'product',
    label: 'Product',
    value: ({ product }) => names.get(product) ?? `Product ${product}`,
    wide: true,
  },
  { id: 'upc', label: 'UPC', value: ({ product }) => product },
  { id: 'lot', label: 'Lot', value: ({ lot_code }) => lot_code },
  {
    id: 'since',
    label: 'Since',
    value: ({ created_at }) => created_at,
    text: ({ created_at }) => showTime(created_at),
    exported: ({ created_at }) => created_at,
  },
  { id: 'by', label: 'By', value: ({ username }) => username },
  { id: 'reason', label: 'Reason', value: ({ note }) => note || null, wide: true },
  ...(takeBack
    ? [
        {
          id: 'act',
          label: 'Recall',
          isControl: true,
          value: () => null,
          cell: (recall: RecalledLot) => (
            <Button label={`Take back the recall of lot ${recall.lot_code}`} onClick={() => takeBack(recall)}>
              Take back
            </Button>
          ),
        },
      ]
    : []),
]
