import type { Products } from '#contract/picking/lines.ts'
import type { OrderItemRow } from '#contract/orders/schema.ts'
import type { Product } from '#contract/products/schema.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { errorText, NetworkError } from '#src/api/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { csv, download, EXPORT_SUCCESS, exportName } from '#src/ui/csv.ts'
import { snackbar } from '#src/ui/snackbar.ts'
import { NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { exportSheet, productsOfWarehouse } from './export-rows.ts'
import { fetchExport } from '../server-rows.ts'
import { downloadBlob } from '#src/ui/download.ts'
import { xlsx } from '#src/ui/spreadsheet.ts'

interface ExportControlProps {
  /** All items of the orders, those that the location filter hides too. */
  items: readonly OrderItemRow[]
  products: Products
  warehouses: readonly { id: number; name: string }[]
  orders: readonly number[]
  reachable: boolean
  /** Says why nothing was exported (A332), or that nothing is wrong any more. */
  onProblem: (text: string | null) => void
}

/** A332. */
const NO_ROWS = "Couldn't find any information from the selected warehouse and orders."

const now = () => new Date()

/** A293: the spreadsheet of one warehouse, for the orders of the list. */
export function ExportControl(props: ExportControlProps) {
  const { items, products, warehouses, orders, reachable, onProblem } = props
  const { client, person } = useSignedIn()
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState(false)
  const warehouse = warehouses.find(({ id }) => String(id) === chosen)

  /** The server's rows (A291); without the server those of the orders on this device. */
  async function load(id: number): Promise<readonly Product[]> {
    const here = () => productsOfWarehouse(items, products, id)
    if (!reachable) return here()
    try {
      return await fetchExport(client, id, orders)
    } catch (error) {
      if (error instanceof NetworkError) return here()
      throw error
    }
  }

  async function run(format: 'xlsx' | 'csv') {
    if (!warehouse) return
    setBusy(true)
    onProblem(null)
    try {
      const found = await load(warehouse.id)
      if (found.length === 0) return onProblem(NO_ROWS)
      const sheet = exportSheet(found, person)
      const name = exportName(warehouse.name, now(), format)
      if (format === 'xlsx') downloadBlob(name, await xlsx('Pick list', sheet))
      else download(name, await csv(sheet))
      snackbar(EXPORT_SUCCESS)
    } catch (error) {
      onProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  const reason = warehouse ? null : 'Choose a warehouse first.'
  return (
    <>
      <NativeSelect
        aria-label="Export warehouse"
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={[
          { value: '', label: 'Export warehouse' },
          ...warehouses.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      {(['xlsx', 'csv'] as const).map((format) => (
        <Button
          key={format}
          icon={<IconDownload size={18} aria-hidden />}
          reason={reason}
          isBusy={busy}
          onClick={() => void run(format)}
        >
          Export {format}
        </Button>
      ))}
    </>
  )
}
