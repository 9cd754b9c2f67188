import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '@mantine/core'
import { IconBuildingWarehouse, IconLock } from '@tabler/icons-react'
import { warehouseQuery } from './queries.ts'
import { WarehouseWizard } from './WarehouseWizard.tsx'
import classes from './warehouses.module.css'

/**
 * `/warehouse/add`, `/warehouses/add` and `/warehouse/{id}` (C014, C027): the wizard, empty or filled. Online only.
 *
 * @param id the id in the address; null adds one
 */
export function WarehouseScreen({ id }: { id: string | null }) {
  const { person } = useSignedIn()
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <PageHead title={id === null ? 'Add Warehouse' : 'Edit Warehouse'} />
      {can(person, 'warehouses.write') ? (
        <Wizard id={id} person={person} />
      ) : (
        <EmptyState icon={<IconLock size={40} />} title="Only the office may set up warehouses" />
      )}
    </div>
  )
}

function Wizard({ id, person }: { id: string | null; person: User }) {
  // An id has only digits (readings, "Orders, quantities, weights").
  const reading = useServerQuery(warehouseQuery(id !== null && /^\d{1,9}$/.test(id) ? Number(id) : null))
  return (
    <WhenRead reading={reading}>
      {(opened) =>
        id !== null && opened.warehouse === null ? (
          <EmptyState
            icon={<IconBuildingWarehouse size={40} />}
            title="There is no such warehouse"
            action={<ButtonLink to={to.setup()}>Go to the warehouses</ButtonLink>}
          />
        ) : (
          <WarehouseWizard person={person} opened={opened} />
        )
      }
    </WhenRead>
  )
}
