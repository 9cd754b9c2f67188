import { OfficeProduct } from '#contract/products/office.ts'
import type { Warehouse } from '#contract/products/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { Button } from '#src/ui/Button.tsx'
import { exportName } from '#src/ui/csv.ts'
import { downloadBlob } from '#src/ui/download.ts'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { NEEDS_SERVER } from '#src/ui/needs-server.ts'
import { xlsx } from '#src/ui/spreadsheet.ts'
import { NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.css'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { AS_EXPORTED, EMPTY_EXPORT, inventorySheetOf } from './bulk-rows.ts'
import classes from './inventory.module.css'

/** C306: the outside supplier, whose goods the house does not keep. */
const OUTSIDE_WAREHOUSE = 2

interface InventoryExportProps {
  warehouses: readonly Warehouse[]
  serverReachable: boolean
}

/** A warehouse's inventory as a file (C258, C300, C412). */
export function InventoryExport({ warehouses, serverReachable }: InventoryExportProps) {
  const { client } = useSignedIn()
  const [id, setId] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = warehouses.find((one) => String(one.id) === id)

  async function write({ id: warehouse, name }: Warehouse) {
    setBusy(true)
    setProblem(null)
    try {
      const products = await client.api('GET', 'productedit/', {
        query: { no_page: 1, warehouse },
        schema: OfficeProduct.array(),
      })
      const sheet = inventorySheetOf(products)
      if (products.length === 0) setProblem(EMPTY_EXPORT)
      else
        downloadBlob(
          fileName(name, new Date()),
          await xlsx('Inventory', sheet, { hidden: { name: AS_EXPORTED, sheet } }),
        )
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(false)
  }

  return (
    <section className={classes.form} aria-label="Export">
      <h2>Export</h2>
      <NativeSelect
        label="Warehouse"
        size="md"
        value={id}
        onChange={({ currentTarget }) => {
          setId(currentTarget.value)
          setProblem(null)
        }}
        data={[
          { value: '', label: 'Choose a warehouse' },
          ...warehouses
            .filter((one) => one.id !== OUTSIDE_WAREHOUSE)
            .map((one) => ({ value: String(one.id), label: one.name })),
        ]}
      />
      <ErrorNote>{problem}</ErrorNote>
      <div className={classes.buttons}>
        <Button
          kind="main"
          icon={<IconDownload size={20} aria-hidden />}
          isBusy={busy}
          reason={!chosen ? 'Choose a warehouse.' : !serverReachable && NEEDS_SERVER}
          onClick={() => chosen && void write(chosen)}
        >
          Export
        </Button>
      </div>
    </section>
  )
}

/** C412, in characters that every file system takes. */
const fileName = (warehouse: string, now: Date) =>
  exportName(warehouse.replaceAll(/[\\/:*?"<>|]/g, ' '), now, 'xlsx')
