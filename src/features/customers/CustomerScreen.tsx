import { can } from '#contract/permissions.ts'
import { ButtonLink } from '#src/kit/links/ButtonLink.tsx'
import { PageHead } from '#src/kit/page/PageHead.tsx'
import { useSignedIn } from '#src/kit/signed-in.ts'
import { WhenFound } from '#src/kit/page/WhenFound.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Skeleton } from '@mantine/core'
import { IconLock, IconMapPinOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CustomerForm } from './CustomerForm.tsx'
import classes from './customers.module.css'
import { Glance, type OrderFor } from './Glance.tsx'
import { customerQuery } from './queries.ts'

interface CustomerScreenProps {
  /** The id in the address; null on "/customer/add". */
  id: string | null
  /** The links to the customer's other pages. */
  tabs: ReactNode
  orderFor: OrderFor
}

/** `/customer/add` and `/customer/{id}` (C004, C005): a customer's form, empty or filled. Online only. */
export function CustomerScreen({ id, tabs, orderFor }: CustomerScreenProps) {
  const { person } = useSignedIn()
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <PageHead title={id === null ? 'Add Customer' : 'Customer Location'} />
      {tabs}
      {!can(person, 'customers.write') ? (
        <EmptyState icon={<IconLock size={40} />} title="Only the office may see and change customers" />
      ) : id === null ? (
        <CustomerForm person={person} customer={null} />
      ) : (
        <WhenFound
          id={id}
          query={customerQuery}
          missing={<NoSuchCustomer />}
          waiting={<Skeleton height={900} radius="md" />}
        >
          {(customer) => (
            <>
              <Glance customer={customer} orderFor={orderFor} />
              <CustomerForm person={person} customer={customer} />
            </>
          )}
        </WhenFound>
      )}
    </div>
  )
}

const NoSuchCustomer = () => (
  <EmptyState
    icon={<IconMapPinOff size={40} />}
    title="There is no such customer location"
    action={<ButtonLink to={to.customers()}>Go to the customers</ButtonLink>}
  />
)
