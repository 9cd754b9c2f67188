import { can } from '#contract/permissions.ts'
import { isNotFound } from '#src/api/errors.ts'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { PriceHistoryButton } from '#src/kit/history/PriceHistoryButton.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { useServerQuery } from '#src/kit/use-server-query.ts'
import { WhenRead } from '#src/kit/page/WhenRead.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '@mantine/core'
import { IconLock, IconMapPinOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ProductChooser } from './AddCustomerFee.tsx'
import { CustomerFees } from './CustomerFees.tsx'
import classes from './margins.module.css'
import { locationFeesQuery } from './queries.ts'

interface CustomerFeesScreenProps {
  /** The customer location of the address. */
  id: number
  /** The way to the customer's other pages. */
  tabs: ReactNode
  Picker: ProductChooser
}

/** `/customer/{id}/fees` (C080, C081): the margins and surcharges of a customer location. Online only. */
export function CustomerFeesScreen({ id, tabs, Picker }: CustomerFeesScreenProps) {
  const { person } = useSignedIn()
  const mayManage = can(person, 'fees.manage')
  const reading = useServerQuery(locationFeesQuery(id), { enabled: mayManage })
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <PageHead title={reading.value ? `Edit/Add ${reading.value.location.name} Fees` : 'Fees'}>
        <PriceHistoryButton of={{ company_location: id }} />
      </PageHead>
      {tabs}
      {mayManage ? (
        <WhenRead
          reading={reading}
          missing={
            isNotFound(reading.failure) && (
              <EmptyState icon={<IconMapPinOff size={40} />} title="There is no such customer location" />
            )
          }
        >
          {(value) => <CustomerFees {...value} Picker={Picker} />}
        </WhenRead>
      ) : (
        <EmptyState icon={<IconLock size={40} />} title="Only the office may see and change fees" />
      )}
    </div>
  )
}
