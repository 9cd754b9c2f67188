import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import { errorText } from '#src/api/errors.ts'
import { Link } from '#src/kit/Link.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useRead } from '#src/ui/use-read.ts'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { Button, Skeleton } from '@mantine/core'
import { IconBuildingWarehouse, IconLock } from '@tabler/icons-react'
import { useCallback } from 'react'
import { fetchKnown, fetchMaps, fetchWarehouses } from './calls.ts'
import { FIXED_WAREHOUSE } from './warehouse-form.ts'
import { WarehouseWizard, type WarehouseWizardProps } from './WarehouseWizard.tsx'
import classes from './warehouses.module.css'

interface WarehouseScreenProps extends Omit<WarehouseWizardProps, 'opened' | 'person' | 'reload'> {
  person: User | null
  /** As it stands in the address; null adds one. */
  id: string | null
}

/** `/warehouse/add`, `/warehouses/add` and `/warehouse/{id}` (C014, C027): the wizard, empty or filled. Online only. */
export function WarehouseScreen({ id, person, ...props }: WarehouseScreenProps) {
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <h1>{id === null ? 'Add Warehouse' : 'Edit Warehouse'}</h1>
      {can(person, 'warehouses.write') ? (
        <Wizard {...props} id={id} person={person} />
      ) : (
        <EmptyState icon={<IconLock size={40} />} title="Only the office may set up warehouses" />
      )}
    </div>
  )
}

function Wizard({ id, ...props }: Omit<WarehouseWizardProps, 'opened' | 'reload'> & { id: string | null }) {
  const { client, serverReachable } = props
  const read = useCallback(
    async (signal: AbortSignal) => {
      // An id is one of digits only (readings, "Orders, quantities, weights").
      const wanted = id !== null && /^\d{1,9}$/.test(id) ? Number(id) : null
      const [known, warehouses, maps] = await Promise.all([
        fetchKnown(client, signal),
        fetchWarehouses(client, signal),
        wanted === null ? [] : fetchMaps(client, wanted, signal),
      ])
      const fixed = wanted === FIXED_WAREHOUSE.id ? FIXED_WAREHOUSE : null
      return { known, maps, warehouse: warehouses.find((one) => one.id === wanted) ?? fixed }
    },
    [client, id],
  )
  const reading = useRead(read, serverReachable)
  return (
    <WhenRead reading={reading} serverReachable={serverReachable} explain={errorText}>
      {(opened) =>
        id !== null && opened.warehouse === null ? (
          <EmptyState
            icon={<IconBuildingWarehouse size={40} />}
            title="There is no such warehouse"
            action={
              <Button variant="default" renderRoot={(props) => <Link to={to.setup()} {...props} />}>
                Go to the warehouses
              </Button>
            }
          />
        ) : (
          <WarehouseWizard {...props} opened={opened} reload={reading.reload} />
        )
      }
    </WhenRead>
  )
}
