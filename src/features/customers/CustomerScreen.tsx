import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import { errorText, isNotFound } from '#src/api/errors.ts'
import { Link } from '#src/kit/Link.tsx'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { useRead } from '#src/ui/use-read.ts'
import { Button, Skeleton } from '@mantine/core'
import { IconLock, IconMapPinOff } from '@tabler/icons-react'
import { useCallback, type ReactNode } from 'react'
import { fetchCustomer } from './calls.ts'
import { CustomerForm, type CustomerFormProps } from './CustomerForm.tsx'
import classes from './customers.module.css'

interface CustomerScreenProps extends Omit<CustomerFormProps, 'customer' | 'person' | 'reload'> {
  person: User | null
  /** As it stands in the address; null on "/customer/add". */
  id: string | null
  /** The way to the customer's other pages. */
  tabs: ReactNode
}

/** `/customer/add` and `/customer/{id}` (C004, C005): a customer's form, empty or filled. Online only. */
export function CustomerScreen({ id, person, tabs, ...props }: CustomerScreenProps) {
  if (!person) return <Skeleton height={320} radius="md" />
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{id === null ? 'Add Customer' : 'Customer Location'}</h1>
      </header>
      {tabs}
      {!can(person, 'customers.write') ? (
        <EmptyState icon={<IconLock size={40} />} title="Only the office may see and change customers" />
      ) : id === null ? (
        <CustomerForm {...props} person={person} customer={null} reload={() => undefined} />
      ) : // An id is one of digits only (readings, "Orders, quantities, weights").
      /^\d{1,9}$/.test(id) ? (
        <EditCustomer {...props} key={id} id={Number(id)} person={person} />
      ) : (
        <NoSuchCustomer />
      )}
    </div>
  )
}

function EditCustomer({ id, ...props }: Omit<CustomerFormProps, 'customer' | 'reload'> & { id: number }) {
  const { client, serverReachable } = props
  const read = useCallback((signal: AbortSignal) => fetchCustomer(client, id, signal), [client, id])
  const reading = useRead(read, serverReachable)
  return (
    <WhenRead
      reading={reading}
      serverReachable={serverReachable}
      explain={errorText}
      missing={isNotFound(reading.failure) && <NoSuchCustomer />}
      waiting={<Skeleton height={900} radius="md" />}
    >
      {(customer) => <CustomerForm {...props} customer={customer} reload={reading.reload} />}
    </WhenRead>
  )
}

function NoSuchCustomer() {
  return (
    <EmptyState
      icon={<IconMapPinOff size={40} />}
      title="There is no such customer location"
      action={
        <Button variant="default" renderRoot={(props) => <Link to={to.customers()} {...props} />}>
          Go to the customers
        </Button>
      }
    />
  )
}
