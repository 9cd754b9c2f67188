import { ItemCode } from '#contract/products/item-codes.ts'
import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText, isNotFound } from '#src/api/errors.ts'
import { ActionButton } from '#src/ui/ActionButton.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { useRead } from '#src/ui/use-read.ts'
import { WhenRead } from '#src/ui/WhenRead.tsx'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useState } from 'react'
import classes from './inventory.module.css'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

interface ItemCodeScreenProps {
  code: string
  client: Client
  person: User | null
  serverReachable: boolean
  go: (path: string) => void
}

/** `/itemcodes/{id}` (C010, C072, C073): the name and the picture of an item code. Online only. */
export function ItemCodeScreen(props: ItemCodeScreenProps) {
  const { code, client, serverReachable } = props
  const read = useCallback(
    (signal: AbortSignal) => client.api('GET', pathOf(code), { schema: ItemCode, signal }),
    [client, code],
  )
  const reading = useRead(read, serverReachable)
  return (
    <div className={classes.page}>
      <h1>Item code {code}</h1>
      <WhenRead
        reading={reading}
        serverReachable={serverReachable}
        explain={errorText}
        missing={isNotFound(reading.failure) && <NoSuchCode />}
        waiting={<Skeleton height={240} radius="md" />}
      >
        {(value) => <ItemCodeForm {...props} value={value} />}
      </WhenRead>
    </div>
  )
}

const pathOf = (code: string) => `itemcodes/${encodeURIComponent(code)}`

function ItemCodeForm({
  code,
  value,
  client,
  person,
  serverReachable,
  go,
}: ItemCodeScreenProps & { value: ItemCode }) {
  // What was typed stays, whatever is read again.
  const [typed, setTyped] = useState<Partial<Pick<ItemCode, 'name' | 'url'>>>({})
  const [saving, setSaving] = useState(false)
  const leave = () => go('/itemcodes')
  const { name, url } = { ...value, ...typed }
  const why = !can(person, 'catalogue.write')
    ? 'Only the office may change an item code.'
    : !serverReachable && 'This needs the server, which is not in reach. What you typed is kept.'
  return (
    <>
      {!serverReachable && (
        <OfflineNote>
          The server is not in reach. What you typed is kept while this screen is open.
        </OfflineNote>
      )}
      <div className={classes.form}>
        <TextInput
          label="Name"
          size="md"
          maxLength={200}
          value={name}
          onChange={(event) => setTyped({ ...typed, name: event.currentTarget.value })}
        />
        <TextInput
          label="Picture (url)"
          size="md"
          maxLength={2_000}
          value={url}
          onChange={(event) => setTyped({ ...typed, url: event.currentTarget.value })}
        />
        <Picture url={url} name={name} />
        <div className={classes.buttons}>
          <Button variant="default" size="md" onClick={leave}>
            Cancel
          </Button>
          <ActionButton size="md" reason={why} onClick={() => setSaving(true)}>
            Save
          </ActionButton>
        </div>
      </div>
      <section aria-label="Products">
        <h2>Products</h2>
        <ul className={classes.products}>
          {value.products.map((upc) => (
            <li key={upc}>
              <Link to={`/product/${upc}`} className={classes.link}>
                {upc}
              </Link>
              {upc === value.master_upc && ' · the one that customers see'}
            </li>
          ))}
        </ul>
      </section>
      {saving && (
        <Suspense>
          <SaveDialog
            title={`Save item code ${value.item_code}?`}
            save={() => client.api('PATCH', pathOf(code), { body: { name, url } }).then(() => undefined)}
            saved="The item code has been added/updated successfully"
            failed="There was an error while saving the item code"
            explain={errorText}
            onBack={() => setSaving(false)}
            onSaved={leave}
          />
        </Suspense>
      )}
    </>
  )
}

function NoSuchCode() {
  return (
    <EmptyState
      title="There is no such item code"
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/itemcodes" {...props} />}>
          Go to the item codes
        </Button>
      }
    />
  )
}
