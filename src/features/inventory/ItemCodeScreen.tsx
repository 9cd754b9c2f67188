import { ItemCode, ItemCodePatch } from '#contract/products/item-codes.ts'
import { can } from '#contract/permissions.ts'
import type { User } from '#contract/people/schema.ts'
import type { Client } from '#src/api/client.ts'
import { errorText, isNotFound } from '#src/api/errors.ts'
import { fieldErrors } from '#src/api/form-errors.ts'
import { Link } from '#src/kit/Link.tsx'
import { fieldProblems } from '#src/kit/field-problems.ts'
import { OfficeForm } from '#src/kit/OfficeForm.tsx'
import type { Go } from '#src/kit/use-go.ts'
import { useOfficeForm } from '#src/kit/use-office-form.ts'
import { to } from '#src/paths.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SubmitButton } from '#src/ui/FormFoot.tsx'
import { OfflineNote } from '#src/ui/OfflineNote.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { useRead } from '#src/ui/use-read.ts'
import { WhenRead } from '#src/kit/WhenRead.tsx'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { lazy, Suspense, useCallback, useState } from 'react'
import classes from './inventory.module.css'

const SaveDialog = lazy(() => import('#src/ui/SaveDialog.tsx'))

interface ItemCodeScreenProps {
  code: string
  client: Client
  person: User | null
  serverReachable: boolean
  go: Go
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
  const form = useOfficeForm({
    name: `itemcode/${code}`,
    stored: { name: value.name, url: value.url },
    check: (values) => fieldProblems(ItemCodePatch, values),
    keeps: 'screen',
  })
  const { name, url } = form.values
  const [saving, setSaving] = useState(false)
  const leave = () => go(to.itemCodes())

  async function save() {
    try {
      await client.api('PATCH', pathOf(code), { body: { name, url } })
      form.saved()
    } catch (error) {
      form.refuse(fieldErrors(error))
      throw error
    }
  }
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
      <OfficeForm
        form={form}
        aria-label="Item code"
        className={classes.form}
        onSave={() => !why && setSaving(true)}
      >
        <TextInput label="Name" size="md" maxLength={200} {...form.field('name')} />
        <TextInput label="Picture (url)" size="md" maxLength={2_000} {...form.field('url')} />
        <Picture url={url} name={name} />
        <div className={classes.buttons}>
          <Button
            variant="default"
            size="md"
            onClick={() => {
              form.discard()
              leave()
            }}
          >
            Cancel
          </Button>
          <SubmitButton reason={why} />
        </div>
      </OfficeForm>
      <section aria-label="Products">
        <h2>Products</h2>
        <ul className={classes.products}>
          {value.products.map((upc) => (
            <li key={upc}>
              <Link to={to.product(upc)} className={classes.link}>
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
            save={save}
            saved="The item code has been added/updated successfully"
            failed="There was an error while saving the item code"
            explain={errorText}
            onBack={() => {
              setSaving(false)
              form.focusProblem()
            }}
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
        <Button variant="default" renderRoot={(props) => <Link to={to.itemCodes()} {...props} />}>
          Go to the item codes
        </Button>
      }
    />
  )
}
